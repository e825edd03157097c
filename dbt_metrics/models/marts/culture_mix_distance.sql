{% set cell = ['target', 'rule', 'subtask', 'cue', 'distance'] %}
{% set ends = {'accuracy': ''} %}
with placed as (
    {{ by_distance(ref('int_mix_answers')) }}
),

counted as (
    {{ mix_counted('placed', ['subtask', 'cue', 'distance'], where="cue <> 'all'") }}
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
