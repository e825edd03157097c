{# Adversarial WLA under other decays, TFR under other radii and at the place of any span that
   geocodes (ruling 18), per model, averaged over the sources of a set as ruling 19 says; the
   defaults among them. #}
{% set alphas = [0.002, 0.005, 0.01] %}
{% set radii = [10, 25, 50, 100, 250, 500] %}
{% set setting_columns = 'model, kind, prompt_id, evaluation, editor, unanswered' %}
with by_source as (
    select
        source,
        {{ setting_columns }},
        {{ culture_conflict.rate(count_if("state <> 'error'"), 'count(*)') }} as coverage,
        {% for alpha in alphas %}
        avg(coalesce(exp(-{{ alpha }} * error_km), 0)) filter (where counted)
            as alpha_{{ loop.index }},
        {% endfor %}
        {% for km in radii %}
        {{ culture_conflict.rate(
            count_if('trap_km < ' ~ km), count_if('has_trap and counted')
        ) }} as radius_{{ km }},
        {% endfor %}
        {{ culture_conflict.rate(
            count_if('any_trap_km < ' ~ var('signpost_trap_radius_km')),
            count_if('has_trap and counted')
        ) }} as any_trap
    from {{ ref('int_signpost_answers') }}
    where variant = 'adversarial'
    group by all
),

averaged as (
    {% set columns %}
    {% for alpha in alphas %}
    {{ average_of_all('alpha_' ~ loop.index) }}
        as alpha_{{ loop.index }},
    {% endfor %}
    {% for km in radii %}
    {{ average_of_all('radius_' ~ km) }}
        as radius_{{ km }},
    {% endfor %}
    {{ average_of_all('any_trap') }} as any_trap
    {% endset %}
    select
        sets.source_set,
        {{ setting_columns }},
        {{ columns }}
    from {{ ref('stg_source_sets') }} as sets
    cross join (select distinct {{ setting_columns }} from by_source) as settings
    left join by_source using (source, {{ setting_columns }})
    where sets.benchmark = 'signpost'
    group by all
    having count(coverage) filter (where coverage >= {{ var('rank_min_coverage') }}) = count(*)
)

{% for alpha in alphas %}
select
    source_set, {{ setting_columns }}, 'alpha_per_km' as varied, '{{ alpha }}' as setting,
    alpha_{{ loop.index }} as score, alpha_2 as default_score
from averaged
union all
{% endfor %}
{% for km in radii %}
select
    source_set, {{ setting_columns }}, 'radius_km' as varied, '{{ km }}' as setting,
    radius_{{ km }} as score, radius_50 as default_score
from averaged
union all
{% endfor %}
{% for setting, score in {'lowest rank': 'radius_50', 'any': 'any_trap'}.items() %}
select
    source_set, {{ setting_columns }}, 'trap' as varied, '{{ setting }}' as setting,
    {{ score }} as score, radius_50 as default_score
from averaged
{{ 'union all' if not loop.last }}
{% endfor %}
