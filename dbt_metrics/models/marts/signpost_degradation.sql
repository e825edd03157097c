{# What conflicting text costs all models together: per model and source, then equally over both
   (Table 8). Only models of kind vlm; a set that is not whole has no row of all its sources. #}
{% set metrics = {
    'mean_wla': 'wla', 'acc_at_25': 'acc_25', 'acc_at_200': 'acc_200', 'acc_at_750': 'acc_750',
    'error_gt_2500_km': 'over_2500', 'median_error': 'median_km'
} %}
with cells as (
    select sets.source_set, by_source.*
    from {{ ref('stg_source_sets') }} as sets
    inner join {{ ref('int_signpost_by_source') }} as by_source using (benchmark, source)
    where kind = 'vlm' and coverage >= {{ var('rank_min_coverage') }}
),

sizes as (
    select source_set, count(*) as n_in_set
    from {{ ref('stg_source_sets') }}
    where benchmark = 'signpost'
    group by all
),

whole as (
    select *
    from cells
    inner join sizes using (source_set)
    qualify count(*) over (
        partition by source_set, model, prompt_id, evaluation, editor, unanswered
    ) = n_in_set
),

long as (
    {% for metric, column in metrics.items() %}
    select
        source_set, 'all' as source, model, prompt_id, evaluation, editor, unanswered,
        '{{ metric }}' as measure,
        {{ average_of_all(column ~ '_original') }} as original,
        {{ average_of_all(column ~ '_adversarial') }} as adversarial
    from whole
    group by all
    union all
    {% endfor %}
    select
        source_set, source, model, prompt_id, evaluation, editor, unanswered,
        'mean_wla' as measure,
        wla_original as original,
        wla_adversarial as adversarial
    from cells
),

measured as (
    select
        {{ signpost_set_head(
            "'the published edits are not redistributed, so the pictures differ'", model="'all'"
        ) }},
        source,
        measure,
        case measure when 'median_error' then 'km' else 'fraction' end as unit,
        count(*) as n_models,
        avg(original) as original,
        avg(adversarial) as adversarial,
        avg(adversarial) - avg(original) as change
    from long
    where original is not null and adversarial is not null
    group by source_set, prompt_id, evaluation, editor, unanswered, source, measure
),

printed as (
    select
        *,
        metric like '%\_mean_wla' escape '\' as of_source,
        case unit when 'pct' then 100 else 1 end as scale
    from {{ ref('sp_table08_degradation') }}
),

published as (
    select
        {{ signpost_set_head(
            "'edits are not redistributed, and how medians and Acc@k are averaged is not stated'",
            'published', "'published_four'", "'all'"
        ) }},
        case when of_source then replace(metric, '_mean_wla', '') else 'all' end as source,
        case when of_source then 'mean_wla' else metric end as measure,
        case unit when 'pct' then 'fraction' else unit end as unit,
        20 as n_models,
        original / scale as original,
        adversarial / scale as adversarial,
        (adversarial - original) / scale as change,
        change / scale as printed_change
    from printed
),

combined as (
    select * from measured
    union all by name
    select * from published
),

ends as (
    {{ signpost_ends('signpost_degradation', ['original', 'adversarial', 'change'],
                     ['source', 'measure'], 'source_set') }}
)

select
    origin,
    comparable,
    comparable_reason,
    benchmark,
    source_set,
    source,
    model,
    prompt_id,
    evaluation,
    editor,
    unanswered,
    measure,
    unit,
    n_models,
    {% for name in ['original', 'adversarial', 'change'] %}
    {{ name }},
    {{ interval(name ~ '_') }},
    {% endfor %}
    printed_change
from combined
{{ signpost_join_ends(['source', 'measure'], 'source_set') }}
