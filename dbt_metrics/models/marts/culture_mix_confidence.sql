{# Figure 7: how far the label moves in mixed pictures (ruling 26), by how sure the model is of the food
   alone: certain = one label in all answers to its single pictures, wavering = several, unknown = one
   answer or none. Level `all` has the rank correlation over foods of entropy and shift. #}
{% set cell = ['target', 'subtask', 'level'] %}
{% set ends = {'label_shift': '', 'spearman': 'spearman_'} %}
{% set setting = 'benchmark, source, source_version, model, prompt_id, evaluation, target' %}
with labels as (
    select {{ setting }}, group_id, label, count(*) as n_label
    from {{ ref('int_mix_answers') }}
    where subtask = 'sf' and is_answered
    group by all
),

alone as (
    select
        {{ setting }},
        group_id,
        sum(n_label) as n_alone,
        {# - sum p log2 p in one pass: log2 n - sum k log2 k / n. In order: equal counts have to
           give equal bits, or the ranks of foods that tie would hang on the order of rows. #}
        greatest(
            0,
            log2(sum(n_label)) - sum(n_label * log2(n_label) order by n_label) / sum(n_label)
        ) as bits,
        case when n_alone < 2 then 'unknown' when count(*) = 1 then 'certain' else 'wavering' end
            as level
    from labels
    group by all
),

mixed as (
    select {{ setting }}, group_id, subtask, shift from {{ ref('int_mix_answers') }}
    where subtask <> 'sf'
    union all
    select {{ setting }}, group_id, 'mixed', shift from {{ ref('int_mix_answers') }}
    where subtask <> 'sf'
),

foods as (
    select
        {{ setting }},
        group_id,
        subtask,
        coalesce(any_value(alone.level), 'unknown') as level,
        any_value(alone.bits) filter (where alone.n_alone > 1) as bits,
        count(*) as n_variants,
        {{ count_if("shift in ('kept', 'shifted')") }} as n,
        {{ count_if("shift = 'shifted'") }} as n_shifted,
        {{ rate('n_shifted', 'n') }} as share
    from mixed
    left join alone using ({{ setting }}, group_id)
    group by all
),

ranked as (
    select
        {{ setting }},
        subtask,
        {% for value in ['bits', 'share'] %}
        rank() over (partition by {{ setting }}, subtask order by {{ value }})
            + (count(*) over (partition by {{ setting }}, subtask, {{ value }}) - 1) / 2
            as {{ value }}_rank{{ ',' if not loop.last }}
        {% endfor %}
    from foods
    where bits is not null and share is not null
),

centred as (
    select
        {{ setting }},
        subtask,
        bits_rank - avg(bits_rank) over (partition by {{ setting }}, subtask) as x,
        share_rank - avg(share_rank) over (partition by {{ setting }}, subtask) as y
    from ranked
),

correlated as (
    select {{ setting }}, subtask, 'all' as level, {{ correlation('x', 'y') }} as spearman
    from centred
    group by all
),

levels as (
    select *, 'all' as sureness from foods
    union all
    select *, level as sureness from foods
),

counted as (
    select
        {{ mix_head(published='false') }},
        target,
        subtask,
        sureness as level,
        count(*) as n_foods,
        sum(n_variants)::bigint as n_variants,
        sum(n)::bigint as n,
        sum(n_shifted)::bigint as n_shifted
    from levels
    group by all
),

ends as (
    {{ interval_ends('culture_mix_confidence', cell, ends) }}
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
    subtask,
    level,
    n_foods,
    n_variants,
    n,
    n_shifted,
    {{ rate('n_shifted', 'n') }} as label_shift,
    {{ interval() }},
    spearman,
    {{ interval('spearman_') }},
    {{ rate('n', 'n_variants') }} as coverage
from counted
left join correlated using ({{ setting }}, subtask, level)
{{ join_ends(cell) }}
