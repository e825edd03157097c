{% set states = [
    'ok', 'hedged', 'refused', 'abstained', 'unparsed', 'truncated', 'empty', 'filtered',
    'out_of_range', 'error'
] %}
{# A score of an answer before this one (see `current_scores`) is none: this one has none yet.
   A model that was never asked about a source has a row of the main evaluation, all missing; a
   reference model, which not every benchmark has a cue for, only where it was asked. Controls
   that no published set of answers can hold (the native text lettered again) are counted apart. #}
{# Each table of scores with its answers and the number of questions that each of them answers. #}
{% set scored = {
    'stg_scores': ['stg_predictions', 2],
    'stg_mix_scores': ['stg_predictions', 2],
    'stg_signpost_scores': ['stg_signpost_predictions', 1],
    'stg_signpost_judgements': ['stg_signpost_predictions', 1]
} %}
{% set cell = [] %}
{% set ends = {'error_rate': 'error_rate_'} %}
with pictures as (
    select benchmark, source, source_version, source_kind, variant_id, picture, false as is_control
    from {{ ref('int_current_variants') }}
    union all
    select benchmark, source, source_version, source_kind, variant_id, picture, variant = 'native'
    from {{ ref('int_signpost_current') }}
),

sizes as (
    select
        benchmark,
        source,
        source_version,
        {{ count_if('not is_control') }} as n_variants,
        {{ count_if('is_control') }} as n_controls
    from pictures
    group by all
),

answers as (
    select
        predictions.*,
        coalesce(not pictures.is_control, false) as is_current,
        coalesce(pictures.is_control, false) as is_control,
        pictures.variant_id is null as is_stale,
        scores.variant_id is not null as is_scored
    from (
        select * from {{ ref('stg_predictions') }}
        union all by name
        select * from {{ ref('stg_signpost_predictions') }}
    ) as predictions
    left join pictures using (benchmark, source, variant_id, picture)
    left join (
        {% for scores, (predictions, n_questions) in scored.items() %}
        select variant_id, model, prompt_id, evaluation, repeat
        from ({{ current_scores(scores, predictions) }})
        group by all
        having count(*) = {{ n_questions }}
        {{ 'union' if not loop.last }}
        {% endfor %}
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
        {{ count_if('is_stale') }} as n_stale,
        {{ count_if("is_control and repeat = 0 and state <> 'error'") }} as n_controls_answered
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
    where models.kind is distinct from 'reference' and not exists (
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
    union all by name
    select
        sizes.benchmark,
        sizes.source,
        sizes.source_version,
        drawn.model,
        drawn.prompt_id,
        drawn.evaluation,
        drawn.ci_low as error_rate_ci_low,
        drawn.ci_high as error_rate_ci_high
    from {{ ref('stg_signpost_intervals') }} as drawn
    inner join sizes on drawn.benchmark = sizes.benchmark and drawn.scope = sizes.source
    where drawn.mart = 'answer_coverage'
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
    coalesce(n_stale, 0) as n_stale,
    n_controls,
    coalesce(n_controls_answered, 0) as n_controls_answered
from combined
inner join sizes using (benchmark, source)
inner join {{ ref('stg_models') }} as models using (model)
{{ join_ends(cell) }}
