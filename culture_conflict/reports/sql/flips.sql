-- Pictures with a foreign cue whose country answer is another than the original's, a few per model
-- and setting: first those that were right before, then those that follow the cue. Within these it
-- is a seeded hash that draws, so that they stand for all.
with scores as (
    select variant_id, model, prompt_id, evaluation, state, answer, answer_country
    from staging.stg_scores
    where target = 'country' and repeat = 0
),

changed as (
    select
        answers.benchmark,
        answers.source,
        answers.model,
        answers.prompt_id,
        answers.evaluation,
        variant_id,
        answers.truth_country,
        answers.distractor_country,
        answers.distracted,
        answers.reference_correct and not answers.correct as lost,
        variants.variant,
        variants.picture,
        originals.variant_id as reference_variant,
        originals.picture as reference_picture,
        after.state,
        after.answer,
        before.state as reference_state,
        before.answer as reference_answer,
        md5(concat($seed, variant_id)) as draw,
        count(*) over setting as n_changed,
        count(*) filter (where lost) over setting as n_lost,
        count(*) filter (where distracted) over setting as n_followed
    from intermediate.int_answers as answers
    inner join staging.stg_variants as variants using (variant_id)
    inner join staging.stg_variants as originals
        on originals.variant_id = variants.reference_variant
    inner join scores as after using (variant_id, model, prompt_id, evaluation)
    inner join scores as before
        on before.variant_id = originals.variant_id
        and before.model = answers.model
        and before.prompt_id = answers.prompt_id
        and before.evaluation = answers.evaluation
    where answers.target = 'country'
        and answers.rule = 'guarded'
        and answers.perturb_method not in ('none', 'control')
        and answers.paired
        and after.answer_country is distinct from before.answer_country
    window setting as (
        partition by
            answers.benchmark, answers.source, answers.model, answers.prompt_id, answers.evaluation
    )
)

select
    changed.*,
    truths.name as truth_name,
    distractors.name as distractor_name
from changed
left join staging.stg_countries as truths on truths.iso3 = truth_country
left join staging.stg_countries as distractors on distractors.iso3 = distractor_country
qualify row_number() over (
    partition by benchmark, source, model, prompt_id, evaluation
    order by lost desc, distracted desc, draw, variant_id
) <= $shown
order by
    benchmark, source, model, prompt_id, evaluation, lost desc, distracted desc, draw, variant_id
