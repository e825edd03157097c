{# Whether the order of models depends on a choice of the formulas: each score beside the default's,
   and the rank correlation of both over the models of kind vlm (Tables 4, 5, 12, 18, Appendix D). #}
{% set weights = signpost_weights() %}
{% set keys = ['origin', 'source_set', 'prompt_id', 'evaluation', 'editor', 'unanswered'] %}
{% set cell = keys + ['varied', 'setting'] %}
with board as (
    select *
    from {{ ref('signpost_leaderboard') }}
),

varied as (
    {% for c, r in [('0.30', '0.70'), ('0.40', '0.60'), ('0.50', '0.50')] %}
    select
        {{ keys | join(', ') }}, model, kind, 'exponent_c' as varied, '{{ c }}' as setting,
        {{ signpost_mcrs('r', c, r) }} as x, mcrs as y
    from board
    union all
    {% endfor %}
    {% for weight in [0.30, 0.44, 0.50] %}
    {% set changed = dict(weights, rho_adversarial=weight) %}
    select
        {{ keys | join(', ') }}, model, kind, 'weight_rho_adversarial' as varied,
        '{{ '%.2f' | format(weight) }}' as setting,
        {{ signpost_mcrs(signpost_robustness(changed), 0.4, 0.6) }} as x, mcrs as y
    from board
    union all
    {% endfor %}
    {% for removed in weights %}
    {% set kept = {} %}
    {% for term in weights if term != removed %}
    {% do kept.update({term: weights[term]}) %}
    {% endfor %}
    select
        {{ keys | join(', ') }}, model, kind, 'removed' as varied, '{{ removed }}' as setting,
        {{ signpost_mcrs(signpost_robustness(kept), 0.4, 0.6) }} as x, mcrs as y
    from board
    union all
    {% endfor %}
    {% for setting, (x, y) in {
        'tbs and tfr': ('tbs_adversarial_km', 'tfr'),
        'r and wla_adversarial': ('r', 'wla_adversarial'),
        'mcrs and wla_adversarial': ('mcrs', 'wla_adversarial'),
        'r and tbs': ('r', 'tbs_adversarial_km'),
        'r and tfr': ('r', 'tfr')
    }.items() %}
    select
        {{ keys | join(', ') }}, model, kind, 'measures' as varied, '{{ setting }}' as setting,
        {{ x }} as x, {{ y }} as y
    from board
    union all
    {% endfor %}
    select
        'measured' as origin, source_set, prompt_id, evaluation, editor, unanswered, model,
        kind, varied, setting, score as x, default_score as y
    from {{ ref('int_signpost_swept') }}
),

vlms as (
    select * from varied where kind = 'vlm'
),

agreed as (
    {{ rank_agreement('vlms', cell) }}
),

printed as (
    select
        case varied when 'outer_exponents' then 'exponent_c' else 'weight_rho_adversarial' end
            as varied,
        format('{:.2f}', case varied when 'outer_exponents' then exponent_c else weight_rho_adv end)
            as setting,
        kendall_tau,
        spearman_rho
    from {{ ref('sp_table04_mcrs_sensitivity') }}
    union all
    select
        'removed',
        case removed_component
            when 'rho_rnd' then 'rho_random'
            when 'rho_adv' then 'rho_adversarial'
            else removed_component
        end,
        kendall_tau,
        spearman_rho
    from {{ ref('sp_table05_component_ablation') }}
    union all
    select
        'measures',
        case name
            when 'spearman_tbs_tfr_stated' then 'tbs and tfr'
            when 'spearman_r_adv_wla_stated' then 'r and wla_adversarial'
            when 'spearman_mcrs_adv_wla_stated' then 'mcrs and wla_adversarial'
            when 'spearman_r_tbs_stated' then 'r and tbs'
            when 'spearman_r_tfr_stated' then 'r and tfr'
        end,
        null,
        value
    from {{ ref('sp_constants') }}
    where name like 'spearman_%'
),

over_models as (
    select
        agreed.*,
        'all' as source,
        'all' as tier,
        'all' as model,
        printed.kendall_tau as printed_kendall_tau,
        printed.spearman_rho as printed_spearman_rho
    from agreed
    left join printed
        on agreed.origin = 'published'
        and agreed.varied = printed.varied
        and agreed.setting = printed.setting
),

of_models as (
    select
        {{ cell | join(', ') }}, 'all' as source, 'all' as tier, model, x as score
    from varied
    where varied <> 'measures'
    union all by name
    select
        'published' as origin, 'published_four' as source_set, 'published' as prompt_id,
        'published' as evaluation, 'qwen-image-edit-2509' as editor, 'wrong' as unanswered,
        'alpha_per_km' as varied, alpha_per_km::varchar as setting, 'all' as source,
        'all' as tier, model, wla_adversarial_pct / 100 as score
    from {{ ref('sp_table12_alpha') }}
    union all by name
    select
        'published' as origin, 'published_four' as source_set, 'published' as prompt_id,
        'published' as evaluation, 'qwen-image-edit-2509' as editor, 'wrong' as unanswered,
        'radius_km' as varied, tau_km::varchar as setting, lower(dataset) as source,
        'T3' as tier, model, tfr_pct / 100 as score
    from {{ ref('sp_table18_tfr_radius_t3') }}
),

combined as (
    select * from over_models
    union all by name
    select * from of_models
)

select
    origin,
    false as comparable,
    case origin
        when 'published' then 'made of the printed averages, and edits are not redistributed'
        else 'the published edits are not redistributed, so the pictures differ'
    end as comparable_reason,
    'signpost' as benchmark,
    source_set,
    source,
    tier,
    model,
    prompt_id,
    evaluation,
    editor,
    unanswered,
    varied,
    setting,
    score,
    n_models,
    kendall_tau,
    spearman_rho,
    printed_kendall_tau,
    printed_spearman_rho
from combined
