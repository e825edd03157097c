{# Adversarial WLA under other decays and TFR under other radii, per model, averaged over the sources
   of a set as ruling 19 says; the defaults among them. #}
{% set alphas = [0.002, 0.005, 0.01] %}
{% set radii = [10, 25, 50, 100, 250, 500] %}
{% set setting = 'model, kind, prompt_id, evaluation, editor, unanswered' %}
with by_source as (
    select
        source,
        {{ setting }},
        {{ culture_conflict.rate(count_if("state <> 'error'"), 'count(*)') }} as coverage,
        {% for alpha in alphas %}
        avg(coalesce(exp(-{{ alpha }} * error_km), 0)) filter (where counted)
            as alpha_{{ loop.index }},
        {% endfor %}
        {% for km in radii %}
        {{ culture_conflict.rate(
            count_if('trap_km < ' ~ km), count_if('has_trap and counted')
        ) }} as radius_{{ km }}{{ ',' if not loop.last }}
        {% endfor %}
    from {{ ref('int_signpost_answers') }}
    where variant = 'adversarial'
    group by all
),

averaged as (
    {% set columns %}
    {% for alpha in alphas %}
    case when count(alpha_{{ loop.index }}) = count(*) then avg(alpha_{{ loop.index }}) end
        as alpha_{{ loop.index }},
    {% endfor %}
    {% for km in radii %}
    case when count(radius_{{ km }}) = count(*) then avg(radius_{{ km }}) end
        as radius_{{ km }}{{ ',' if not loop.last }}
    {% endfor %}
    {% endset %}
    select
        sets.source_set,
        {{ setting }},
        {{ columns }}
    from {{ ref('stg_source_sets') }} as sets
    cross join (select distinct {{ setting }} from by_source) as settings
    left join by_source using (source, {{ setting }})
    where sets.benchmark = 'signpost'
    group by all
    having count(coverage) filter (where coverage >= {{ var('rank_min_coverage') }}) = count(*)
)

{% for alpha in alphas %}
select
    source_set, {{ setting }}, 'alpha_per_km' as varied, '{{ alpha }}' as setting,
    alpha_{{ loop.index }} as score, alpha_2 as default_score
from averaged
union all
{% endfor %}
{% for km in radii %}
select
    source_set, {{ setting }}, 'radius_km' as varied, '{{ km }}' as setting,
    radius_{{ km }} as score, radius_50 as default_score
from averaged
{{ 'union all' if not loop.last }}
{% endfor %}
