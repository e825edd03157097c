-- Pictures whose original was answered right and whose changed copy was not, a few per model and
-- setting: which ones is drawn by a seeded hash, so that they stand for all of them.
with flipped as (
    select
        benchmark,
        source,
        model,
        prompt_id,
        evaluation,
        variant_id,
        truth_country,
        distractor_country,
        distracted,
        md5(concat($seed, variant_id)) as draw,
        count(*) over setting as n_flipped,
        count(*) filter (where distracted) over setting as n_followed
    from intermediate.int_answers
    where target = 'country'
        and rule = 'guarded'
        and perturb_method not in ('none', 'control')
        and paired
        and reference_correct
        and not correct
    window setting as (partition by benchmark, source, model, prompt_id, evaluation)
),

drawn as (
    select *
    from flipped
    qualify row_number() over (
        partition by benchmark, source, model, prompt_id, evaluation order by draw, variant_id
    ) <= $shown
),

scores as (
    select variant_id, model, prompt_id, evaluation, state, answer
    from staging.stg_scores
    where target = 'country' and repeat = 0
)

select
    drawn.*,
    truths.name as truth_name,
    distractors.name as distractor_name,
    variants.variant,
    variants.picture,
    originals.variant_id as reference_variant,
    originals.picture as reference_picture,
    changed.state,
    changed.answer,
    before.answer as reference_answer
from drawn
inner join staging.stg_variants as variants using (variant_id)
inner join staging.stg_variants as originals
    on originals.variant_id = variants.reference_variant
inner join scores as changed using (variant_id, model, prompt_id, evaluation)
inner join scores as before
    on before.variant_id = originals.variant_id
    and before.model = drawn.model
    and before.prompt_id = drawn.prompt_id
    and before.evaluation = drawn.evaluation
left join staging.stg_countries as truths on truths.iso3 = drawn.truth_country
left join staging.stg_countries as distractors on distractors.iso3 = drawn.distractor_country
order by benchmark, source, model, prompt_id, evaluation, draw, variant_id
