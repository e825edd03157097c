{# What a conflicting cue does, one row per kind of cue of each benchmark; numbers and intervals are
   those of the benchmarks' own marts. Measures differ, so that rows are read across, never averaged. #}
with confused_tourist as (
    select
        {{ overview_head('leaderboard') }},
        'flag or landmark' as cue,
        'right country' as measure,
        country_accuracy_original as value_without,
        country_accuracy_original_ci_low as without_ci_low,
        country_accuracy_original_ci_high as without_ci_high,
        country_accuracy_original_n as n_without,
        country_accuracy_stacked as value_with,
        country_accuracy_stacked_ci_low as with_ci_low,
        country_accuracy_stacked_ci_high as with_ci_high,
        country_accuracy_stacked_n as n_with,
        'wrong answers that name the cue' as followed_by,
        distraction_stacked as followed,
        distraction_stacked_ci_low as followed_ci_low,
        distraction_stacked_ci_high as followed_ci_high,
        distraction_stacked_n as n_followed,
        coverage
    from {{ ref('leaderboard') }} as leaderboard
    where origin = 'measured'
),

mixed as (
    select
        *,
        case subtask when 'mf' then 'another dish' when 'sfb' then 'place' else 'dish and place' end
            as shown,
        case subtask when 'mf' then 'food' else 'background' end as cue
    from {{ ref('culture_mix_accuracy') }}
    where origin = 'measured'
        and rule = 'guarded'
        and target = 'country'
        and background_kind = 'all'
),

culture_mix as (
    select
        {{ overview_head('mixed') }},
        mixed.shown as cue,
        'right country' as measure,
        alone.accuracy as value_without,
        alone.ci_low as without_ci_low,
        alone.ci_high as without_ci_high,
        alone.n as n_without,
        mixed.accuracy as value_with,
        mixed.ci_low as with_ci_low,
        mixed.ci_high as with_ci_high,
        mixed.n as n_with,
        'labels that move to the distractor' as followed_by,
        shift.to_distractor as followed,
        shift.to_distractor_ci_low as followed_ci_low,
        shift.to_distractor_ci_high as followed_ci_high,
        shift.n as n_followed,
        mixed.coverage
    from mixed
    left join mixed as alone
        on alone.subtask = 'sf' and {{ overview_same('alone', 'mixed') }}
    left join {{ ref('culture_mix_label_shift') }} as shift
        on shift.subtask = mixed.subtask
        and shift.cue = mixed.cue
        and shift.target = 'country'
        and shift.origin = 'measured'
        and {{ overview_same('shift', 'mixed') }}
    where mixed.subtask <> 'sf'
),

signpost as (
    select
        {{ overview_head('adversarial') }},
        'sign text of elsewhere' as cue,
        'WLA, against blanked signs' as measure,
        blank.wla as value_without,
        blank.wla_ci_low as without_ci_low,
        blank.wla_ci_high as without_ci_high,
        blank.n as n_without,
        adversarial.wla as value_with,
        adversarial.wla_ci_low as with_ci_low,
        adversarial.wla_ci_high as with_ci_high,
        adversarial.n as n_with,
        'answers within 50 km of the trap' as followed_by,
        shift.tfr as followed,
        shift.tfr_ci_low as followed_ci_low,
        shift.tfr_ci_high as followed_ci_high,
        shift.tfr_n as n_followed,
        adversarial.coverage
    from {{ ref('signpost_wla') }} as adversarial
    left join {{ ref('signpost_wla') }} as blank
        on blank.variant = 'blank'
        and blank.origin = 'measured'
        and blank.unanswered = adversarial.unanswered
        and blank.editor = adversarial.editor
        and {{ overview_same('blank', 'adversarial') }}
    left join {{ ref('signpost_shift') }} as shift
        on shift.origin = 'measured'
        and shift.unanswered = adversarial.unanswered
        and shift.editor = adversarial.editor
        and {{ overview_same('shift', 'adversarial') }}
    where adversarial.variant = 'adversarial'
        and adversarial.origin = 'measured'
        and adversarial.unanswered = 'wrong'
),

combined as (
    select * from confused_tourist
    union all by name
    select * from culture_mix
    union all by name
    select * from signpost
)

select combined.*, models.kind, value_with - value_without as change
from combined
left join (select model, kind from {{ ref('stg_models') }}) as models using (model)
