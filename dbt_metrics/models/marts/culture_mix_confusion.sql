{% set cell = ['subtask', 'truth_country', 'answered_country'] %}
{% set ends = {'share': ''} %}
with counted as (
    select
        {{ mix_head(published='false') }},
        subtask,
        truth_country,
        coalesce(countries.iso3, 'none') as answered_country,
        coalesce(countries.name, 'no single country') as answered_name,
        count(*) as n_answers
    from {{ ref('int_mix_answers') }} as answers
    left join {{ ref('stg_countries') }} as countries on countries.iso3 = answers.label
    where target = 'country' and is_answered
    group by all
),

shared as (
    select
        *,
        sum(n_answers) over (
            partition by
                benchmark, source, source_version, model, prompt_id, evaluation, subtask,
                truth_country
        )::bigint as n
    from counted
),

ends as (
    {{ interval_ends('culture_mix_confusion', cell, ends) }}
)

select
    origin,
    comparable,
    comparable_reason,
    benchmark,
    source,
    source_version,
    model,
    prompt_id,
    evaluation,
    editor,
    subtask,
    truth_country,
    answered_country,
    answered_name,
    n,
    n_answers,
    {{ rate('n_answers', 'n') }} as share,
    {{ interval() }}
from shared
{{ join_ends(cell) }}
