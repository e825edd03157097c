{# A table of tests with its verdict beside the corrected p; an untested row has none. #}
{% macro with_verdict(relation) -%}
{%- set tail = [
    'n_tests', 'n_groups', 'n_common', 'n_variants', 'coverage', 'test', 'correction', 'reason'
] -%}
select
    * exclude ({{ tail | join(', ') }}),
    p_holm < 0.05 as is_real,
    {{ tail | join(', ') }}
from {{ relation }}
{%- endmacro %}
