{# What asking about the conflict does: accuracy on Adversarial pictures, and how often the conflict
   is reported (CDA), beside how often one is reported of the Original, where there is none. #}
{% set metrics = ['wla', 'median_km', 'cda', 'cda_original'] %}
{% set setting = (signpost_setting() + ['task']) | join(', ') %}
with judged as (
    select *
    from {{ ref('int_signpost_judged') }}
    where task in ('probing', 'defence')
),

adversarial as (
    select
        {{ setting }},
        editor,
        {{ signpost_judged_counts() }},
        avg(wla) filter (where counted) as wla,
        count(error_km) as n_placed,
        median(error_km) as median_km,
        {{ count_if('counted and conflict') }} as n_conflicts,
        {{ culture_conflict.rate(count_if('counted and conflict'), count_if('counted')) }} as cda
    from judged
    where variant = 'adversarial'
    group by all
),

originals as (
    select
        {{ setting }},
        {{ count_if('counted') }} as n_original,
        {{ count_if('counted and conflict') }} as n_conflicts_original,
        {{ culture_conflict.rate(count_if('counted and conflict'), count_if('counted')) }}
            as cda_original
    from judged
    where variant = 'original'
    group by all
),

measured as (
    select
        {{ signpost_measured_head("'adversarial'") }},
        * exclude (
            benchmark, source, source_version, source_kind, model, prompt_id, evaluation, editor,
            unanswered
        )
    from adversarial
    left join originals using ({{ setting }})
),

published as (
    select
        {{ signpost_published_head(
            "'two models, other prompts, and edits that are not redistributed'", 'table_14',
            source='lower(dataset)'
        ) }},
        replace(stage, 'defense', 'defence') as task,
        wla_pct / 100 as wla,
        cda_pct / 100 as cda
    from {{ ref('sp_table14_probing_defense_by_dataset') }}
    union all by name
    select
        {{ signpost_published_head(
            "'averages over the four datasets, two models, other prompts and edits'", 'table_9'
        ) }},
        replace(stage, 'defense', 'defence') as task,
        wla_pct / 100 as wla,
        median_error_km as median_km,
        cda_pct / 100 as cda
    from {{ ref('sp_table09_probing_defense') }}
),

combined as (
    select * from measured
    union all by name
    select * from published
),

ends as (
    {{ signpost_ends('signpost_probing', metrics, []) }}
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
    unanswered,
    task,
    n_variants,
    n_asked,
    n_errors,
    n,
    coverage,
    wla,
    {{ interval('wla_') }},
    n_placed,
    median_km,
    {{ interval('median_km_') }},
    n_conflicts,
    cda,
    {{ interval('cda_') }},
    n_original,
    n_conflicts_original,
    cda_original,
    {{ interval('cda_original_') }}
from combined
{{ signpost_join_ends([]) }}
