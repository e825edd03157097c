{# Ruling 25: per food over its answers, then the mean over foods. An unreadable answer is a label of
   its own. #}
{% set cell = ['target', 'subtask', 'cue', 'distance'] %}
{% set ends = {'bits': '', 'nats': 'nats_', 'normalised': 'normalised_'} %}
{% set head = [
    'benchmark', 'source', 'source_version', 'model', 'prompt_id', 'evaluation', 'target', 'subtask',
    'cue', 'distance'
] | join(', ') %}
with pictures as (
    select * from {{ ref('int_mix_answers') }}
    union all by name
    select * exclude (control, control_of, object, size_ratio) replace ('object' as subtask)
    from {{ ref('int_mix_asked') }}
    where control = 'agnostic'
),

placed as (
    {{ by_distance('pictures') }}
),

labels as (
    select {{ head }}, group_id, label, count(*) as n_label
    from placed
    where is_answered
    group by all
),

shares as (
    select
        *,
        sum(n_label) over (partition by {{ head }}, group_id)::bigint as n_food,
        n_label / n_food as share
    from labels
),

foods as (
    select
        {{ head }},
        group_id,
        any_value(n_food) as n_food,
        abs(sum(share * ln(share))) as nats,
        nats / nullif(ln(any_value(n_food)), 0) as normalised
    from shares
    group by all
),

means as (
    select
        {{ head }},
        count(*) as n_foods,
        min(n_food) as n_food_min,
        max(n_food) as n_food_max,
        avg(nats) / ln(2) as bits,
        avg(nats) as nats,
        avg(normalised) as normalised
    from foods
    group by all
),

sizes as (
    select
        {{ mix_head(published="cue = 'all'") }},
        target,
        subtask,
        cue,
        distance,
        count(*) as n_variants,
        {{ count_if('is_answered') }} as n,
        {{ count_if('is_answered and label is null') }} as n_unparsed
    from placed
    group by all
),

measured as (
    select sizes.*, means.* exclude ({{ head }}), false as unit_inferred
    from sizes
    left join means using ({{ head }})
),

printed as (
    select 'table_8' as printed_in, model, 'published' as setting, target, subtask, entropy as nats
    from {{ ref('cm_table8_entropy') }}
    where is_average_row = 0
    union all
    select 'table_2', model, setting, 'unstated', subtask, value * ln(2)
    from {{ ref('cm_table2_mitigation') }}
    where metric = 'entropy'
),

published as (
    {% for table in ['table_8', 'table_2'] %}
    select
        {{ published_head(
            'false', mix_entropy_reason() if table == 'table_8' else mix_split_reason(), table,
            setting='setting', benchmark='culture_mix'
        ) }},
        {{ mix_target('target') }} as target,
        subtask,
        'all' as cue,
        'all' as distance,
        nats / ln(2) as bits,
        nats,
        true as unit_inferred
    from printed
    where printed_in = '{{ table }}'
    {% if not loop.last %}union all{% endif %}
    {% endfor %}
),

combined as (
    select * from measured
    union all by name
    select * from published
),

ends as (
    {{ interval_ends('culture_mix_entropy', cell, ends) }}
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
    cue,
    distance,
    n_variants,
    n,
    n_unparsed,
    n_foods,
    n_food_min,
    n_food_max,
    bits,
    {{ interval() }},
    nats,
    {{ interval('nats_') }},
    normalised,
    {{ interval('normalised_') }},
    unit_inferred,
    {{ rate('n', 'n_variants') }} as coverage
from combined
{{ join_ends(cell) }}
