{# SIGNPOST's five pictures, and what its composites are made of (rulings 17, 19; Appendix C). #}
{% macro signpost_variants() %}
{{ return(['original', 'blank', 'similar', 'random', 'adversarial']) }}
{% endmacro %}

{% macro signpost_setting() %}
{{ return(['benchmark', 'source', 'source_version', 'source_kind', 'model', 'prompt_id',
           'evaluation', 'unanswered']) }}
{% endmacro %}

{# What every row of one source begins with; `variant` is what decides whether pictures differ. #}
{% macro signpost_measured_head(variant, editor='editor') -%}
    'measured' as origin,
    {{ signpost_reason(variant) }} = {{ signpost_the_same() }} as comparable,
    {{ signpost_reason(variant) }} as comparable_reason,
    benchmark,
    source,
    source_version,
    model,
    prompt_id,
    evaluation,
    {{ editor }} as editor,
    unanswered
{%- endmacro %}

{% macro signpost_the_same() -%}
    'the published scenes under the published formula, and the prompt may differ: see prompt_id'
{%- endmacro %}

{% macro signpost_reason(variant) -%}
    case
        when source_kind = 'sample' then 'illustrations from a package: they prove the pipeline'
        when not list_contains({{ quoted_list(var('published_sources')) }}, source)
            then 'other scenes than the published ones'
        when {{ variant }} <> 'original'
            then 'the published edits are not redistributed, so the pictures differ'
        else {{ signpost_the_same() }}
    end
{%- endmacro %}

{% macro signpost_published_head(reason, table, source="'published'", model='model') -%}
    'published' as origin,
    false as comparable,
    {{ reason }} as comparable_reason,
    'signpost' as benchmark,
    {{ source }} as source,
    '{{ table }}' as source_version,
    {{ model }} as model,
    'published' as prompt_id,
    'published' as evaluation,
    'qwen-image-edit-2509' as editor,
    'wrong' as unanswered
{%- endmacro %}

{# The same for averages over a set of sources. #}
{% macro signpost_set_head(reason, origin='measured', source_set='source_set', model='model') -%}
    '{{ origin }}' as origin,
    false as comparable,
    {{ reason }} as comparable_reason,
    'signpost' as benchmark,
    {{ source_set }} as source_set,
    {{ model }} as model,
    {% if origin == 'published' %}
    'published' as prompt_id,
    'published' as evaluation,
    'qwen-image-edit-2509' as editor,
    'wrong' as unanswered
    {% else %}
    prompt_id,
    evaluation,
    editor,
    unanswered
    {% endif %}
{%- endmacro %}

{# A term is null where a part of it is: greatest() and least() would pass over nulls. #}
{% macro signpost_retention(w) -%}
    case
        when wla_blank is not null and {{ w }} is not null
            then greatest(0, 1 - greatest(0, wla_blank - {{ w }})
                / greatest(wla_blank, {{ var('signpost_retention_floor') }}))
    end
{%- endmacro %}

{% macro signpost_quality(x, anchor) -%}
    case
        when {{ x }} is not null then 1 - least(1, greatest(0, {{ x }}) / {{ anchor }})
    end
{%- endmacro %}

{# Adds c and the four terms of R to a relation of macro values (eqs. 7-10). #}
{% macro signpost_terms(relation) -%}
    select
        *,
        0.5 * wla_original + 0.5 * wla_blank as c,
        {{ signpost_retention('wla_random') }} as rho_random,
        {{ signpost_retention('wla_adversarial') }} as rho_adversarial,
        {{ signpost_quality('tbs_adversarial_km', var('signpost_tbs_anchor_km')) }} as q_tbs,
        {{ signpost_quality('tfr', var('signpost_tfr_anchor')) }} as q_tfr
    from {{ relation }}
{%- endmacro %}

{# R and MCRS of the terms under any weights and exponents (eqs. 11, 12). #}
{% macro signpost_robustness(weights) -%}
    ({% for term, weight in weights.items() %}
        {{ weight }} * {{ term }}{{ ' +' if not loop.last }}
    {%- endfor %}) / {{ weights.values() | sum }}
{%- endmacro %}

{% macro signpost_mcrs(r, exponent_c, exponent_r) -%}
    100 * pow(c, {{ exponent_c }}) * pow({{ r }}, {{ exponent_r }})
{%- endmacro %}

{% macro signpost_weights() %}
{{ return({'rho_random': 0.22, 'rho_adversarial': 0.44, 'q_tbs': 0.17, 'q_tfr': 0.17}) }}
{% endmacro %}
{# Kendall's tau-b and Spearman's rho (ties share mean ranks) of x and y over the models of each
   cell; null where fewer than two models have both, or where one side is constant. #}
{% macro rank_agreement(relation, cell) -%}
    with known as (
        select * from {{ relation }} where x is not null and y is not null
    ),

    paired as (
        select
            {{ qualified('one', cell) }},
            sum(sign(one.x - two.x) * sign(one.y - two.y)) as concordance,
            sum(abs(sign(one.x - two.x))) as x_untied,
            sum(abs(sign(one.y - two.y))) as y_untied
        from known as one
        inner join known as two
            on one.model < two.model
            {% for key in cell %}
            and one.{{ key }} = two.{{ key }}
            {% endfor %}
        group by {{ qualified('one', cell) }}
    ),

    ranked as (
        select
            *,
            rank() over (partition by {{ cell | join(', ') }} order by x)
                + count(*) over (partition by {{ cell | join(', ') }}, x) / 2 as x_rank,
            rank() over (partition by {{ cell | join(', ') }} order by y)
                + count(*) over (partition by {{ cell | join(', ') }}, y) / 2 as y_rank
        from known
    ),

    correlated as (
        select
            {{ cell | join(', ') }},
            count(*) as n_models,
            {# Rounded, so that 1 is 1. #}
            round(
                covar_pop(x_rank, y_rank)
                    / nullif(stddev_pop(x_rank) * stddev_pop(y_rank), 0), 12
            ) as spearman_rho
        from ranked
        group by {{ cell | join(', ') }}
    )

    select
        correlated.*,
        round(
            paired.concordance / nullif(sqrt(paired.x_untied * paired.y_untied), 0), 12
        ) as kendall_tau
    from correlated
    left join paired using ({{ cell | join(', ') }})
{%- endmacro %}

{% macro qualified(relation, columns) -%}
    {% for column in columns %}{{ relation }}.{{ column }}{{ ', ' if not loop.last }}{% endfor %}
{%- endmacro %}

{# Intervals of SIGNPOST stand in a table of their own, by source or by set of sources (`scope`). #}
{% macro signpost_ends(mart, metrics, cell, scope='source') -%}
    select
        scope as {{ scope }},
        {{ (signpost_cell() + cell) | join(', ') }},
        {% for metric in metrics %}
        max(ci_low) filter (where metric = '{{ metric }}') as {{ metric }}_ci_low,
        max(ci_high) filter (where metric = '{{ metric }}') as {{ metric }}_ci_high
        {{- ',' if not loop.last }}
        {% endfor %}
    from {{ ref('stg_signpost_intervals') }}
    where mart = '{{ mart }}'
    group by all
{%- endmacro %}

{% macro signpost_join_ends(cell, scope='source') -%}
    left join ends using ({{ ([scope] + signpost_cell() + cell) | join(', ') }})
{%- endmacro %}

{% macro signpost_cell() %}
{{ return(['benchmark', 'model', 'prompt_id', 'evaluation', 'editor', 'unanswered']) }}
{% endmacro %}

{# Median error, Acc@k (at most k) and the tail (above 2,500 km) of the answers that fit. #}
{% macro signpost_tail(among, name) -%}
    median(error_km) filter (where {{ among }}) as median_km_{{ name }},
    {% for km in [25, 200, 750] %}
    {{ culture_conflict.rate(
        count_if(among ~ ' and error_km <= ' ~ km), count_if(among ~ ' and counted')
    ) }} as acc_{{ km }}_{{ name }},
    {% endfor %}
    {{ culture_conflict.rate(
        count_if(among ~ ' and error_km > 2500'), count_if(among ~ ' and counted')
    ) }} as over_2500_{{ name }}
{%- endmacro %}
