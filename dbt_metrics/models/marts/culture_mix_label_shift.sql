{# Ruling 26: against the answer to the food's unaugmented single picture. Cue augmentation is the
   noise floor: the same food's augmented copies, with no distractor at all. #}
{% set cell = ['target', 'subtask', 'cue'] %}
{% set ends = {
    'kept': 'kept_',
    'label_shift': '',
    'label_shift_all': 'label_shift_all_',
    'to_distractor': 'to_distractor_',
    'to_continent': 'to_continent_',
    'to_elsewhere': 'to_elsewhere_'
} %}
with placed as (
    select *, 'food' as cue, food_pull as pull, true as has_goal
    from {{ ref('int_mix_answers') }}
    where food_distance is not null
    union all
    select *, 'background', background_pull, target = 'country'
    from {{ ref('int_mix_answers') }}
    where background_distance is not null
    union all
    select *, 'augmentation', null, false
    from {{ ref('int_mix_answers') }}
    where subtask = 'sf' and augmentation > 0
),

counted as (
    select
        {{ mix_head(published='false') }},
        target,
        subtask,
        cue,
        count(*) as n_variants,
        {{ count_if("shift in ('kept', 'shifted')") }} as n,
        {{ count_if("shift = 'unparsed'") }} as n_unparsed,
        {{ count_if("shift = 'no_baseline'") }} as n_no_baseline,
        {{ count_if("shift = 'kept'") }} as n_kept,
        {{ count_if("shift = 'shifted'") }} as n_shifted,
        has_goal,
        {{ count_if("pull = 'distractor'") }} as n_to_distractor,
        {{ count_if("pull = 'continent'") }} as n_to_continent,
        {{ count_if("pull = 'elsewhere'") }} as n_to_elsewhere
    from placed
    group by all
),

pulled as (
    select
        * exclude (has_goal) replace (
            case when has_goal then n_to_distractor end as n_to_distractor,
            case when has_goal and target = 'country' then n_to_continent end as n_to_continent,
            case when has_goal then n_to_elsewhere end as n_to_elsewhere
        )
    from counted
),

rated as (
    select
        *,
        {{ rate('n_kept', 'n') }} as kept,
        {{ rate('n_shifted', 'n') }} as label_shift,
        {{ rate('n_shifted + n_unparsed', 'n + n_unparsed') }} as label_shift_all,
        {{ rate('n_to_distractor', 'n') }} as to_distractor,
        {{ rate('n_to_continent', 'n') }} as to_continent,
        {{ rate('n_to_elsewhere', 'n') }} as to_elsewhere,
        {{ rate('n + n_unparsed + n_no_baseline', 'n_variants') }} as coverage
    from pulled
),

published as (
    select
        {{ published_head(
            'false', "'the printed share has no counts and pools what is not stated'", 'text',
            model='figures.model', benchmark='culture_mix'
        ) }},
        'country' as target,
        'all' as subtask,
        'all' as cue,
        max(value / 100) filter (where figures.goal = 'distractor') as to_distractor,
        max(value / 100) filter (where figures.goal = 'continent') as to_continent
    from {{ ref('cm_text_figures') }}
    inner join (
        values
        ('shift_to_distractor_country_pct', 'average of the models', 'distractor'),
        ('shift_to_same_continent_pct', 'average of the models', 'continent'),
        ('shift_qwenvl3_8b_pct', 'QwenVL3-8B', 'distractor'),
        ('shift_qwenvl3_32b_pct', 'QwenVL3-32B', 'distractor')
    ) as figures (name, model, goal) using (name)
    group by figures.model
),

combined as (
    select * from rated
    union all by name
    select * from published
),

ends as (
    {{ interval_ends('culture_mix_label_shift', cell, ends) }}
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
    target,
    subtask,
    cue,
    n_variants,
    n,
    n_unparsed,
    n_no_baseline,
    n_kept,
    kept,
    {{ interval('kept_') }},
    n_shifted,
    label_shift,
    {{ interval() }},
    label_shift_all,
    {{ interval('label_shift_all_') }},
    n_to_distractor,
    to_distractor,
    {{ interval('to_distractor_') }},
    n_to_continent,
    to_continent,
    {{ interval('to_continent_') }},
    n_to_elsewhere,
    to_elsewhere,
    {{ interval('to_elsewhere_') }},
    coverage
from combined
{{ join_ends(cell) }}
