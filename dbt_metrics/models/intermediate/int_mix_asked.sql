{# One row per asked setting (model, prompt, evaluation), current picture of CultureMix and question;
   `state` is null where no answer exists. Only the first answer (repeat 0) counts. Controls and
   photographs included. A label is compared with that of the single picture as it is now. #}
with asked as (
    select distinct benchmark, source, model, prompt_id, evaluation
    from {{ ref('int_current_predictions') }}
),

scores as (
    select * from ({{ current_scores('stg_mix_scores', 'int_current_predictions') }})
    where repeat = 0
),

alone as (
    select
        variants.source, variants.group_id, model, prompt_id, evaluation, scores.target, label
    from scores
    inner join {{ ref('int_current_variants') }} as variants using (variant_id)
    inner join {{ ref('stg_mixed_images') }} as images using (variant_id)
    where images.subtask = 'sf' and images.augmentation = 0 and scores.label is not null
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
    variants.editor,
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
    case
        when scores.shift is not null and alone.label is null then 'no_baseline'
        else scores.shift
    end as shift,
    case when alone.label is not null then scores.food_pull end as food_pull,
    case when alone.label is not null then scores.background_pull end as background_pull,
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
left join alone
    on alone.source = variants.source
    and alone.group_id = variants.group_id
    and alone.model = asked.model
    and alone.prompt_id = asked.prompt_id
    and alone.evaluation = asked.evaluation
    and alone.target = targets.target
