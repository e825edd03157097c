-- A few foods of each setting from alone to mixed, one picture per step, with what was answered.
with shown as (
    select
        answers.*,
        variants.picture,
        case when answers.state is not null then scores.answer end as answer,
        row_number() over (
            partition by
                answers.benchmark, answers.source, answers.model, answers.prompt_id,
                answers.evaluation, answers.group_id, answers.subtask
            order by
                -- What moved wrongly to the distractor first, within that the drawn one.
                not answers.correct_guarded and (
                    coalesce(answers.food_pull = 'distractor', false)
                    or coalesce(answers.background_pull = 'distractor', false)
                ) desc,
                md5(concat($seed, answers.variant_id))
        ) as place
    from intermediate.int_mix_answers as answers
    inner join staging.stg_variants as variants using (variant_id)
    left join staging.stg_mix_scores as scores
        on scores.variant_id = answers.variant_id
        and scores.model = answers.model
        and scores.prompt_id = answers.prompt_id
        and scores.evaluation = answers.evaluation
        and scores.target = 'country'
        and scores.repeat = 0
    where answers.target = 'country' and answers.augmentation = 0
),

foods as (
    select
        benchmark, source, model, prompt_id, evaluation, group_id,
        row_number() over (
            partition by benchmark, source, model, prompt_id, evaluation
            order by
                count(distinct subtask) desc,
                count(*) filter (where shift = 'shifted') desc,
                md5(concat($seed, group_id))
        ) as food_place
    from shown
    where place = 1
    group by benchmark, source, model, prompt_id, evaluation, group_id
)

select
    benchmark, source, model, prompt_id, evaluation, group_id, food_place, subtask, variant_id,
    picture, state, answer, correct_guarded, shift, food_pull, background_pull
from shown
inner join foods using (benchmark, source, model, prompt_id, evaluation, group_id)
where place = 1 and food_place <= $shown
order by benchmark, source, model, prompt_id, evaluation, food_place, subtask
