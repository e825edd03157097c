{# One row per asked setting (model, prompt, evaluation), current picture of CultureMix and question;
   `state` is null where no answer exists. Only the first answer (repeat 0) counts. Controls included. #}
with asked as (
    select distinct benchmark, source, model, prompt_id, evaluation
    from {{ ref('int_current_predictions') }}
),

scores as (
    select scores.*
    from {{ ref('stg_mix_scores') }} as scores
    inner join {{ ref('int_current_predictions') }} as predictions
        using (variant_id, model, prompt_id, evaluation, repeat)
    where repeat = 0
)

select
    variants.benchmark,
    variants.source,
    variants.source_version,
    asked.model,
    asked.prompt_id,
    asked.evaluation,
    variants.variant_id,
    variants.group_id,
    variants.truth_country,
    images.subtask,
    images.augmentation,
    images.background_kind,
    images.food_distance,
    images.background_distance,
    images.control,
    images.control_of,
    images.object,
    images.size_ratio,
    images.framing,
    targets.target,
    scores.state,
    scores.label,
    scores.shift,
    scores.food_pull,
    scores.background_pull,
    {{ answered('scores.state') }} as is_answered,
    coalesce(scores.correct_as_published, false) as correct_as_published,
    coalesce(scores.correct_guarded, false) as correct_guarded
from asked
inner join {{ ref('int_current_variants') }} as variants using (benchmark, source)
inner join {{ ref('stg_mixed_images') }} as images using (variant_id)
cross join (values ('country'), ('name')) as targets (target)
left join scores
    on scores.variant_id = variants.variant_id
    and scores.model = asked.model
    and scores.prompt_id = asked.prompt_id
    and scores.evaluation = asked.evaluation
    and scores.target = targets.target
