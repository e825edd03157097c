{# Results by how much the native text tells of the place (Table 11). #}
{% set metrics = ['wla_original', 'wla_blank', 'wla_adversarial', 'delta_wla',
                  'tbs_adversarial_km'] %}
{% set cell = ['tier'] %}
{% set setting = signpost_setting() | join(', ') %}
with answers as (
    select * exclude (tier), coalesce(tier, 'none') as tier
    from {{ ref('int_signpost_answers') }}
),

edited as (
    select
        {{ setting }},
        editor,
        tier,
        count(distinct group_id) as n_groups,
        count(wla) filter (where variant = 'blank') as n_blank,
        avg(wla) filter (where variant = 'blank') as wla_blank,
        count(wla) filter (where variant = 'adversarial') as n_adversarial,
        avg(wla) filter (where variant = 'adversarial') as wla_adversarial,
        count(tbs_km) filter (where variant = 'adversarial') as tbs_adversarial_n,
        avg(tbs_km) filter (where variant = 'adversarial') as tbs_adversarial_km
    from answers
    where variant <> 'original'
    group by all
),

originals as (
    select {{ setting }}, tier, count(wla) as n_original, avg(wla) as wla_original
    from answers
    where variant = 'original'
    group by all
),

measured as (
    select
        {{ signpost_measured_head("'adversarial'") }},
        tier,
        n_groups,
        n_groups / sum(n_groups) over (partition by {{ setting }}, editor) as share,
        n_original,
        wla_original,
        n_blank,
        wla_blank,
        n_adversarial,
        wla_adversarial,
        wla_original - wla_adversarial as delta_wla,
        tbs_adversarial_n,
        tbs_adversarial_km
    from edited
    left join originals using ({{ setting }}, tier)
),

published as (
    select
        {{ signpost_published_head(
            "'its scale is unexplained: neither the average of groups nor that of datasets fits '"
            ~ " || 'Tables 20-23'",
            'table_11', model="'all'"
        ) }},
        tier,
        share_pct / 100 as share,
        wla_original_pct / 100 as wla_original,
        wla_blank_pct / 100 as wla_blank,
        wla_adversarial_pct / 100 as wla_adversarial,
        (wla_original_pct - wla_adversarial_pct) / 100 as delta_wla,
        delta_wla_points / 100 as printed_delta_wla,
        adv_tbs_km as tbs_adversarial_km
    from {{ ref('sp_table11_tiers') }}
),

combined as (
    select * from measured
    union all by name
    select * from published
),

ends as (
    {{ signpost_ends('signpost_by_tier', metrics, cell) }}
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
    tier,
    n_groups,
    share,
    n_original,
    n_blank,
    n_adversarial,
    tbs_adversarial_n,
    {% for metric in metrics %}
    {{ metric }},
    {{ interval(metric ~ '_') }},
    {% endfor %}
    printed_delta_wla
from combined
{{ signpost_join_ends(cell) }}
