{# One row per asked setting and picture now in force; `state` is null where no answer exists. Only
   the first answer (repeat 0) of a registered model to the picture it was asked about counts. #}
with current_variants as (
    select variants.*, sources.kind as source_kind
    from {{ ref('stg_signpost_variants') }} as variants
    inner join {{ ref('stg_sources') }} as sources using (benchmark, source)
    where variants.review <> 'rejected'
),

scores as (
    select scores.*, models.kind
    from {{ ref('stg_signpost_scores') }} as scores
    inner join {{ ref('stg_models') }} as models using (model)
    where repeat = 0
),

asked as (
    select distinct benchmark, source, model, kind, prompt_id, evaluation, unanswered
    from scores
)

select
    asked.model,
    asked.kind,
    asked.prompt_id,
    asked.evaluation,
    asked.unanswered,
    variants.*,
    scores.* exclude (
        benchmark, source, model, kind, prompt_id, evaluation, unanswered, repeat, variant_id,
        picture
    ),
    scores.error_km - scores.blank_error_km as tbs_km,
    scores.blank_trap_km - scores.trap_km as tdr_km
from asked
inner join current_variants as variants using (benchmark, source)
left join scores
    using (variant_id, picture, model, prompt_id, evaluation, unanswered)
