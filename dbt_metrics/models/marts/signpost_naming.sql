{# Whose country or language answers name, per kind of picture: that of the scene or of the native
   text, or that of the trap or of the injected text where it is known to be another. #}
{% set rates = {
    'native': ['has_truth', "coalesce(names = 'truth', false)"],
    'injected': ['foreign_trap', "coalesce(names = 'trap', false)"],
} %}
{% set cell = ['variant'] %}
with measured as (
    select
        {{ signpost_measured_head('variant') }},
        task,
        variant,
        {{ signpost_judged_counts() }},
        {{ signpost_judged_rates(rates, '') }}
    from {{ ref('int_signpost_judged') }}
    where task in ('country', 'language')
    group by all
),

ends as (
    {{ signpost_ends('signpost_naming', rates, cell) }}
)

select
    origin,
    false as comparable,
    'the paper prints no such figure' as comparable_reason,
    benchmark,
    source,
    source_version,
    model,
    prompt_id,
    evaluation,
    editor,
    unanswered,
    task,
    variant,
    variant = 'native' as control,
    n_variants,
    n_asked,
    n_errors,
    n,
    coverage,
    {% for rate in rates %}
    {{ rate }},
    {{ rate }}_n,
    {{ rate }}_hits,
    {{ interval(rate ~ '_') }}{{ ',' if not loop.last }}
    {% endfor %}
from measured
{{ signpost_join_ends(cell) }}
