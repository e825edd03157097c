{# Figure 17: what becomes of each food's unaugmented single picture, right or wrong. Subtask sf holds
   the augmented copies: how much changes without any distractor. #}
{% set cell = ['target', 'rule', 'subtask'] %}
{% set moves = {
    'true_true': 'before and after', 'true_false': 'before and not after',
    'false_true': 'not before and after', 'false_false': 'not before and not after'
} %}
{% set ends = {
    'true_true': 'true_true_', 'true_false': 'true_false_', 'false_true': 'false_true_',
    'false_false': 'false_false_'
} %}
with beside as (
    select
        mixed.*,
        mixed.is_answered and coalesce(alone.is_answered, false) as is_paired,
        coalesce(alone.correct_as_published, false) as before_as_published,
        coalesce(alone.correct_guarded, false) as before_guarded
    from {{ ref('int_mix_answers') }} as mixed
    left join {{ ref('int_mix_answers') }} as alone
        on alone.source = mixed.source
        and alone.group_id = mixed.group_id
        and alone.model = mixed.model
        and alone.prompt_id = mixed.prompt_id
        and alone.evaluation = mixed.evaluation
        and alone.target = mixed.target
        and alone.subtask = 'sf'
        and alone.augmentation = 0
    where mixed.subtask <> 'sf' or mixed.augmentation > 0
),

judged as (
    {% for rule in rules() %}
    select
        *,
        '{{ rule }}' as rule,
        before_{{ rule }} as before,
        correct_{{ rule }} as after
    from beside
    {% if not loop.last %}union all{% endif %}
    {% endfor %}
),

counted as (
    select
        {{ mix_head(rule='rule', published='false') }},
        target,
        rule,
        subtask,
        count(*) as n_variants,
        {{ count_if('is_paired') }} as n,
        {% for move, when in moves.items() %}
        {{ count_if('is_paired and ' ~ when) }} as n_{{ move }}{{ ',' if not loop.last }}
        {% endfor %}
    from judged
    group by all
),

ends as (
    {{ interval_ends('culture_mix_transitions', cell, ends) }}
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
    n_variants,
    n,
    {% for move in moves %}
    n_{{ move }},
    {{ rate('n_' ~ move, 'n') }} as {{ move }},
    {{ interval(move ~ '_') }},
    {% endfor %}
    {{ rate('n', 'n_variants') }} as coverage
from counted
{{ join_ends(cell) }}
