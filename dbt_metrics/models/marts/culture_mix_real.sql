{# §5: photographs of several foods, the target marked by a red box, beside the target cut out. #}
{% set cell = ['target', 'rule', 'level'] %}
{% set ends = {'accuracy': ''} %}
with framed as (
    select
        *,
        case
            when framing = 'crop' then 'alone'
            when food_distance = 'same_country' then 'same country'
            else 'several countries'
        end as level
    from {{ ref('int_mix_asked') }}
    where framing is not null and control is null
),

counted as (
    {{ mix_counted('framed', ['level']) }}
),

ends as (
    {{ interval_ends('culture_mix_real', cell, ends) }}
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
    target,
    rule,
    level,
    n_variants,
    n_foods,
    n,
    n_correct,
    {{ rate('n_correct', 'n') }} as accuracy,
    {{ interval() }},
    {{ rate('n', 'n_variants') }} as coverage
from counted
{{ join_ends(cell) }}
