{# Models by how often they are right about mixed pictures (beside a dish, before a place, both), beside
   the same dishes alone: micro over pictures. Beside it how often a label moves to a distractor of its
   picture, whichever; culture_mix_label_shift tells dish and place apart (ruling 26). Who was asked
   about a part of a source never ranks; a fine-tuned model stands beside its base in
   culture_mix_mitigation. #}
{% set setting = ['benchmark', 'source', 'source_version', 'model', 'prompt_id', 'evaluation'] %}
{% set cell = ['target', 'rule'] %}
{% set ends = {
    'accuracy_alone': 'accuracy_alone_',
    'accuracy_mixed': 'accuracy_mixed_',
    'to_distractor': 'to_distractor_'
} %}
with counted as (
    {{ mix_counted(ref('int_mix_answers'), ["subtask = 'sf' as is_alone"]) }}
),

told as (
    select * exclude (is_alone, n_variants, n_foods, n, n_errors, n_correct),
        {% for side, is_side in {'alone': 'is_alone', 'mixed': 'not is_alone'}.items() %}
        coalesce(sum(n) filter (where {{ is_side }}), 0)::bigint as n_{{ side }},
        coalesce(sum(n_correct) filter (where {{ is_side }}), 0)::bigint
            as n_correct_{{ side }}{{ ',' if not loop.last }}
        {% endfor %}
    from counted
    group by all
),

pulled as (
    select
        {{ setting | join(', ') }},
        target,
        count(*) as n_compared,
        {{ count_if("'distractor' in (food_pull, background_pull)") }} as n_to_distractor
    from {{ ref('int_mix_answers') }}
    where subtask <> 'sf'
        and shift in ('kept', 'shifted')
        and (
            food_distance is not null
            or target = 'country' and background_distance is not null
        )
    group by all
),

evaluations as (
    {{ told_evaluations() }}
),

measured as (
    select
        told.*,
        models.kind,
        coalesce(evaluations.imported, false) as imported,
        {{ prompt_note() }} as prompt_note,
        evaluations.sample,
        coverages.n_variants,
        coverages.n_answered,
        coverages.n_unscored,
        coverages.coverage,
        coalesce(n_compared, 0) as n_compared,
        coalesce(n_to_distractor, 0) as n_to_distractor,
        {{ rate('n_correct_alone', 'n_alone') }} as accuracy_alone,
        {{ rate('n_correct_mixed', 'n_mixed') }} as accuracy_mixed,
        {{ rate('n_to_distractor', 'n_compared') }} as to_distractor
    from told
    left join pulled using ({{ setting | join(', ') }}, target)
    {{ join_asked('evaluations') }}
),

published as (
    select
        {{ published_head(
            'false',
            "'mixed pictures are a mean of three printed cells, weighted by the pictures that the "
            ~ "paper states; Table 6 counts 9,485 of the last, the text 9,480'",
            'table_6', benchmark='culture_mix'
        ) }},
        'vlm' as kind,
        false as imported,
        target,
        'as_published' as rule,
        max(accuracy) filter (where subtask = 'sf') as accuracy_alone,
        {{ rate(
            "sum(accuracy * n_stated) filter (where subtask <> 'sf')",
            "sum(n_stated) filter (where subtask <> 'sf')"
        ) }} as accuracy_mixed
    from {{ ref('int_mix_published') }}
    where source_version = 'table_6'
    group by model, target
),

combined as (
    select * from measured
    union all by name
    select * from published
),

judged as (
    select *, {{ rank_note('accuracy_mixed', 'no mixed picture was answered') }} as rank_note
    from combined
),

ranked as (
    select *, {{ rank_by('accuracy_mixed', ['target', 'rule']) }} as rank
    from judged
),

ends as (
    {{ interval_ends('culture_mix_leaderboard', cell, ends) }}
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
    target,
    rule,
    rank,
    rank_note,
    n_variants,
    n_answered,
    coverage,
    n_correct_alone,
    n_alone,
    accuracy_alone,
    {{ interval('accuracy_alone_') }},
    n_correct_mixed,
    n_mixed,
    accuracy_mixed,
    {{ interval('accuracy_mixed_') }},
    n_to_distractor,
    n_compared,
    to_distractor,
    {{ interval('to_distractor_') }}
from ranked
{{ join_ends(cell) }}
