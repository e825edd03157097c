{% set cell = [
    'editor', 'target', 'rule', 'category', 'perturb_method', 'pair_method', 'difficulty',
    'perturb_context'
] %}
{% set ends = {
    'accuracy': '',
    'accuracy_all': 'accuracy_all_',
    'drop_paired': 'drop_paired_',
    'drop_unpaired': 'drop_unpaired_'
} %}
with measured as (
    select
        {{ measured_head(category='slices.category') }},
        target,
        rule,
        slices.category,
        perturb_method,
        pair_method,
        difficulty,
        perturb_context,
        count(*) as n_variants,
        {{ count_if('is_answered') }} as n,
        {{ count_if("state = 'error'") }} as n_errors,
        {{ count_if('correct') }} as n_correct,
        {{ count_if('paired') }} as n_paired,
        {{ mean_difference('reference_correct', 'correct', among='paired') }} as drop_paired
    from {{ ref('int_answers') }} as answers, unnest([answers.category, 'all']) as slices (category)
    group by all
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
        category,
        {{ rate('sum(n_correct)', 'sum(n)') }} as accuracy
    from measured
    where perturb_method = 'none'
    group by all
),

rated as (
    select
        measured.*,
        {{ rate('n_correct', 'n') }} as accuracy,
        {{ rate('n_correct', 'n + n_errors') }} as accuracy_all,
        {{ rate('n', 'n_variants') }} as coverage,
        case
            when perturb_method <> 'none' then originals.accuracy - {{ rate('n_correct', 'n') }}
        end as drop_unpaired
    from measured
    left join originals
        using (benchmark, source, model, prompt_id, evaluation, target, rule, category)
),

published as (
    select *, 'as_published' as rule, 'all' as category
    from {{ ref('int_published_accuracy') }}
),

combined as (
    select * from rated
    union all by name
    select * from published
),

ends as (
    {{ interval_ends('confused_tourist_accuracy', cell, ends) }}
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
    n_errors,
    n_correct,
    accuracy,
    {{ interval() }},
    accuracy_all,
    {{ interval('accuracy_all_') }},
    coverage,
    n_paired,
    drop_paired,
    {{ interval('drop_paired_') }},
    drop_unpaired,
    {{ interval('drop_unpaired_') }}
from combined
{{ join_ends(cell) }}
