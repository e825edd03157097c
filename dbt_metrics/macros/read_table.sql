{# All partitions of a table and its zero-row file; `tables` comes with its glob signs escaped. #}
{% macro read_table(name) -%}
    read_parquet({{ quoted(var('tables') ~ '/' ~ name ~ '/**/*.parquet') }}, union_by_name = true)
{%- endmacro %}

{% macro quoted(text) -%}
    '{{ text | replace("'", "''") }}'
{%- endmacro %}

{% macro quoted_list(texts) -%}
    [{% for text in texts %}{{ quoted(text) }}{{ ', ' if not loop.last }}{% endfor %}]::varchar[]
{%- endmacro %}
