{# Right answers of rows like int_mix_answers under each rule, by cells of your columns: one row per
   target, rule and cell. `published` says where the paper prints such a figure. #}
{% macro mix_counted(relation, cell, where='true', published='false') -%}
    {% for rule in rules() %}
    select
        {{ mix_head(rule="'" ~ rule ~ "'", published=published) }},
        target,
        '{{ rule }}' as rule,
        {{ cell | join(',\n        ') }},
        count(*) as n_variants,
        count(distinct group_id) as n_foods,
        {{ count_if('is_answered') }} as n,
        {{ count_if("state = 'error'") }} as n_errors,
        {{ count_if('is_answered and correct_' ~ rule) }} as n_correct
    from {{ relation }}
    where {{ where }}
    group by all
    {% if not loop.last %}union all{% endif %}
    {% endfor %}
{%- endmacro %}
