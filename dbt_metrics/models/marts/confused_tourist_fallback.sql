{% set cell = ['editor', 'rule', 'perturb_method', 'answered_country'] %}
{% set ends = {'share': ''} %}
with counted as (
    select
        {{ measured_head() }},
        rule,
        perturb_method,
        coalesce(answer_country, 'none') as answered_country,
        count(*) as n_answers
    from {{ ref('int_answers') }}
    where target = 'country' and wrong and distracted is distinct from true
    group by all
),

shared as (
    select
        *,
        sum(n_answers) over cell::bigint as n,
        rank() over (cell order by n_answers desc) as rank
    from counted
    window cell as (
        partition by
            benchmark, source, source_version, model, prompt_id, evaluation, editor, rule,
            perturb_method
    )
),

ends as (
    {{ interval_ends('confused_tourist_fallback', cell, ends) }}
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
    rule,
    perturb_method,
    answered_country,
    coalesce(countries.name, 'no single country') as country_name,
    n,
    n_answers,
    {{ rate('n_answers', 'n') }} as share,
    {{ interval() }},
    rank
from shared
left join {{ ref('stg_countries') }} as countries on countries.iso3 = shared.answered_country
{{ join_ends(cell) }}
