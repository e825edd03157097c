{% set cell = ['editor', 'target', 'rule', 'perturb_method', 'level', 'region'] %}
{% set ends = {
    'accuracy_perturbed': '',
    'accuracy_original': 'accuracy_original_',
    'drop_paired': 'drop_paired_',
    'distraction': 'distraction_'
} %}
with placed as (
    select
        answers.*,
        places.level,
        places.region,
        places.region_name
    from {{ ref('int_answers') }} as answers
    left join {{ ref('stg_countries') }} as countries on countries.iso3 = answers.truth_country,
        (
            values
            ('country', answers.truth_country, coalesce(countries.name, 'unknown')),
            (
                'sub_region',
                coalesce(countries.sub_region, 'unknown'),
                coalesce(countries.sub_region, 'unknown')
            )
        ) as places (level, region, region_name)
),

originals as (
    select
        benchmark,
        source,
        model,
        prompt_id,
        evaluation,
        target,
        rule,
        level,
        region,
        {{ count_if('is_answered') }} as n_original,
        {{ count_if('correct') }} as n_correct_original
    from placed
    where perturb_method = 'none'
    group by all
),

perturbed as (
    select
        {{ measured_head() }},
        target,
        rule,
        perturb_method,
        level,
        region,
        region_name,
        count(*) as n_variants,
        {{ count_if('is_answered') }} as n,
        {{ count_if('correct') }} as n_correct,
        {{ count_if('paired') }} as n_paired,
        {{ mean_difference('reference_correct', 'correct', among='paired') }} as drop_paired,
        {{ count_if("wrong and distracted is not null") }} as n_wrong,
        {{ count_if('distracted') }} as n_distracted
    from placed
    where perturb_method <> 'none'
    group by all
),

ends as (
    {{ interval_ends('confused_tourist_subregion', cell, ends) }}
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
    perturb_method,
    level,
    region,
    region_name,
    n_variants,
    n,
    {{ rate('n', 'n_variants') }} as coverage,
    n_correct,
    {{ rate('n_correct', 'n') }} as accuracy_perturbed,
    {{ interval() }},
    coalesce(n_original, 0) as n_original,
    coalesce(n_correct_original, 0) as n_correct_original,
    {{ rate('n_correct_original', 'n_original') }} as accuracy_original,
    {{ interval('accuracy_original_') }},
    n_paired,
    drop_paired,
    {{ interval('drop_paired_') }},
    n_wrong,
    n_distracted,
    {{ rate('n_distracted', 'n_wrong') }} as distraction,
    {{ interval('distraction_') }}
from perturbed
left join originals
    using (benchmark, source, model, prompt_id, evaluation, target, rule, level, region)
{{ join_ends(cell) }}
