{# Columns that say which evaluation a row of benchmark_overview is about. #}
{% macro overview_head(relation) -%}
    {% for name in ['benchmark', 'source', 'source_version', 'model', 'prompt_id', 'evaluation', 'editor'] %}
    {{ relation }}.{{ name }}{{ ',' if not loop.last }}
    {% endfor %}
{%- endmacro %}

{% macro overview_same(one, other) -%}
    {% for name in ['source', 'source_version', 'model', 'prompt_id', 'evaluation'] %}
    {{ one }}.{{ name }} = {{ other }}.{{ name }}{{ ' and' if not loop.last }}
    {% endfor %}
{%- endmacro %}

{# One of a row's three numbers (side: without, with, followed), its interval and its answers. `ends` is
   what the interval's columns begin with. #}
{% macro overview_number(side, value, ends, n) -%}
    {{ value }} as {{ 'followed' if side == 'followed' else 'value_' ~ side }},
    {{ ends }}ci_low as {{ side }}_ci_low,
    {{ ends }}ci_high as {{ side }}_ci_high,
    {{ n }} as n_{{ side }}
{%- endmacro %}
