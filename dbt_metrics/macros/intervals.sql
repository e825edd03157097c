{# Intervals are drawn in Python (asset confused_tourist/intervals) and joined here. One row per cell
   of a mart; `ends` maps a rate to the prefix of its two columns. #}
{% macro interval_ends(mart, cell, ends) -%}
    select
        {{ (interval_setting() + cell) | join(', ') }},
        {% for metric, prefix in ends.items() %}
        max(ci_low) filter (where metric = '{{ metric }}') as {{ prefix }}ci_low,
        max(ci_high) filter (where metric = '{{ metric }}') as {{ prefix }}ci_high
        {{- ',' if not loop.last }}
        {% endfor %}
    from {{ ref('stg_intervals') }}
    where mart = '{{ mart }}'
    group by all
{%- endmacro %}

{% macro interval_setting() -%}
    {{ return(['benchmark', 'source', 'source_version', 'model', 'prompt_id', 'evaluation']) }}
{%- endmacro %}

{% macro join_ends(cell) -%}
    left join ends using ({{ (interval_setting() + cell) | join(', ') }})
{%- endmacro %}

{% macro interval(prefix='') -%}
    {{ prefix }}ci_low, {{ prefix }}ci_high
{%- endmacro %}
