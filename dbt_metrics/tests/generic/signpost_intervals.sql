{# Each measured number has the interval that was drawn for this very number: the same estimate, and
   both ends around it unless there were too few groups or all draws agree. Published rows have
   none. `scope` is the mart's column that names the source or the set of sources, or both; `keys` are
   what tells the rows apart beside it and the cell. #}
{% test signpost_intervals(model, mart, scope, cell, metrics, keys=none) %}
{% set keys = (keys or culture_conflict.signpost_cell()) + cell %}
{% set either = scope == 'source_set or source' %}
{% set scope = culture_conflict.signpost_scope('mart') if either else 'mart.' ~ scope %}
{% for metric in metrics %}
select
    case
        when drawn.metric is null
            then '{{ metric }} has no interval: materialize signpost/intervals'
        when abs(drawn.estimate - mart.{{ metric }}) > 1e-9 * greatest(1, abs(drawn.estimate))
            then '{{ metric }} is not what its interval was drawn for: '
                || 'materialize signpost/intervals'
        else '{{ metric }} lacks an end, or lies outside'
    end as promise
from {{ model }} as mart
left join {{ ref('stg_signpost_intervals') }} as drawn
    on drawn.mart = '{{ mart }}'
    and drawn.metric = '{{ metric }}'
    and drawn.scope = {{ scope }}
    {% for key in keys %}
    and drawn.{{ key }} = mart.{{ key }}
    {% endfor %}
where mart.origin = 'measured'
    and mart.benchmark = 'signpost'
    and mart.{{ metric }} is not null
    and (
        drawn.metric is null
        or abs(drawn.estimate - mart.{{ metric }}) > 1e-9 * greatest(1, abs(drawn.estimate))
        or drawn.method in ('too_few_groups', 'all_draws_alike')
            is distinct from (mart.{{ metric }}_ci_low is null)
        or (mart.{{ metric }}_ci_low is null) <> (mart.{{ metric }}_ci_high is null)
        or not mart.{{ metric }} between mart.{{ metric }}_ci_low - 1e-9
            and mart.{{ metric }}_ci_high + 1e-9
    )
union all
{% endfor %}
select 'never' as promise where false
{% endtest %}
