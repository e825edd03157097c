{# Micro over pictures: categories, pairing methods, difficulties and cues are pooled, controls left
   out. A published model's stacked figures are plain means of its twelve printed cells, since the
   paper prints no count per cell. #}
{% set rates = [
    'country_accuracy_original', 'item_accuracy_original', 'country_accuracy_stacked',
    'item_accuracy_stacked', 'distraction_stacked'
] %}
{% set setting = 'benchmark, source, source_version, source_kind, model, prompt_id, evaluation' %}
{% set cell = ['editor'] %}
{% set ends = {
    'country_accuracy_original': 'country_accuracy_original_',
    'item_accuracy_original': 'item_accuracy_original_',
    'country_accuracy_stacked': 'country_accuracy_stacked_',
    'item_accuracy_stacked': 'item_accuracy_stacked_',
    'distraction_stacked': 'distraction_stacked_',
    'country_drop_stacked': 'country_drop_stacked_'
} %}
with answers as (
    select * from {{ ref('int_answers') }} where rule = 'guarded'
),

originals as (
    select
        {{ setting }},
        {% for target in ['country', 'item'] %}
        {{ count_if("is_answered and target = '" ~ target ~ "'") }}
            as {{ target }}_accuracy_original_n,
        {{ count_if("correct and target = '" ~ target ~ "'") }}
            as {{ target }}_accuracy_original_numerator{{ ',' if not loop.last }}
        {% endfor %}
    from answers
    where perturb_method = 'none'
    group by all
),

stacked as (
    select
        {{ setting }},
        editor,
        {% for target in ['country', 'item'] %}
        {{ count_if("is_answered and target = '" ~ target ~ "'") }}
            as {{ target }}_accuracy_stacked_n,
        {{ count_if("correct and target = '" ~ target ~ "'") }}
            as {{ target }}_accuracy_stacked_numerator,
        {% endfor %}
        {{ count_if("wrong and target = 'country'") }} as distraction_stacked_n,
        {{ count_if("distracted and target = 'country'") }} as distraction_stacked_numerator,
        {{ count_if("paired and target = 'country'") }} as country_drop_stacked_n,
        {{ count_if("paired and target = 'country' and reference_correct") }}
            - {{ count_if("paired and target = 'country' and correct") }}
            as country_drop_stacked_numerator
    from answers
    where perturb_method = 'stacked'
    group by all
),

evaluations as (
    {{ told_evaluations() }}
),

settings as (
    select distinct {{ setting }} from answers
),

measured as (
    select
        {{ measured_head(
            editor="coalesce(editor, 'none')", rule="'guarded'", perturb_method="'all'"
        ) }},
        kind,
        coalesce(imported, false) as imported,
        {{ prompt_note() }} as prompt_note,
        sample,
        'guarded' as rule,
        'over pictures' as weighting,
        n_variants,
        n_answered,
        n_unscored,
        coverage,
        {% for rate in rates %}
        {{ rate }}_n,
        {{ rate }}_numerator,
        {{ culture_conflict.rate(rate ~ '_numerator', rate ~ '_n') }} as {{ rate }},
        {% endfor %}
        country_drop_stacked_n,
        country_drop_stacked_numerator,
        {{ culture_conflict.rate('country_drop_stacked_numerator', 'country_drop_stacked_n') }}
            as country_drop_stacked
    from settings
    left join originals
        using ({{ setting }})
    left join stacked
        using ({{ setting }})
    {{ join_asked('evaluations') }}
),

published_accuracy as (
    select
        model,
        {% for target in ['country', 'item'] %}
        max(accuracy) filter (where target = '{{ target }}' and perturb_method = 'none')
            as {{ target }}_accuracy_original,
        avg(accuracy) filter (where target = '{{ target }}' and perturb_method = 'stacked')
            as {{ target }}_accuracy_stacked{{ ',' if not loop.last }}
        {% endfor %}
    from {{ ref('int_published_accuracy') }}
    group by model
),

published_distraction as (
    select model, avg(distraction) as distraction_stacked
    from {{ ref('int_published_distraction') }}
    where perturb_method = 'stacked'
    group by model
),

published as (
    select
        {{ published_head(
            'false',
            "'means of twelve printed cells; their pairs rest on choices that are not stated "
            ~ "(rulings 10 and 11), and Table 5 is relabelled (ruling 14)'",
            'tables_4_5', editor="'stacking'"
        ) }},
        'vlm' as kind,
        false as imported,
        'as_published' as rule,
        'over twelve printed cells' as weighting,
        {{ rates | join(', ') }}
    from published_accuracy
    left join published_distraction using (model)
),

combined as (
    select * from measured
    union all by name
    select * from published
),

judged as (
    select
        *,
        {{ rank_note('country_accuracy_stacked', 'no stacked picture was answered') }} as rank_note
    from combined
),

ranked as (
    select
        *,
        {{ rank_by('country_accuracy_stacked', ['editor']) }} as rank
    from judged
),

ends as (
    {{ interval_ends('confused_tourist_leaderboard', cell, ends) }}
)

select
    origin,
    comparable,
    comparable_reason,
    benchmark,
    source,
    source_version,
    model,
    prompt_id,
    evaluation,
    editor,
    kind,
    imported,
    prompt_note,
    sample,
    rule,
    weighting,
    rank,
    rank_note,
    n_variants,
    n_answered,
    coverage,
    {% for rate in rates + ['country_drop_stacked'] %}
    {{ rate }},
    {{ rate }}_n,
    {{ rate }}_numerator,
    {{ interval(rate ~ '_') }}{{ ',' if not loop.last }}
    {% endfor %}
from ranked
{{ join_ends(cell) }}
