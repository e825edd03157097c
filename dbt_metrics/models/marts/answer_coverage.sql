{% set states = [
    'ok', 'hedged', 'refused', 'abstained', 'unparsed', 'truncated', 'empty', 'filtered',
    'out_of_range', 'error'
] %}
{# A model that was never asked about a source has a row of the main evaluation, all missing. #}
{% set cell = [] %}
{% set ends = {'error_rate': 'error_rate_'} %}
with sizes as (
    select benchmark, source, source_version, source_kind, count(*) as n_variants
    from {{ ref('int_current_variants') }}
    group by all
),

answers as (
    select
        predictions.*,
        current.variant_id is not null as is_current,
        scores.variant_id is not null as is_scored
    from {{ ref('stg_predictions') }} as predictions
    left join {{ ref('int_current_predictions') }} as current
        using (variant_id, picture, model, prompt_id, evaluation, repeat)
    left join (
        select distinct variant_id, model, prompt_id, evaluation, repeat
        from {{ ref('stg_scores') }}
        union
        select variant_id, model, prompt_id, evaluation, repeat
        from {{ ref('stg_mix_scores') }}
    ) as scores using (variant_id, model, prompt_id, evaluation, repeat)
),

counted as (
    select
        benchmark,
        source,
        model,
        prompt_id,
        evaluation,
        {% for state in states %}
        {{ count_if("is_current and repeat = 0 and state = '" ~ state ~ "'") }} as n_{{ state }},
        {% endfor %}
        {{ count_if('is_current and repeat = 0') }} as n_asked,
        {{ count_if('is_current and repeat > 0') }} as n_repeats,
        {{ count_if('is_current and repeat = 0 and not is_scored') }} as n_unscored,
        {{ count_if('not is_current') }} as n_stale
    from answers
    group by all
),

never_asked as (
    select
        sizes.benchmark,
        sizes.source,
        models.model,
        case
            when models.provider = 'replay' then 'imported'
            else {{ quoted(var('base_prompt_ids')[0]) }}
        end as prompt_id,
        {{ quoted(var('main_evaluation')) }} as evaluation
    from sizes
    cross join {{ ref('stg_models') }} as models
    where not exists (
        select 1
        from counted
        where counted.benchmark = sizes.benchmark
            and counted.source = sizes.source
            and counted.model = models.model
            and counted.evaluation = {{ quoted(var('main_evaluation')) }}
            and (
                coalesce(models.provider = 'replay', false)
                or list_contains({{ quoted_list(var('base_prompt_ids')) }}, counted.prompt_id)
            )
    )
),

combined as (
    select * from counted
    union all by name
    select * from never_asked
),

ends as (
    {{ interval_ends('answer_coverage', cell, ends) }}
)
select
    'measured' as origin,
    false as comparable,
    'the paper prints no count of missing answers' as comparable_reason,
    benchmark,
    source,
    source_version,
    model,
    prompt_id,
    evaluation,
    'all' as editor,
    n_variants,
    coalesce(n_asked, 0) as n_asked,
    {% for state in states %}
    coalesce(n_{{ state }}, 0) as n_{{ state }},
    {% endfor %}
    n_variants - coalesce(n_asked, 0) as n_missing,
    coalesce(n_asked, 0) - coalesce(n_error, 0) as n_answered,
    {{ rate('coalesce(n_asked, 0) - coalesce(n_error, 0)', 'n_variants') }} as coverage,
    {{ rate('coalesce(n_error, 0)', 'n_asked') }} as error_rate,
    {{ interval('error_rate_') }},
    coalesce(n_repeats, 0) as n_repeats,
    coalesce(n_unscored, 0) as n_unscored,
    coalesce(n_stale, 0) as n_stale
from combined
inner join sizes using (benchmark, source)
inner join {{ ref('stg_models') }} as models using (model)
{{ join_ends(cell) }}
