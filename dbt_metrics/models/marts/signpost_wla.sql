{# Micro over the pictures of one variant and editor in one source (rulings 8, 17). #}
{% set thresholds = [25, 200, 750] %}
{% set metrics = ['wla', 'wla_all', 'median_km', 'acc_25', 'acc_200', 'acc_750', 'over_2500'] %}
{% set cell = ['variant'] %}
with measured as (
    select
        {{ signpost_measured_head('variant') }},
        variant,
        count(*) as n_variants,
        count(state) as n_asked,
        {{ count_if("state = 'error'") }} as n_errors,
        {{ count_if('counted') }} as n,
        count(error_km) as n_placed,
        {{ culture_conflict.rate(count_if("state <> 'error'"), 'count(*)') }} as coverage,
        avg(wla) as wla,
        {{ culture_conflict.rate('coalesce(sum(wla), 0)', 'count(state)') }} as wla_all,
        median(error_km) as median_km,
        {% for km in thresholds %}
        {{ culture_conflict.rate(count_if('error_km <= ' ~ km), count_if('counted')) }}
            as acc_{{ km }},
        {% endfor %}
        {{ culture_conflict.rate(count_if('error_km > 2500'), count_if('counted')) }} as over_2500
    from {{ ref('int_signpost_answers') }}
    group by all
),

published as (
    {% for variant in signpost_variants() %}
    select
        {{ signpost_published_head(
            "'the published edits are not redistributed, so the pictures differ'"
            if variant != 'original' else
            "'comparable given a source that holds the published scenes, and the prompt may differ'",
            'tables_20_23', source='lower(dataset)'
        ) }},
        '{{ variant }}' as variant,
        wla_{{ variant }}_pct / 100 as wla
    from {{ ref('sp_table20_23_by_dataset') }}
    {{ 'union all' if not loop.last }}
    {% endfor %}
),

combined as (
    select * from measured
    union all by name
    select * from published
),

ends as (
    {{ signpost_ends('signpost_wla', metrics, cell) }}
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
    variant,
    variant = 'native' as control,
    n_variants,
    n_asked,
    n_errors,
    n,
    n_placed,
    coverage,
    {% for metric in metrics %}
    {{ metric }},
    {{ interval(metric ~ '_') }}{{ ',' if not loop.last }}
    {% endfor %}
from combined
{{ signpost_join_ends(cell) }}
