-- Wrong country answers to pictures with a foreign cue, counted by what was right and what was said.
select
    benchmark,
    source,
    model,
    prompt_id,
    evaluation,
    truth_country,
    truths.name as truth_name,
    answer_country,
    coalesce(answers.name, answer_country, 'no single country') as answer_name,
    count(*) as n,
    count(*) filter (where distracted) as n_distracted
from intermediate.int_answers
left join staging.stg_countries as truths on truths.iso3 = truth_country
left join staging.stg_countries as answers on answers.iso3 = answer_country
where target = 'country'
    and rule = 'guarded'
    and wrong
    and perturb_method not in ('none', 'control')
group by all
order by benchmark, source, model, prompt_id, evaluation, n desc, truth_country, answer_country
