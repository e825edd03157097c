{# Whether injected text also turns other judgements (Appendix G): a conflict that is reported, and a
   country for which the text is trusted. Which country is named stands in signpost_naming. #}
{% set rates = {
    'conflict_recall': ["task = 'consistency'", 'conflict'],
    'text_dominance': ["task = 'country'", 'trusts_text'],
} %}
with {{ signpost_judged(['consistency', 'country'], rates) }},

published as (
    select
        {{ signpost_published_head(
            "'two models on a subset of unstated size, other prompts and edits'", 'table_15',
            source='lower(dataset)'
        ) }},
        'none' as source_set,
        'published' as task,
        conflict_recall_pct / 100 as conflict_recall,
        text_dominance_pct / 100 as text_dominance
    from {{ ref('sp_table15_cross_task') }}
    union all by name
    select
        {{ signpost_published_head(
            "'averages over the four datasets of Table 15, as the text has them'", 'table_15',
            source="'all'"
        ) }},
        'published_four' as source_set,
        count(*) as n_sources,
        'published' as task,
        avg(conflict_recall_pct) / 100 as conflict_recall,
        avg(text_dominance_pct) / 100 as text_dominance
    from {{ ref('sp_table15_cross_task') }}
    group by model
),

{{ signpost_judged_mart('signpost_cross_task', rates) }}
