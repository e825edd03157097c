{# Each source of the set weighs the same, then the composites are made of the averages (rulings
   19, 20). Published rows are made here too, of Tables 20-23 and 7, beside what is printed. #}
{% set parts = ['wla_original', 'wla_blank', 'wla_similar', 'wla_random', 'wla_adversarial',
                'tbs_adversarial_km', 'tfr'] %}
{% set setting = ['model', 'kind', 'prompt_id', 'evaluation', 'editor', 'unanswered'] %}
{% set counts = [] %}
{% for variant in signpost_variants() %}
{% do counts.append('wla_' ~ variant ~ '_n') %}
{% endfor %}
{% set terms = ['c', 'rho_random', 'rho_adversarial', 'q_tbs', 'q_tfr', 'r', 'mcrs'] %}
{% set printed = ['wla_original', 'wla_blank', 'wla_similar', 'wla_random', 'wla_adversarial',
                  'tbs_adversarial_km', 'tfr', 'c', 'r', 'mcrs', 'rho_random', 'rho_adversarial',
                  'q_tbs', 'q_tfr'] %}
with by_source as (
    select * from {{ ref('int_signpost_by_source') }}
),

averaged as (
    {{ signpost_over_sets(
        'by_source', setting,
        dict.fromkeys(parts, 'coverage'), ['n_variants', 'n_answered', 'tfr_n'] + counts
    ) }}
),

trapless as (
    select
        sets.source_set,
        {{ setting | join(', ') }},
        string_agg(source, ', ' order by source) as no_denominator
    from by_source
    inner join {{ ref('stg_source_sets') }} as sets using (benchmark, source)
    where tfr_n = 0
    group by all
),

evaluations as (
    {{ told_evaluations() }}
),

asked as (
    select
        sets.source_set,
        model,
        prompt_id,
        evaluation,
        coalesce(bool_or(imported), false) as imported,
        string_agg(source || ': ' || sample, '; ' order by source) as sample,
        sum(n_unscored)::bigint as n_unscored
    from {{ ref('stg_source_sets') }} as sets
    inner join (
        select benchmark, source, model, prompt_id, evaluation, n_unscored
        from {{ ref('answer_coverage') }}
    ) as coverages using (benchmark, source)
    left join evaluations using (benchmark, source, model, prompt_id, evaluation)
    where sets.benchmark = 'signpost'
    group by all
),

measured as (
    select
        {{ signpost_set_head("'the published edits are not redistributed, so the pictures differ'") }},
        {{ prompt_note() }} as prompt_note,
        * exclude (source_set, model, prompt_id, evaluation, editor, unanswered)
    from averaged
    inner join asked using (source_set, model, prompt_id, evaluation)
    left join trapless using (source_set, {{ setting | join(', ') }})
),

published as (
    select
        {{ signpost_set_head(
            "'edits are not redistributed, and TFR fits other denominators than Table 6 (ruling 20)'",
            'published', "'published_four'", 'averages.model'
        ) }},
        'vlm' as kind,
        false as imported,
        n_sources,
        {% for part in parts %}
        averages.{{ part }},
        {% endfor %}
        {% for variant in signpost_variants() %}
        overall.wla_{{ variant }}_pct / 100 as printed_wla_{{ variant }},
        {% endfor %}
        overall.tbs_adv_km as printed_tbs_adversarial_km,
        overall.tfr_pct / 100 as printed_tfr,
        parts.c_pct / 100 as printed_c,
        parts.r_pct / 100 as printed_r,
        parts.mcrs as printed_mcrs,
        parts.rho_rnd as printed_rho_random,
        parts.rho_adv as printed_rho_adversarial,
        parts.q_tbs as printed_q_tbs,
        parts.q_tfr as printed_q_tfr
    from {{ ref('int_signpost_published') }} as averages
    inner join {{ ref('sp_table01_overall') }} as overall using (model)
    inner join {{ ref('sp_table13_mcrs_components') }} as parts using (model)
),

combined as (
    select * from measured
    union all by name
    select * from published
),

termed as (
    {{ signpost_terms('combined') }}
),

robust as (
    select *, {{ signpost_robustness(signpost_weights()) }} as r from termed
),

scored as (
    select *, {{ signpost_mcrs('r', 0.4, 0.6) }} as mcrs from robust
),

judged as (
    select
        *,
        wla_original_n + wla_blank_n as c_n,
        wla_original_n + wla_blank_n + wla_random_n + wla_adversarial_n as mcrs_n,
        {{ rank_note('mcrs', 'a source of the set is not covered, or lacks a part of MCRS') }}
            as rank_note
    from scored
),

ranked as (
    select
        *,
        {{ rank_by('mcrs', ['editor', 'unanswered'], over=['source_set']) }} as rank
    from judged
),

ends as (
    {{ signpost_ends('signpost_leaderboard', parts + terms, [], 'source_set') }}
)

select
    origin,
    comparable,
    comparable_reason,
    benchmark,
    source_set,
    model,
    prompt_id,
    evaluation,
    editor,
    unanswered,
    kind,
    imported,
    prompt_note,
    sample,
    rank,
    rank_note,
    n_sources,
    n_covered,
    n_variants,
    n_answered,
    coverage,
    not_covered,
    no_denominator,
    tfr_n,
    c_n,
    mcrs_n,
    {% for metric in parts + terms %}
    {{ metric }},
    {{ interval(metric ~ '_') }},
    {% endfor %}
    {% for metric in printed %}
    printed_{{ metric }}{{ ',' if not loop.last }}
    {% endfor %}
from ranked
{{ signpost_join_ends([], 'source_set') }}
