-- Each food's entropy alone (bits, over its single pictures) and how often its label shifts when mixed.
with labels as (
    select benchmark, source, model, prompt_id, evaluation, group_id, label, count(*) as n_label
    from intermediate.int_mix_answers
    where subtask = 'sf' and target = 'country' and is_answered
    group by all
),

alone as (
    select
        benchmark, source, model, prompt_id, evaluation, group_id,
        sum(n_label) as n_alone,
        greatest(0, log2(sum(n_label)) - sum(n_label * log2(n_label)) / sum(n_label)) as bits
    from labels
    group by all
),

mixed as (
    select
        benchmark, source, model, prompt_id, evaluation, group_id,
        any_value(truth_country) as truth_country,
        count(*) filter (where shift in ('kept', 'shifted')) as n,
        count(*) filter (where shift = 'shifted') as n_shifted
    from intermediate.int_mix_answers
    where subtask <> 'sf' and target = 'country'
    group by all
)

select *, n_shifted / n as share
from alone
inner join mixed using (benchmark, source, model, prompt_id, evaluation, group_id)
where n > 0 and n_alone > 1
order by all
