{# Each source weighs the same (ruling 19). A set with a source that is missing, or below the
   coverage that ranks, has its row with the coverage of each source, and no average. #}
{% set rates = [
    'country_accuracy_original', 'item_accuracy_original', 'country_accuracy_stacked',
    'item_accuracy_stacked', 'distraction_stacked', 'country_drop_stacked'
] %}
{% set setting = 'benchmark, model, prompt_id, evaluation, editor' %}
with board as (
    select * from {{ ref('leaderboard') }} where origin = 'measured'
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
    from (select distinct benchmark from {{ ref('stg_source_sets') }}) as sets
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
        {% for rate in rates %}
        board.{{ rate }}{{ ',' if not loop.last }}
        {% endfor %}
    from {{ ref('stg_source_sets') }} as sets
    inner join settings using (benchmark)
    left join (
        select benchmark, source, model, prompt_id, evaluation, coverage
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
        {{ count_if('coverage >= ' ~ var('rank_min_coverage')) }} as n_covered,
        avg(coverage) as coverage,
        to_json(map(list(source order by source), list(coverage order by source)))::varchar
            as coverage_by_source,
        string_agg(source, ', ' order by source)
            filter (where coverage < {{ var('rank_min_coverage') }}) as not_covered,
        {% for rate in rates %}
        count({{ rate }}) as {{ rate }}_n,
        avg({{ rate }}) as {{ rate }}_of_some{{ ',' if not loop.last }}
        {% endfor %}
    from cells
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
    coverage,
    coverage_by_source,
    not_covered,
    {% for rate in rates %}
    case when n_covered = n_sources and {{ rate }}_n = n_sources then {{ rate }}_of_some end
        as {{ rate }},
    {{ rate }}_n,
    null::double as {{ rate }}_ci_low,
    null::double as {{ rate }}_ci_high{{ ',' if not loop.last }}
    {% endfor %}
from averaged
inner join {{ ref('stg_models') }} as models using (model)
