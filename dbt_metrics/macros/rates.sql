{# A rate without a denominator is NULL, never 0, infinite or NaN. #}
{% macro rate(numerator, denominator) -%}
    ({{ numerator }})::double / nullif({{ denominator }}, 0)
{%- endmacro %}

{# Mean of a difference of two flags over rows where both are known; NULL where there is none. #}
{% macro mean_difference(minuend, subtrahend, among) -%}
    avg({{ minuend }}::integer - {{ subtrahend }}::integer) filter (where {{ among }})
{%- endmacro %}

{# Mean over rows of which none lacks the value; NULL where one does (ruling 19). #}
{% macro average_of_all(value) -%}
    case when count({{ value }}) = count(*) then avg({{ value }}) end
{%- endmacro %}

{% macro count_if(condition) -%}
    count(*) filter (where {{ condition }})
{%- endmacro %}

{# Pearson's r of centred values; NULL with fewer than three points or where a side is constant. #}
{% macro correlation(x, y) -%}
    case
        when count(*) >= 3 and min({{ x }}) < max({{ x }}) and min({{ y }}) < max({{ y }})
            then greatest(-1, least(1,
                sum({{ x }} * {{ y }}) / sqrt(sum({{ x }} * {{ x }}) * sum({{ y }} * {{ y }}))
            ))
    end
{%- endmacro %}
