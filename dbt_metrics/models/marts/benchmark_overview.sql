{# What a conflicting cue does, one row per kind of cue of each benchmark; numbers and intervals are
   those of the benchmarks' own marts. Measures differ, so that rows are read across, never averaged. #}
with confused_tourist as (
    select
        {{ overview_head('leaderboard') }},
        'flag or landmark' as cue,
        'right country' as measure,
        {{ overview_number('without', 'score_without', 'score_without_', 'score_without_n') }},
        {{ overview_number('with', 'score', 'score_', 'score_n') }},
        'wrong answers that name the cue' as followed_by,
        {{ overview_number('followed', 'followed', 'followed_', 'followed_n') }},
        coverage
    from {{ ref('leaderboard') }} as leaderboard
    where origin = 'measured' and benchmark = 'confused_tourist'
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
        {{ overview_number('without', 'alone.accuracy', 'alone.', 'alone.n') }},
        {{ overview_number('with', 'mixed.accuracy', 'mixed.', 'mixed.n') }},
        'labels that move to the distractor' as followed_by,
        {{ overview_number(
            'followed', 'shift.to_distractor', 'shift.to_distractor_', 'shift.n'
        ) }},
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
        {{ overview_number('without', 'blank.wla', 'blank.wla_', 'blank.n') }},
        {{ overview_number('with', 'adversarial.wla', 'adversarial.wla_', 'adversarial.n') }},
        'answers within 50 km of the trap' as followed_by,
        {{ overview_number('followed', 'shift.tfr', 'shift.tfr_', 'shift.tfr_n') }},
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
