{% set cell = ['target', 'rule', 'subtask', 'background_kind'] %}
{% set ends = {'accuracy': '', 'accuracy_all': 'accuracy_all_'} %}
with sliced as (
    select * replace ('all' as background_kind) from {{ ref('int_mix_answers') }}
    union all
    select * replace (coalesce(background_kind, 'unknown') as background_kind)
    from {{ ref('int_mix_answers') }}
    where background_distance is not null
),

measured as (
    {{ mix_counted('sliced', ['subtask', 'background_kind'], published="background_kind <> 'unknown'") }}
),

rated as (
    select
        *,
        {{ rate('n_correct', 'n') }} as accuracy,
        {{ rate('n_correct', 'n + n_errors') }} as accuracy_all,
        {{ rate('n', 'n_variants') }} as coverage
    from measured
),

combined as (
    select * from rated
    union all by name
    select *, 'as_published' as rule from {{ ref('int_mix_published') }}
),

ends as (
    {{ interval_ends('culture_mix_accuracy', cell, ends) }}
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
    subtask,
    background_kind,
    n_variants,
    n,
    n_errors,
    n_correct,
    accuracy,
    {{ interval() }},
    accuracy_all,
    {{ interval('accuracy_all_') }},
    coverage
from combined
{{ join_ends(cell) }}
