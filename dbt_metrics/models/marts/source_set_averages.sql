{# Each source weighs the same (ruling 19). A set with a source that is missing, or below the
   coverage that ranks, or with answers that have no score yet, has its row with the coverage of each
   source, and no average. #}
{% set rates = [
    'country_accuracy_original', 'item_accuracy_original', 'country_accuracy_stacked',
    'item_accuracy_stacked', 'distraction_stacked', 'country_drop_stacked'
] %}
{% set setting = 'benchmark, model, prompt_id, evaluation, editor' %}
{% set is_covered = 'coverage >= ' ~ var('rank_min_coverage') ~ ' and n_unscored = 0' %}
with board as (
    select * from {{ ref('confused_tourist_leaderboard') }} where origin = 'measured'
),

asked as (
    select distinct {{ setting }} from board
),

settings as (
    select {{ setting }} from asked
    union all
    select
        sets.benchmark,
        models.model,
        {{ quoted(var('base_prompt_ids')[0]) }} as prompt_id,
        {{ quoted(var('main_evaluation')) }} as evaluation,
        'none' as editor
    from (
        select distinct benchmark
        from {{ ref('stg_source_sets') }}
        where benchmark = 'confused_tourist'
    ) as sets
    cross join {{ ref('stg_models') }} as models
    where not exists (
        select 1
        from asked
        where asked.benchmark = sets.benchmark and asked.model = models.model
    )
),

cells as (
    select
        sets.source_set,
        sets.source,
        settings.*,
        coalesce(coverages.coverage, 0) as coverage,
        coalesce(coverages.n_unscored, 0) as n_unscored,
        {% for rate in rates %}
        board.{{ rate }}{{ ',' if not loop.last }}
        {% endfor %}
    from {{ ref('stg_source_sets') }} as sets
    inner join settings using (benchmark)
    left join (
        select benchmark, source, model, prompt_id, evaluation, coverage, n_unscored
        from {{ ref('answer_coverage') }}
    ) as coverages
        using (benchmark, source, model, prompt_id, evaluation)
    left join board using (benchmark, source, model, prompt_id, evaluation, editor)
),

averaged as (
    select
        source_set,
        {{ setting }},
        count(*) as n_sources,
        {{ count_if(is_covered) }} as n_covered,
        sum(n_unscored)::bigint as n_unscored,
        avg(coverage) as coverage,
        to_json(map(list(source order by source), list(coverage order by source)))::varchar
            as coverage_by_source,
        string_agg(source, ', ' order by source)
            filter (where not ({{ is_covered }})) as not_covered,
        {% for rate in rates %}
        count({{ rate }}) as {{ rate }}_n,
        avg({{ rate }}) as {{ rate }}_of_some{{ ',' if not loop.last }}
        {% endfor %}
    from cells
    group by all
),

ends as (
    select
        benchmark,
        source as source_set,
        model,
        prompt_id,
        evaluation,
        editor,
        {% for rate in rates %}
        max(ci_low) filter (where metric = '{{ rate }}') as {{ rate }}_low,
        max(ci_high) filter (where metric = '{{ rate }}') as {{ rate }}_high
        {{- ',' if not loop.last }}
        {% endfor %}
    from {{ ref('stg_intervals') }}
    where mart = 'source_set_averages'
    group by all
)

select
    'measured' as origin,
    false as comparable,
    'no published average over this set is in the marts' as comparable_reason,
    averaged.benchmark,
    source_set,
    model,
    prompt_id,
    evaluation,
    editor,
    models.kind,
    'guarded' as rule,
    'over sources' as weighting,
    n_sources,
    n_covered,
    n_unscored,
    coverage,
    coverage_by_source,
    not_covered,
    {% for rate in rates %}
    {% set is_whole = 'n_covered = n_sources and ' ~ rate ~ '_n = n_sources' %}
    case when {{ is_whole }} then {{ rate }}_of_some end as {{ rate }},
    {{ rate }}_n,
    case when {{ is_whole }} then {{ rate }}_low end as {{ rate }}_ci_low,
    case when {{ is_whole }} then {{ rate }}_high end as {{ rate }}_ci_high
    {{- ',' if not loop.last }}
    {% endfor %}
from averaged
inner join {{ ref('stg_models') }} as models using (model)
left join ends using (benchmark, source_set, model, prompt_id, evaluation, editor)
