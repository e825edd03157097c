{% set cell = [
    'editor', 'target', 'rule', 'category', 'perturb_method', 'pair_method', 'difficulty',
    'perturb_context'
] %}
{% set ends = {
    'distraction': '',
    'distraction_original': 'distraction_original_',
    'difference': 'difference_'
} %}
with measured as (
    select
        {{ measured_head() }},
        target,
        rule,
        slices.category,
        perturb_method,
        pair_method,
        difficulty,
        perturb_context,
        count(*) as n_variants,
        {{ count_if('is_answered') }} as n,
        {{ count_if('wrong') }} as n_wrong,
        {{ count_if('distracted') }} as n_distracted,
        {{ count_if('reference_wrong') }} as n_wrong_original,
        {{ count_if('reference_distracted') }} as n_distracted_original,
        {{ count_if('paired') }} as n_paired,
        {{ mean_difference('distracted', 'reference_distracted', among='paired') }} as difference
    from {{ ref('int_answers') }} as answers, unnest([answers.category, 'all']) as slices (category)
    where target = 'country' and distractor_country is not null
    group by all
),

published as (
    select *, 'as_published' as rule, 'all' as category
    from {{ ref('int_published_distraction') }}
),

combined as (
    select
        *,
        {{ rate('n_distracted', 'n_wrong') }} as distraction,
        {{ rate('n_distracted_original', 'n_wrong_original') }} as distraction_original,
        {{ rate('n', 'n_variants') }} as coverage
    from measured
    union all by name
    select * from published
),

ends as (
    {{ interval_ends('confused_tourist_distraction', cell, ends) }}
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
    category,
    perturb_method,
    pair_method,
    difficulty,
    perturb_context,
    n_variants,
    n,
    coverage,
    n_wrong,
    n_distracted,
    distraction,
    {{ interval() }},
    n_wrong_original,
    n_distracted_original,
    distraction_original,
    {{ interval('distraction_original_') }},
    n_paired,
    difference,
    {{ interval('difference_') }}
from combined
{{ join_ends(cell) }}
