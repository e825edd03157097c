{# Each named column holds only the listed values; null counts as not listed. #}
{% test values_in(model, columns) %}
{% for column, values in columns.items() %}
select '{{ column }} holds ' || coalesce({{ column }}::varchar, 'null') as promise
from {{ model }}
where not coalesce(list_contains({{ quoted_list(values) }}, {{ column }}::varchar), false)
{% if not loop.last %}union all{% endif %}
{% endfor %}
{% endtest %}
