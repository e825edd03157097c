{# One row per asked setting and picture now in force; `state` is null where no answer exists. Only
   the first answer (repeat 0) of a registered model to the picture it was asked about counts, and a
   pair needs such an answer to the group's Blank or Original. #}
{% set group = 'benchmark, source, model, prompt_id, evaluation, unanswered, group_id' %}
{% set paired = {
    'blank': "bool_or(variant = 'blank' and state is not null) over (partition by "
        ~ group ~ ', editor)',
    'original': "bool_or(variant = 'original' and state is not null) over (partition by "
        ~ group ~ ')'
} %}
with scores as (
    select * from ({{ current_scores('stg_signpost_scores', 'stg_signpost_predictions') }})
    where repeat = 0
),

asked as (
    select distinct benchmark, source, model, models.kind, prompt_id, evaluation, unanswered
    from {{ ref('stg_signpost_scores') }}
    inner join {{ ref('stg_models') }} as models using (model)
    where repeat = 0
),

asked_about as (
    select
        asked.model,
        asked.kind,
        asked.prompt_id,
        asked.evaluation,
        asked.unanswered,
        variants.*,
        scores.* exclude (
            benchmark, source, model, prompt_id, evaluation, unanswered, repeat, variant_id,
            picture, request_key, answer_latitude, answer_longitude
        )
    from asked
    inner join {{ ref('int_signpost_current') }} as variants using (benchmark, source)
    left join scores
        using (variant_id, picture, model, prompt_id, evaluation, unanswered)
),

paired as (
    select
        * replace (
            {% for pair, is_there in paired.items() %}
            {% for what in ['state', 'error_km', 'trap_km'] %}
            case when {{ is_there }} then {{ pair }}_{{ what }} end as {{ pair }}_{{ what }}
            {{- ',' if not (loop.last and pair == 'original') }}
            {% endfor %}
            {% endfor %}
        )
    from asked_about
)

select
    *,
    error_km - blank_error_km as tbs_km,
    blank_trap_km - trap_km as tdr_km
from paired
