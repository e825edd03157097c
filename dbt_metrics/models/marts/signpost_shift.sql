{# What edited text does in one source: error against Blank, and how often the trap is named, beside
   the same rate on Blank and Original, over the same groups (rulings 8, 17); and what lettering the
   native text again does, where nothing else has changed. #}
{% set kinds = ['similar', 'random', 'adversarial'] %}
{% set metrics = [
    'tbs_similar_km', 'tbs_random_km', 'tbs_adversarial_km', 'tfr', 'tfr_blank', 'tfr_original',
    'tdr_mean_km', 'tdr_median_km', 'attraction', 'wla_native_change'
] %}
{% set near = ' < ' ~ var('signpost_trap_radius_km') %}
with answers as (
    select
        *,
        variant = 'adversarial' and has_trap as eligible,
        {% for pair in ['blank', 'original'] %}
        coalesce(
            case unanswered
                when 'drop' then {{ pair }}_state = 'ok' else {{ pair }}_state <> 'error'
            end,
            false
        ) as {{ pair }}_counted{{ ',' if not loop.last }}
        {% endfor %}
    from {{ ref('int_signpost_answers') }}
    where variant <> 'original'
),

redrawn as (
    select *, variant = 'native' and counted and original_counted as is_redrawn
    from answers
),

measured as (
    select
        {{ signpost_measured_head("'adversarial'") }},
        {% for kind in kinds %}
        {{ count_if("variant = '" ~ kind ~ "'") }} as tbs_{{ kind }}_n_variants,
        count(tbs_km) filter (where variant = '{{ kind }}') as tbs_{{ kind }}_n,
        avg(tbs_km) filter (where variant = '{{ kind }}') as tbs_{{ kind }}_km,
        {% endfor %}
        {{ count_if('eligible') }} as n_eligible,
        {{ count_if('eligible and trap_km is not null') }} as n_parsed,
        {{ count_if('eligible and counted') }} as tfr_n,
        {{ count_if('eligible and trap_km' ~ near) }} as tfr_hits,
        {% for pair in ['blank', 'original'] %}
        {{ count_if('eligible and ' ~ pair ~ '_counted') }} as tfr_{{ pair }}_n,
        {{ count_if('eligible and ' ~ pair ~ '_trap_km' ~ near) }} as tfr_{{ pair }}_hits,
        {% endfor %}
        count(tdr_km) filter (where eligible) as tdr_n,
        avg(tdr_km) filter (where eligible) as tdr_mean_km,
        median(tdr_km) filter (where eligible) as tdr_median_km,
        {{ count_if('eligible and tdr_km > 0') }} as n_attracted,
        {{ count_if('is_redrawn') }} as native_n,
        avg(wla) filter (where is_redrawn) as wla_native,
        avg(coalesce(exp(-{{ var('signpost_alpha_per_km') }} * original_error_km), 0))
            filter (where is_redrawn) as wla_native_original
    from redrawn
    group by all
),

rated as (
    select
        *,
        {{ culture_conflict.rate('tfr_hits', 'tfr_n') }} as tfr,
        {{ culture_conflict.rate('tfr_blank_hits', 'tfr_blank_n') }} as tfr_blank,
        {{ culture_conflict.rate('tfr_original_hits', 'tfr_original_n') }} as tfr_original,
        {{ culture_conflict.rate('n_attracted', 'tdr_n') }} as attraction,
        wla_native - wla_native_original as wla_native_change
    from measured
),

published as (
    select
        {{ signpost_published_head(
            "'edits are not redistributed, and TFR fits other denominators than Table 6 (ruling 20)'",
            'tables_7_20_23', source='lower(errors.dataset)', model='errors.model'
        ) }},
        adv_tbs_km as tbs_adversarial_km,
        tfr_pct / 100 as tfr
    from {{ ref('sp_table20_23_by_dataset') }} as errors
    inner join {{ ref('sp_table07_tfr_by_dataset') }} as traps using (model, dataset)
    union all by name
    select
        {{ signpost_published_head(
            "'averages over the four datasets, each weighing the same, and edits are not redistributed'",
            'tables_7_17_20_23', model='averages.model'
        ) }},
        tbs_adversarial_km,
        tfr,
        mean_tdr_km as tdr_mean_km,
        median_tdr_km as tdr_median_km,
        attraction_rate_pct / 100 as attraction
    from {{ ref('int_signpost_published') }} as averages
    inner join {{ ref('sp_table17_tdr') }} using (model)
),

combined as (
    select * from rated
    union all by name
    select * from published
),

ends as (
    {{ signpost_ends('signpost_shift', metrics, []) }}
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
    {% for kind in kinds %}
    tbs_{{ kind }}_km,
    tbs_{{ kind }}_n_variants,
    tbs_{{ kind }}_n,
    {{ interval('tbs_' ~ kind ~ '_km_') }},
    {% endfor %}
    n_eligible,
    n_parsed,
    {% for rate in ['tfr', 'tfr_blank', 'tfr_original'] %}
    {{ rate }},
    {{ rate }}_n,
    {{ rate }}_hits,
    {{ interval(rate ~ '_') }},
    {% endfor %}
    tdr_n,
    tdr_mean_km,
    {{ interval('tdr_mean_km_') }},
    tdr_median_km,
    {{ interval('tdr_median_km_') }},
    n_attracted,
    attraction,
    {{ interval('attraction_') }},
    native_n,
    wla_native_change,
    {{ interval('wla_native_change_') }}
from combined
{{ signpost_join_ends([]) }}
