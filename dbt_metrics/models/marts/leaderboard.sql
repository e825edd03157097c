{# The three benchmarks' own leaderboards in common columns; no number is made here, only MCRS becomes
   a fraction. Measures differ: ranks are those of the boards, and nothing is averaged over benchmarks. #}
with confused_tourist as (
    select
        {{ board_head() }},
        {{ board_number('score', 'right country, stacked cues',
            'country_accuracy_stacked') }},
        {{ board_number('score_without', 'right country, originals',
            'country_accuracy_original') }},
        {{ board_number('followed', 'wrong answers that name the cue',
            'distraction_stacked') }}
    from {{ ref('confused_tourist_leaderboard') }}
),

signpost as (
    select
        {{ board_head(
            source='source_set',
            source_version="case origin when 'published' then 'tables_7_20_23' else 'all' end",
            rule="'unanswered: ' || unanswered"
        ) }},
        {{ board_number('score', 'MCRS / 100', 'mcrs', whole=100) }},
        {{ board_number('score_without', 'C: mean WLA of Original and Blank', 'c') }},
        {{ board_number('followed', 'answers within 50 km of the trap', 'tfr') }}
    from {{ ref('signpost_leaderboard') }}
    where unanswered = 'wrong'
),

culture_mix as (
    select
        {{ board_head() }},
        {{ board_number('score', 'right country, mixed pictures', 'accuracy_mixed',
            n='n_mixed') }},
        {{ board_number('score_without', 'right country, dishes alone',
            'accuracy_alone', n='n_alone') }},
        {{ board_number('followed', 'labels that move to a distractor',
            'to_distractor', n='n_compared') }}
    from {{ ref('culture_mix_leaderboard') }}
    where target = 'country'
        and rule = case origin when 'published' then 'as_published' else 'guarded' end
)

select * from confused_tourist
union all by name
select * from signpost
union all by name
select * from culture_mix
