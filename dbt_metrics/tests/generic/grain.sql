{# No column of the grain is null and no two rows share it. Failing rows name the promise. #}
{% test grain(model, columns) %}
{% for column in columns %}
select '{{ column }} is null' as promise from {{ model }} where {{ column }} is null
union all
{% endfor %}
select 'rows share a grain' as promise
from {{ model }}
group by {{ columns | join(', ') }}
having count(*) > 1
{% endtest %}
