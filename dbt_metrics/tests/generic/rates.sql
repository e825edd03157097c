{# `rates` maps a rate to [numerator, denominator], `differences` a mean difference to its count
   of pairs. A rate lies in 0..1 (NaN and infinity do not), its numerator never exceeds its
   denominator, and where the counts are known it is their quotient; without a denominator it is
   null. #}
{% test rates(model, rates={}, differences={}) %}
{% for rate, (numerator, denominator) in rates.items() %}
select '{{ rate }} outside 0..1' as promise from {{ model }} where not ({{ rate }} between 0 and 1)
union all
select '{{ numerator }} outside 0..{{ denominator }}' as promise
from {{ model }}
where not ({{ numerator }} between 0 and {{ denominator }})
union all
select '{{ rate }} is not {{ numerator }} / {{ denominator }}' as promise
from {{ model }}
where {{ denominator }} is not null
    and {{ rate }} is distinct from {{ culture_conflict.rate(numerator, denominator) }}
union all
{% endfor %}
{% for difference, pairs in differences.items() %}
select '{{ difference }} outside -1..1' as promise
from {{ model }}
where not ({{ difference }} between -1 and 1)
union all
select '{{ difference }} and {{ pairs }} disagree' as promise
from {{ model }}
where {{ pairs }} is not null and ({{ pairs }} = 0) <> ({{ difference }} is null)
union all
{% endfor %}
select 'never' as promise where false
{% endtest %}
