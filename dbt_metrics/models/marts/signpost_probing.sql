{# What asking about the conflict does: accuracy on Adversarial pictures, how often the conflict is
   reported (CDA), and which evidence the answer says it goes by. #}
{% set rates = {
    'cda': ['true', 'conflict'],
    'text_dominance': ["task = 'probing'", 'trusts_text'],
} %}
with {{ signpost_judged(['probing', 'defence'], rates, places=true) }},

published as (
    select
        {{ signpost_published_head(
            "'two models, other prompts, and edits that are not redistributed'", 'table_14',
            source='lower(dataset)'
        ) }},
        'none' as source_set,
        replace(stage, 'defense', 'defence') as task,
        wla_pct / 100 as wla,
        cda_pct / 100 as cda
    from {{ ref('sp_table14_probing_defense_by_dataset') }}
    union all by name
    select
        {{ signpost_published_head(
            "'averages over the four datasets, two models, other prompts and edits'", 'table_9',
            source="'all'"
        ) }},
        'published_four' as source_set,
        4 as n_sources,
        replace(stage, 'defense', 'defence') as task,
        wla_pct / 100 as wla,
        median_error_km as median_km,
        cda_pct / 100 as cda
    from {{ ref('sp_table09_probing_defense') }}
),

{{ signpost_judged_mart('signpost_probing', rates, places=true) }}
