{# A layer is a schema of that name: staging, intermediate, marts, seeds. #}
{% macro generate_schema_name(custom_schema_name, node) -%}
    {{ custom_schema_name or target.schema }}
{%- endmacro %}
