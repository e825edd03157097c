{# Each measured rate has the interval that was drawn for this very number: the same estimate to
   1e-12, and both ends around it (to as much: sums of floats depend on their order) unless its
   method says why there are none. `ends` maps a rate to the prefix of its columns; `without` names
   rates that have no interval, each with the reason (read by a test). Rows of SIGNPOST have the test
   signpost_intervals. #}
{% test intervals(model, mart, cell, ends={}, without={}) %}
{% set keys = culture_conflict.interval_setting() + cell %}
{% for rate, prefix in ends.items() %}
select
    case
        when drawn.metric is null
            then '{{ rate }} has no interval: materialize confused_tourist/intervals'
        when abs(drawn.estimate - mart.{{ rate }}) > 1e-12
            then '{{ rate }} is not what its interval was drawn for: '
                || 'materialize confused_tourist/intervals'
        else '{{ rate }} lacks an end, or has one too many'
    end as promise
from {{ model }} as mart
left join {{ ref('stg_intervals') }} as drawn
    on drawn.mart = '{{ mart }}'
    and drawn.metric = '{{ rate }}'
    {% for key in keys %}
    and drawn.{{ key }} = mart.{{ key }}
    {% endfor %}
where mart.origin = 'measured'
    and mart.benchmark <> 'signpost'
    and mart.{{ rate }} is not null
    and (
        drawn.metric is null
        or abs(drawn.estimate - mart.{{ rate }}) > 1e-12
        or (drawn.ci_low is null) is distinct from (mart.{{ prefix }}ci_low is null)
        or drawn.method <> 'too_few_groups' and drawn.method <> 'all_draws_alike'
            and drawn.ci_low is null
        or (mart.{{ prefix }}ci_low is null) <> (mart.{{ prefix }}ci_high is null)
        or not mart.{{ rate }} between mart.{{ prefix }}ci_low - 1e-12
            and mart.{{ prefix }}ci_high + 1e-12
    )
union all
{% endfor %}
select 'never' as promise where false
{% endtest %}
