{# The tests are made in Python, a night at a time; a row without a test is neither real nor not. #}
select
    drift.benchmark,
    drift.source,
    drift.source_version,
    sources.kind = 'sample' as is_sample,
    drift.model,
    models.kind,
    drift.prompt_id,
    drift.evaluation,
    drift.editor,
    drift.metric,
    drift.day,
    drift.previous,
    drift.value,
    drift.previous_value,
    drift.delta,
    drift.ci_low,
    drift.ci_high,
    drift.p,
    drift.p_holm,
    drift.p_holm < 0.05 as is_real,
    drift.n_tests,
    drift.n,
    drift.n_groups,
    drift.n_asked,
    drift.coverage,
    drift.flip_rate,
    drift.repeats,
    drift.changed,
    drift.reason
from {{ ref('stg_evaluation_drift') }} as drift
inner join {{ ref('stg_models') }} as models on drift.model = models.model
inner join {{ ref('stg_sources') }} as sources
    on drift.benchmark = sources.benchmark and drift.source = sources.source
