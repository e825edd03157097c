{# §4.3 and B.2: each control against its picture without it: a thing of no culture beside the food
   (against the food alone), the mirrored picture, another size ratio. Level all pools them. Pictures
   that failed a check and are shown all the same (failed_gates) stand here too, named by their
   editor, against the food alone: they are in no other number. #}
{% set cell = ['editor', 'target', 'rule', 'cue', 'level'] %}
{% set ends = {'accuracy': '', 'same_label': 'same_label_', 'difference': 'difference_'} %}
{% set setting = 'source, model, prompt_id, evaluation, target' %}
with alone as (
    select {{ setting }}, group_id, any_value(variant_id) as variant_id
    from {{ ref('int_mix_answers') }}
    where subtask = 'sf' and augmentation = 0
    group by all
),

beside as (
    select
        control.*,
        control.is_answered and coalesce(before.is_answered, false) as is_paired,
        coalesce(before.correct_as_published, false) as before_as_published,
        coalesce(before.correct_guarded, false) as before_guarded,
        coalesce(control.label = before.label, false) as is_same
    from {{ ref('int_mix_asked') }} as control
    left join alone using ({{ setting }}, group_id)
    left join {{ ref('int_mix_answers') }} as before
        on before.variant_id = coalesce(control.control_of, alone.variant_id)
        and before.model = control.model
        and before.prompt_id = control.prompt_id
        and before.evaluation = control.evaluation
        and before.target = control.target
    where control.control is not null
),

levelled as (
    select *, 'all' as level from beside
    union all
    select
        *,
        case
            when control = 'agnostic' then coalesce(object, 'unknown')
            when control = 'failed_gates' then subtask
            when size_ratio is null then 'unknown'
            when size_ratio < 1 then 'target smaller'
            else 'target larger'
        end as level
    from beside
    where control <> 'flip'
),

counted as (
    {% for rule in rules() %}
    select
        {{ mix_head(
            rule="'" ~ rule ~ "'", published='false',
            editor="case control when 'failed_gates' then editor else 'all' end"
        ) }},
        target,
        '{{ rule }}' as rule,
        control as cue,
        level,
        count(*) as n_variants,
        {{ count_if('is_answered') }} as n,
        {{ count_if('is_answered and correct_' ~ rule) }} as n_correct,
        {{ count_if('is_paired') }} as n_paired,
        {{ count_if('is_paired and is_same') }} as n_same,
        {{ mean_difference('correct_' ~ rule, 'before_' ~ rule, 'is_paired') }} as difference
    from levelled
    group by all
    {% if not loop.last %}union all{% endif %}
    {% endfor %}
),

ends as (
    {{ interval_ends('culture_mix_controls', cell, ends) }}
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
    cue,
    level,
    n_variants,
    n,
    n_correct,
    {{ rate('n_correct', 'n') }} as accuracy,
    {{ interval() }},
    n_paired,
    n_same,
    {{ rate('n_same', 'n_paired') }} as same_label,
    {{ interval('same_label_') }},
    difference,
    {{ interval('difference_') }},
    {{ rate('n', 'n_variants') }} as coverage
from counted
{{ join_ends(cell) }}
