{# A rate without a denominator is NULL, never 0, infinite or NaN. #}
{% macro rate(numerator, denominator) -%}
    ({{ numerator }})::double / nullif({{ denominator }}, 0)
{%- endmacro %}

{# Mean of a difference of two flags over rows where both are known; NULL where there is none. #}
{% macro mean_difference(minuend, subtrahend, among) -%}
    avg({{ minuend }}::integer - {{ subtrahend }}::integer) filter (where {{ among }})
{%- endmacro %}

{% macro count_if(condition) -%}
    count(*) filter (where {{ condition }})
{%- endmacro %}
