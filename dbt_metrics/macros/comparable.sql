{# What every measured row begins with. `comparable` says whether the row may be set beside the
   published row of its cell. #}
{% macro measured_head(
    model='model', prompt_id='prompt_id', evaluation='evaluation', editor='editor', rule='rule',
    perturb_method='perturb_method', category="'all'"
) -%}
    'measured' as origin,
    {{ measured_reason(rule, perturb_method, category) }} = {{ the_same() }} as comparable,
    {{ measured_reason(rule, perturb_method, category) }} as comparable_reason,
    benchmark,
    source,
    source_version,
    {{ model }} as model,
    {{ prompt_id }} as prompt_id,
    {{ evaluation }} as evaluation,
    {{ editor }} as editor
{%- endmacro %}

{% macro the_same() -%}
    'the published originals under the published rule; the prompt may differ: see prompt_id'
{%- endmacro %}

{% macro measured_reason(rule, perturb_method, category) -%}
    case
        when source_kind = 'sample' then 'illustrations from a package: they prove the pipeline'
        when not list_contains({{ quoted_list(var('published_sources')) }}, source)
            then 'other items than the published ones'
        when {{ rule }} = 'guarded' then 'rule guarded; the published figures follow eq. 5'
        when {{ perturb_method }} = 'control' then 'the paper has no controls'
        when {{ perturb_method }} <> 'none'
            then 'the published pairs cannot be made again, so the pictures differ'
        when {{ category }} <> 'all' then 'the paper prints no figure of one category'
        else {{ the_same() }}
    end
{%- endmacro %}

{# What every published row begins with. #}
{% macro published_head(
    comparable, reason, table, model='model', editor="'all'", setting="'published'",
    benchmark='confused_tourist'
) -%}
    'published' as origin,
    {{ comparable }} as comparable,
    {{ reason }} as comparable_reason,
    '{{ benchmark }}' as benchmark,
    'published' as source,
    '{{ table }}' as source_version,
    {{ model }} as model,
    {{ setting }} as prompt_id,
    {{ setting }} as evaluation,
    {{ editor }} as editor
{%- endmacro %}
