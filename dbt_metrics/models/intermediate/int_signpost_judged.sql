{# One row per prompt that asked for more than coordinates and picture now in force; `state` is null
   where no answer exists. Of prompts that ask for coordinates too with the answer's WLA. #}
with judgements as (
    select *
    from ({{ current_scores('stg_signpost_judgements', 'stg_signpost_predictions') }})
    where repeat = 0
),

asked as (
    select distinct benchmark, source, model, prompt_id, evaluation, unanswered, task
    from {{ ref('stg_signpost_judgements') }}
    inner join {{ ref('stg_models') }} using (model)
    where repeat = 0
),

scores as (
    select variant_id, picture, model, prompt_id, evaluation, unanswered, wla, error_km
    from ({{ current_scores('stg_signpost_scores', 'stg_signpost_predictions') }})
    where repeat = 0
)

select
    asked.model,
    asked.prompt_id,
    asked.evaluation,
    asked.unanswered,
    asked.task,
    variants.benchmark,
    variants.source,
    variants.source_version,
    variants.source_kind,
    variants.group_id,
    variants.variant,
    variants.editor,
    judgements.state,
    judgements.counted,
    judgements.conflict,
    judgements.trusts_text,
    judgements.names,
    judgements.has_truth,
    judgements.foreign_trap,
    scores.wla,
    scores.error_km
from asked
inner join {{ ref('int_signpost_current') }} as variants using (benchmark, source)
left join judgements
    using (variant_id, picture, model, prompt_id, evaluation, unanswered)
left join scores
    using (variant_id, picture, model, prompt_id, evaluation, unanswered)
