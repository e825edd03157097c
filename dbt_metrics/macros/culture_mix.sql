{# What every measured row of CultureMix begins with; the arguments are SQL expressions. #}
{% macro mix_head(rule="'as_published'", published='true', editor="'all'") -%}
    'measured' as origin,
    {{ mix_reason(rule, published) }} = {{ mix_same() }} as comparable,
    {{ mix_reason(rule, published) }} as comparable_reason,
    benchmark,
    source,
    source_version,
    model,
    prompt_id,
    evaluation,
    {{ editor }} as editor
{%- endmacro %}

{% macro mix_same() -%}
    'the published pictures under the published rule; the prompt may differ: see prompt_id'
{%- endmacro %}

{% macro mix_reason(rule, published) -%}
    case
        when not list_contains({{ quoted_list(var('published_sources')) }}, source)
            then 'other pictures than the published ones'
        when not ({{ published }}) then 'the paper prints no such figure'
        when {{ rule }} = 'guarded' then 'rule guarded; the paper matches strings'
        else {{ mix_same() }}
    end
{%- endmacro %}

{# The paper's `food_name` is our `name`. #}
{% macro mix_target(printed) -%}
    case {{ printed }} when 'food_name' then 'name' else {{ printed }} end
{%- endmacro %}

{# Each row once as a whole, and once per distractor with that one's distance. #}
{% macro by_distance(relation) -%}
    select *, 'all' as cue, 'all' as distance from {{ relation }}
    {% for cue in ['food', 'background'] %}
    union all
    select *, '{{ cue }}' as cue, {{ cue }}_distance as distance
    from {{ relation }}
    where {{ cue }}_distance is not null
    {% endfor %}
{%- endmacro %}

{# Why the paper's rows may be compared or not. #}
{% macro mix_published_reason() -%}
    case
        when subtask = 'mfb' then
            'given a source that holds the released pictures; Table 6 counts 9,485 of them, the '
            || 'text 9,480; how equal n-gram scores and an empty answer count is not stated'
        when subtask = 'sf' then
            'given a source that holds the released pictures, the augmented copies included; how '
            || 'equal n-gram scores and an empty answer count is not stated'
        else
            'given a source that holds the released pictures; how equal n-gram scores and an empty '
            || 'answer count is not stated'
    end
{%- endmacro %}

{% macro mix_kind_reason() -%}
    case
        when starts_with(model, 'QwenVL3') then
            'its rates differ by a factor of three and more between landmarks and streets: failed '
            || 'outputs seem to be counted as wrong'
        else 'given a source that holds the released pictures and says which kind each shows'
    end
{%- endmacro %}

{% macro mix_split_reason() -%}
    'a test split that was not released, and what was to be named (country, dish or both) is not '
    || 'stated; its sizes fit 72, 270, 3,700 and 2,882 pictures'
{%- endmacro %}

{% macro mix_entropy_reason() -%}
    'the base of the logarithm is not stated: nats is inferred from Table 2, and how answers were '
    || 'made one label is not stated'
{%- endmacro %}
