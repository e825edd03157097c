{% set cell = ['target', 'rule', 'subtask', 'cue', 'distance'] %}
{% set ends = {'accuracy': ''} %}
with placed as (
    {{ by_distance(ref('int_mix_answers')) }}
),

counted as (
    {% for rule in rules() %}
    select
        {{ mix_head(rule="'" ~ rule ~ "'", published='false') }},
        target,
        '{{ rule }}' as rule,
        subtask,
        cue,
        distance,
        count(*) as n_variants,
        {{ count_if('is_answered') }} as n,
        {{ count_if('is_answered and correct_' ~ rule) }} as n_correct
    from placed
    where cue <> 'all'
    group by all
    {% if not loop.last %}union all{% endif %}
    {% endfor %}
),

ends as (
    {{ interval_ends('culture_mix_distance', cell, ends) }}
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
    cue,
    distance,
    n_variants,
    n,
    n_correct,
    {{ rate('n_correct', 'n') }} as accuracy,
    {{ interval() }},
    {{ rate('n', 'n_variants') }} as coverage
from counted
{{ join_ends(cell) }}
