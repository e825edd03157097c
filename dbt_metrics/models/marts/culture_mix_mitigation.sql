{# Other words against the base prompt, and fine-tuned models against what they were made of, on the
   test part. The tests are made in Python; an untested row is neither real nor not: null. Table 2
   stands beside them: its test is not named, its entropies are taken for bits. #}
with printed as (
    select
        changed.model,
        changed.setting,
        case changed.metric when 'entropy' then 'entropy' else 'accuracy' end as measure,
        changed.subtask,
        changed.value / case changed.metric when 'entropy' then 1 else 100 end as value,
        base.value / case changed.metric when 'entropy' then 1 else 100 end as base,
        changed.marked_significant = 1 as is_marked
    from {{ ref('cm_table2_mitigation') }} as changed
    inner join {{ ref('cm_table2_mitigation') }} as base
        using (model, metric, subtask)
    where changed.setting <> 'base' and base.setting = 'base'
),

published as (
    select
        {{ published_head(
            'false', mix_split_reason(), 'table_2', setting='setting', benchmark='culture_mix'
        ) }},
        model as base_model,
        'base' as base_prompt_id,
        'test' as part,
        measure,
        'unstated' as target,
        'as_published' as rule,
        'made' as pictures,
        subtask,
        value,
        base,
        value - base as effect,
        is_marked
    from printed
),

tested as (
    {{ with_verdict(ref('stg_mix_mitigation')) }}
),

measured as (
    select
        {{ mix_head(rule='rule', published='false') }},
        * exclude (benchmark, source, source_version, model, prompt_id, evaluation, kind, is_sample)
    from tested
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
    base_model,
    base_prompt_id,
    part,
    measure,
    target,
    rule,
    pictures,
    subtask,
    value,
    base,
    effect,
    ci_low,
    ci_high,
    p,
    p_holm,
    is_real,
    n_tests,
    n_groups,
    n_common,
    n_variants,
    coverage,
    test,
    correction,
    reason,
    food_effect,
    t,
    t_p,
    is_marked
from combined
