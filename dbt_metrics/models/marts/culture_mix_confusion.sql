{# Level country: which country is answered. Level resource: the same answers by how much text there is
   of the countries' languages (§3.3). #}
{% set cell = ['level', 'subtask', 'truth_country', 'answered_country'] %}
{% set ends = {'share': ''} %}
with answered as (
    select
        answers.*,
        coalesce(countries.iso3, 'none') as answered_country,
        coalesce(countries.name, 'no single country') as answered_name,
        coalesce(truths.level, 'unknown') as truth_level,
        case when countries.iso3 is null then 'none' else coalesce(levels.level, 'unknown') end
            as answered_level
    from {{ ref('int_mix_answers') }} as answers
    left join {{ ref('stg_countries') }} as countries on countries.iso3 = answers.label
    left join {{ ref('stg_resource_levels') }} as levels on levels.iso3 = countries.iso3
    left join {{ ref('stg_resource_levels') }} as truths on truths.iso3 = answers.truth_country
    where answers.target = 'country' and answers.is_answered
),

levelled as (
    select *, 'country' as level from answered
    union all
    select * replace (
            truth_level as truth_country,
            answered_level as answered_country,
            answered_level as answered_name
        ),
        'resource' as level
    from answered
),

counted as (
    select
        {{ mix_head(published='false') }},
        level,
        subtask,
        truth_country,
        truth_level,
        answered_country,
        answered_name,
        answered_level,
        count(*) as n_answers
    from levelled
    group by all
),

shared as (
    select
        *,
        sum(n_answers) over (
            partition by
                benchmark, source, source_version, model, prompt_id, evaluation, level,
                subtask, truth_country
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
    level,
    subtask,
    truth_country,
    truth_level,
    answered_country,
    answered_name,
    answered_level,
    n,
    n_answers,
    {{ rate('n_answers', 'n') }} as share,
    {{ interval() }}
from shared
{{ join_ends(cell) }}
