{# One row per asked setting (model, prompt, evaluation), current variant, question and rule;
   `state` is null where no answer exists. Only the first answer (repeat 0) counts. A pair needs an
   answer to the reference as it is now: what was scored against a former picture is none. #}
with asked as (
    select distinct benchmark, source, model, prompt_id, evaluation
    from {{ ref('int_current_predictions') }}
    where benchmark = 'confused_tourist'
),

scores as (
    select * from ({{ current_scores('stg_scores', 'int_current_predictions') }})
    where repeat = 0
),

scored as (
    select
        asked.model,
        asked.prompt_id,
        asked.evaluation,
        variants.*,
        targets.target,
        scores.* exclude (
            benchmark, source, model, prompt_id, evaluation, repeat, variant_id, target,
            reference_state
        ),
        case when references_.state is not null then scores.reference_state end as reference_state,
        references_.answer as reference_answer
    from asked
    inner join {{ ref('int_current_variants') }} as variants using (benchmark, source)
    cross join (values ('country'), ('item')) as targets (target)
    left join scores using (variant_id, model, prompt_id, evaluation, target)
    left join scores as references_
        on references_.variant_id = variants.reference_variant
        and references_.model = asked.model
        and references_.prompt_id = asked.prompt_id
        and references_.evaluation = asked.evaluation
        and references_.target = targets.target
),

{% for rule in rules() %}
by_{{ rule }} as (
    select
        *,
        '{{ rule }}' as rule,
        {{ answered('state') }} as is_answered,
        {{ answered('reference_state') }} as is_reference_answered,
        coalesce(correct_{{ rule }}, false) as is_correct,
        coalesce(reference_correct_{{ rule }}, false) as is_reference_correct,
        {{ wrong(rule, 'state', 'answer', 'correct_' ~ rule) }} as is_wrong,
        {{ wrong(rule, 'reference_state', 'reference_answer', 'reference_correct_' ~ rule) }}
            as is_reference_wrong,
        target = 'country' and distractor_country is not null as has_distractor,
        coalesce(distracted_{{ rule }}, false) as names_distractor,
        coalesce(reference_distracted_{{ rule }}, false) as reference_names_distractor
    from scored
){% if not loop.last %},{% endif %}

{% endfor %},

both_rules as (
    {% for rule in rules() %}
    select * from by_{{ rule }}
    {% if not loop.last %}union all{% endif %}
    {% endfor %}
)

select
    benchmark,
    source,
    source_version,
    source_kind,
    model,
    prompt_id,
    evaluation,
    editor,
    variant_id,
    group_id,
    category,
    truth_country,
    distractor_country,
    perturb_method,
    pair_method,
    difficulty,
    perturb_context,
    target,
    rule,
    state,
    answer_country,
    is_answered,
    is_answered and is_correct as correct,
    is_wrong as wrong,
    case when has_distractor then is_wrong and names_distractor end as distracted,
    is_answered and is_reference_answered as paired,
    case when is_reference_answered then is_reference_correct end as reference_correct,
    is_reference_wrong as reference_wrong,
    case
        when has_distractor and is_reference_answered
            then is_reference_wrong and reference_names_distractor
    end as reference_distracted
from both_rules
