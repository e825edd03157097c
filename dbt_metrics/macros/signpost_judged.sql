{# The marts of answers to prompts for more than coordinates: each rate over the Adversarial pictures
   of a source, the same rate on Original beside it, and the averages over sets of sources (ruling
   19). `rates` maps a rate to the answers it is among and to what holds of its hits. #}
{% macro signpost_judged(tasks, rates, places=false) -%}
{% set setting = (signpost_setting() + ['task']) | join(', ') %}
judged as (
    select *
    from {{ ref('int_signpost_judged') }}
    where list_contains({{ quoted_list(tasks) }}, task)
),

adversarial as (
    select
        {{ setting }},
        editor,
        {{ signpost_judged_counts() }},
        {% if places %}
        avg(wla) filter (where counted) as wla,
        count(error_km) as n_placed,
        median(error_km) as median_km,
        {% endif %}
        {{ signpost_judged_rates(rates, '') }}
    from judged
    where variant = 'adversarial'
    group by all
),

originals as (
    select
        {{ setting }},
        {{ culture_conflict.rate(count_if("state <> 'error'"), 'count(*)') }} as coverage_original,
        {{ signpost_judged_rates(rates, '_original') }}
    from judged
    where variant = 'original'
    group by all
),

by_source as (
    select *
    from adversarial
    left join originals using ({{ setting }})
),

averaged as (
    {{ signpost_over_sets(
        'by_source',
        ['model', 'prompt_id', 'evaluation', 'editor', 'unanswered', 'task'],
        signpost_judged_numbers(rates, places),
        signpost_judged_sums(rates, places)
    ) }}
),

measured as (
    select
        {{ signpost_measured_head("'adversarial'") }},
        'none' as source_set,
        1 as n_sources,
        * exclude (
            benchmark, source, source_version, source_kind, model, prompt_id, evaluation, editor,
            unanswered
        )
    from by_source
    union all by name
    select
        {{ signpost_set_head("'an average over sources, and the pictures differ from the published'") }},
        'all' as source,
        'all' as source_version,
        * exclude (source_set, model, prompt_id, evaluation, editor, unanswered, n_covered)
    from averaged
)
{%- endmacro %}

{% macro signpost_judged_rates(rates, suffix) -%}
    {% for rate, (among, holds) in rates.items() %}
    {% set counted = 'counted and ' ~ among %}
    {% set n, hits = count_if(counted), count_if(counted ~ ' and ' ~ holds) %}
    case when {{ n }} > 0 then {{ n }} end as {{ rate }}{{ suffix }}_n,
    case when {{ n }} > 0 then {{ hits }} end as {{ rate }}{{ suffix }}_hits,
    {{ culture_conflict.rate(hits, n) }} as {{ rate }}{{ suffix }}{{ ',' if not loop.last }}
    {% endfor %}
{%- endmacro %}

{# How many pictures of the cell there are, were asked about, failed, and count. #}
{% macro signpost_judged_counts() -%}
    count(*) as n_variants,
    count(state) as n_asked,
    {{ count_if("state = 'error'") }} as n_errors,
    {{ count_if('counted') }} as n,
    {{ culture_conflict.rate(count_if("state <> 'error'"), 'count(*)') }} as coverage
{%- endmacro %}

{# Each number with the coverage that its average needs. #}
{% macro signpost_judged_numbers(rates, places) %}
{% set numbers = {'wla': 'coverage', 'median_km': 'coverage'} if places else {} %}
{% for rate in rates %}
    {% do numbers.update({rate: 'coverage', rate ~ '_original': 'coverage_original'}) %}
{% endfor %}
{{ return(numbers) }}
{% endmacro %}

{% macro signpost_judged_sums(rates, places) %}
{% set sums = ['n_variants', 'n_asked', 'n_errors', 'n'] + (['n_placed'] if places else []) %}
{% for rate in rates %}
    {% do sums.extend([rate ~ '_n', rate ~ '_original_n']) %}
{% endfor %}
{{ return(sums) }}
{% endmacro %}

{# From `measured` and `published` to the mart. #}
{% macro signpost_judged_mart(mart, rates, places=false) -%}
{% set numbers = signpost_judged_numbers(rates, places) %}
combined as (
    select * from measured
    union all by name
    select * from published
),

scoped as (
    select *, {{ signpost_scope('combined') }} as scope from combined
),

ends as (
    {{ signpost_ends(mart, numbers, ['source'], 'scope') }}
)

select
    origin,
    comparable,
    comparable_reason,
    benchmark,
    source_set,
    source,
    source_version,
    model,
    prompt_id,
    evaluation,
    editor,
    unanswered,
    task,
    n_sources,
    not_covered,
    n_variants,
    n_asked,
    n_errors,
    n,
    coverage,
    {% if places %}
    n_placed,
    {% endif %}
    {% for number in numbers %}
    {{ number }},
    {{ interval(number ~ '_') }}{{ ',' if not loop.last }}
    {% endfor %}
    {% for rate in rates %}
    {% for suffix in ['', '_original'] %}
    , {{ rate }}{{ suffix }}_n,
    {{ rate }}{{ suffix }}_hits
    {% endfor %}
    {% endfor %}
from scoped
{{ signpost_join_ends(['source'], 'scope') }}
{%- endmacro %}

{# The source, or the set of sources, that a row of either is over. #}
{% macro signpost_scope(relation) -%}
    case {{ relation }}.source_set
        when 'none' then {{ relation }}.source else {{ relation }}.source_set
    end
{%- endmacro %}

{# Each source of a set weighs the same (ruling 19): `numbers` maps a number of `by_source` to its
   coverage, and is null unless every source has it at the coverage that ranks; `sums` are added up. #}
{% macro signpost_over_sets(by_source, setting, numbers, sums) -%}
    {% set enough = ' >= ' ~ var('rank_min_coverage') %}
    select
        sets.source_set,
        {% for name in setting %}
        settings.{{ name }},
        {% endfor %}
        count(*) as n_sources,
        {{ count_if('coverage' ~ enough) }} as n_covered,
        avg(coalesce(coverage, 0)) as coverage,
        string_agg(sets.source, ', ' order by sets.source)
            filter (where not coalesce(coverage{{ enough }}, false)) as not_covered,
        {% for name in sums %}
        sum({{ name }})::bigint as {{ name }},
        {% endfor %}
        {% for name, covered in numbers.items() %}
        case
            when count({{ name }}) = count(*) and {{ count_if(covered ~ enough) }} = count(*)
                then avg({{ name }})
        end as {{ name }}{{ ',' if not loop.last }}
        {% endfor %}
    from {{ ref('stg_source_sets') }} as sets
    cross join (select distinct {{ setting | join(', ') }} from {{ by_source }}) as settings
    left join {{ by_source }} using (source, {{ setting | join(', ') }})
    where sets.benchmark = 'signpost'
    group by all
    having count(coverage) > 0
{%- endmacro %}
