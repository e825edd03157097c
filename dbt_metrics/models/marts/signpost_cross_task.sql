{# Whether injected text also turns other judgements (Appendix G): a conflict that is reported, a
   country for which the text is trusted, or that is the trap's. Each stands beside the same rate on
   the Original, where nothing was injected. #}
{% set rates = {
    'conflict_recall': ["task = 'consistency'", 'conflict'],
    'text_dominance': ["task = 'country'", 'trusts_text'],
    'trap_country': ["task = 'country' and foreign_trap", "coalesce(names = 'trap', false)"],
} %}
{% set metrics = [] %}
{% for rate in rates %}
    {% do metrics.append(rate) %}
    {% do metrics.append(rate ~ '_original') %}
{% endfor %}
{% set setting = (signpost_setting() + ['task']) | join(', ') %}
with judged as (
    select *
    from {{ ref('int_signpost_judged') }}
    where task in ('consistency', 'country')
),

{% for variant in ['adversarial', 'original'] %}
{% set suffix = '' if variant == 'adversarial' else '_original' %}
{{ variant }} as (
    select
        {{ setting }},
        {% if variant == 'adversarial' %}
        editor,
        {{ signpost_judged_counts() }},
        {% endif %}
        {% for rate, (among, holds) in rates.items() %}
        {% set counted = 'counted and ' ~ among %}
        case when {{ count_if(counted) }} > 0 then {{ count_if(counted) }} end
            as {{ rate }}{{ suffix }}_n,
        case when {{ count_if(counted) }} > 0 then {{ count_if(counted ~ ' and ' ~ holds) }} end
            as {{ rate }}{{ suffix }}_hits,
        {{ culture_conflict.rate(count_if(counted ~ ' and ' ~ holds), count_if(counted)) }}
            as {{ rate }}{{ suffix }}{{ ',' if not loop.last }}
        {% endfor %}
    from judged
    where variant = '{{ variant }}'
    group by all
),
{% endfor %}

measured as (
    select
        {{ signpost_measured_head("'adversarial'") }},
        * exclude (
            benchmark, source, source_version, source_kind, model, prompt_id, evaluation, editor,
            unanswered
        )
    from adversarial
    left join original using ({{ setting }})
),

published as (
    select
        {{ signpost_published_head(
            "'two models on a subset of unstated size, other prompts and edits'", 'table_15',
            source='lower(dataset)'
        ) }},
        'published' as task,
        conflict_recall_pct / 100 as conflict_recall,
        text_dominance_pct / 100 as text_dominance
    from {{ ref('sp_table15_cross_task') }}
    union all by name
    select
        {{ signpost_published_head(
            "'averages over the four datasets of Table 15, as the text has them'", 'table_15'
        ) }},
        'published' as task,
        avg(conflict_recall_pct) / 100 as conflict_recall,
        avg(text_dominance_pct) / 100 as text_dominance
    from {{ ref('sp_table15_cross_task') }}
    group by model
),

combined as (
    select * from measured
    union all by name
    select * from published
),

ends as (
    {{ signpost_ends('signpost_cross_task', metrics, []) }}
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
    {% for metric in metrics %}
    {{ metric }},
    {{ metric }}_n,
    {{ metric }}_hits,
    {{ interval(metric ~ '_') }}{{ ',' if not loop.last }}
    {% endfor %}
from combined
{{ signpost_join_ends([]) }}
