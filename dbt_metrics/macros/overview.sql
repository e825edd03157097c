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
