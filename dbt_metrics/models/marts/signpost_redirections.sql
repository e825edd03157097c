{# Groups in which a model was right on Blank and names the trap on Adversarial (Table 19). #}
with redirected as (
    select *
    from {{ ref('int_signpost_answers') }}
    where variant = 'adversarial'
        and trap_km < {{ var('signpost_trap_radius_km') }}
        and blank_error_km <= {{ var('signpost_right_km') }}
        and coalesce(blank_trap_km >= {{ var('signpost_trap_radius_km') }}, true)
),

at_the_trap as (
    select benchmark, source, group_id, editor, prompt_id, evaluation,
        count(distinct model) as n_models_at_trap,
        count(distinct model) filter (where kind = 'vlm') as n_vlms_at_trap
    from {{ ref('int_signpost_answers') }}
    where variant = 'adversarial' and trap_km < {{ var('signpost_trap_radius_km') }}
    group by all
),

measured as (
    select
        {{ signpost_measured_head("'adversarial'") }},
        kind,
        external_id,
        group_id,
        tier,
        trap,
        blank_error_km,
        error_km,
        trap_km,
        n_models_at_trap,
        n_vlms_at_trap
    from redirected
    inner join at_the_trap
        using (benchmark, source, group_id, editor, prompt_id, evaluation)
),

published as (
    select
        {{ signpost_published_head(
            "'an example of the paper, and two of its four start from a Blank answer that is not near'",
            'table_19', source='lower(dataset)'
        ) }},
        'vlm' as kind,
        native_text as external_id,
        native_text as group_id,
        tier,
        injected_text as trap,
        blank_error_km::double as blank_error_km,
        adversarial_error_km::double as error_km,
        adv_to_target_within_km::double as trap_km
    from {{ ref('sp_table19_examples') }}
),

combined as (
    select * from measured
    union all by name
    select * from published
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
    unanswered,
    kind,
    external_id,
    group_id,
    tier,
    trap,
    blank_error_km,
    error_km,
    trap_km,
    n_models_at_trap,
    n_vlms_at_trap
from combined
