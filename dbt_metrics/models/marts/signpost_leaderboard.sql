{# Each source of the set weighs the same, then the composites are made of the averages (rulings
   19, 20). Published rows are made here too, of Tables 20-23 and 7, beside what is printed. #}
{% set parts = ['wla_original', 'wla_blank', 'wla_similar', 'wla_random', 'wla_adversarial',
                'tbs_adversarial_km', 'tfr'] %}
{% set terms = ['c', 'rho_random', 'rho_adversarial', 'q_tbs', 'q_tfr', 'r', 'mcrs'] %}
{% set printed = ['wla_original', 'wla_blank', 'wla_similar', 'wla_random', 'wla_adversarial',
                  'tbs_adversarial_km', 'tfr', 'c', 'r', 'mcrs', 'rho_random', 'rho_adversarial',
                  'q_tbs', 'q_tfr'] %}
with by_source as (
    select * from {{ ref('int_signpost_by_source') }}
),

settings as (
    select distinct model, kind, prompt_id, evaluation, editor, unanswered from by_source
),

averaged as (
    select
        sets.source_set,
        settings.*,
        count(*) as n_sources,
        {{ count_if('coverage >= ' ~ var('rank_min_coverage')) }} as n_covered,
        avg(coalesce(coverage, 0)) as coverage,
        string_agg(sets.source, ', ' order by sets.source)
            filter (where coalesce(coverage, 0) < {{ var('rank_min_coverage') }}) as not_covered,
        sum(tfr_n) as tfr_n,
        {% for part in parts %}
        case
            when count({{ part }}) = count(*)
                and {{ count_if('coverage >= ' ~ var('rank_min_coverage')) }} = count(*)
                then avg({{ part }})
        end as {{ part }}{{ ',' if not loop.last }}
        {% endfor %}
    from {{ ref('stg_source_sets') }} as sets
    cross join settings
    left join by_source
        using (source, model, kind, prompt_id, evaluation, editor, unanswered)
    where sets.benchmark = 'signpost'
    group by all
    having count(coverage) > 0
),

measured as (
    select
        {{ signpost_set_head("'the published edits are not redistributed, so the pictures differ'") }},
        * exclude (source_set, model, prompt_id, evaluation, editor, unanswered)
    from averaged
),

published as (
    select
        {{ signpost_set_head(
            "'edits are not redistributed, and TFR fits other denominators than Table 6 (ruling 20)'",
            'published', "'published_four'", 'averages.model'
        ) }},
        'vlm' as kind,
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
    case
        when mcrs is not null then rank() over (
            partition by origin, source_set, prompt_id, evaluation, editor, unanswered, kind,
                mcrs is not null
            order by mcrs desc
        )
    end as rank,
    n_sources,
    n_covered,
    coverage,
    not_covered,
    tfr_n,
    {% for metric in parts + terms %}
    {{ metric }},
    {{ interval(metric ~ '_') }},
    {% endfor %}
    {% for metric in printed %}
    printed_{{ metric }}{{ ',' if not loop.last }}
    {% endfor %}
from scored
{{ signpost_join_ends([], 'source_set') }}
