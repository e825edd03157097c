{# What became of a source's scenes, from its list to the finished groups (Tables 2 and 6). #}
{# A source of which every scene was rejected has rows too. #}
with built as (
    select
        benchmark,
        source,
        coalesce(items.source_version, sources.source_version) as source_version,
        sources.kind as source_kind
    from {{ ref('stg_sources') }} as sources
    left join (
        select distinct benchmark, source, source_version from {{ ref('stg_signpost_items') }}
    ) as items using (benchmark, source)
    where benchmark = 'signpost'
),

usable as (
    select distinct benchmark, source, external_id, group_id from {{ ref('stg_signpost_items') }}
),

{# A scene is rejected once, for its first reason; a repeated row of a usable one is none. #}
rejected as (
    select
        benchmark,
        source,
        coalesce(external_id, file || ' ' || file_row) as scene,
        min(reason) as reason
    from {{ ref('stg_rejects') }} as rejects
    where
        reason <> 'unknown_scene'
        and not exists (
            select 1 from usable
            where
                usable.benchmark = rejects.benchmark
                and usable.source = rejects.source
                and usable.external_id = rejects.external_id
        )
    group by all
),

made as (
    select
        benchmark,
        source,
        group_id,
        bool_or(state = 'ok') as ok,
        case when bool_or(state = 'error') then 'error' else 'refused' end as reason,
        {{ count_if("state = 'ok'") }} as n_spans
    from {{ ref('stg_replacements') }}
    group by all
),

finished as (
    select distinct benchmark, source, group_id
    from (
        select benchmark, source, group_id, editor
        from {{ ref('stg_signpost_variants') }}
        where variant in ('blank', 'similar', 'random', 'adversarial')
            and not ends_with(editor, '{{ var("failed_gates") }}')
        group by all
        having count(distinct variant) = 4
    )
),

traps as (
    select benchmark, source, group_id, min(group_state) as group_state
    from {{ ref('stg_trap_targets') }}
    group by all
),

scenes as (
    select
        usable.benchmark,
        usable.source,
        coalesce(screened.state = 'kept', false) as has_text,
        coalesce(screened.reason, 'not_read') as text_reason,
        coalesce(made.ok, false) as has_texts,
        coalesce(made.reason, 'not_made') as made_reason,
        made.n_spans,
        finished.group_id is not null as is_final,
        traps.group_state
    from usable
    left join {{ ref('stg_screenings') }} as screened using (benchmark, source, group_id)
    left join made using (benchmark, source, group_id)
    left join finished using (benchmark, source, group_id)
    left join traps using (benchmark, source, group_id)
),

rows as (
    select benchmark, source, 'raw' as stage, 'all' as reason, count(*) as n
    from (select benchmark, source from scenes union all select benchmark, source from rejected)
    group by all
    union all by name
    select benchmark, source, 'raw' as stage, reason, count(*) as n
    from rejected group by all
    union all by name
    select benchmark, source, 'ocr' as stage, 'all' as reason, {{ count_if('has_text') }} as n
    from scenes group by all
    union all by name
    select benchmark, source, 'ocr' as stage, text_reason as reason, count(*) as n
    from scenes where not has_text group by all
    union all by name
    select
        benchmark, source, 'generated' as stage, 'all' as reason,
        {{ count_if('has_text and has_texts') }} as n
    from scenes group by all
    union all by name
    select benchmark, source, 'generated' as stage, made_reason as reason, count(*) as n
    from scenes where has_text and not has_texts group by all
    union all by name
    select benchmark, source, 'final' as stage, 'all' as reason, {{ count_if('is_final') }} as n
    from scenes group by all
    union all by name
    select benchmark, source, 'final' as stage, 'incomplete' as reason, count(*) as n
    from scenes where has_texts and not is_final group by all
    union all by name
    select
        benchmark, source, 'removed' as stage, 'all' as reason,
        {{ count_if('has_text and not is_final') }} as n
    from scenes group by all
    union all by name
    select
        benchmark, source, 'spans' as stage, 'all' as reason,
        coalesce(sum(n_spans) filter (where is_final), 0)::bigint as n
    from scenes group by all
    union all by name
    select
        benchmark, source, 'geocodable' as stage, 'all' as reason,
        {{ count_if("is_final and group_state = 'trap'") }} as n
    from scenes group by all
    union all by name
    select
        benchmark, source, 'geocodable' as stage,
        case coalesce(group_state, 'not_looked_up')
            when 'none' then 'no_result' else coalesce(group_state, 'not_looked_up')
        end as reason,
        count(*) as n
    from scenes where is_final and coalesce(group_state, '') <> 'trap' group by all
),

measured as (
    select
        'measured' as origin,
        false as comparable,
        {{ signpost_reason("'blank'") }} as comparable_reason,
        rows.benchmark,
        rows.source,
        built.source_version,
        'none' as model,
        'none' as prompt_id,
        'none' as evaluation,
        'all' as editor,
        rows.stage,
        rows.reason,
        rows.n
    from rows
    inner join built using (benchmark, source)
),

counted as (
    unpivot (
        select
            dataset, n_raw as raw, n_ocr as ocr, n_generated as generated, n_final as "final",
            n_removed as removed, n_spans as spans
        from {{ ref('sp_table02_construction') }}
        where is_total_row = 0
    )
    on raw, ocr, generated, "final", removed, spans into name stage value n
),

published as (
    select
        'published' as origin,
        false as comparable,
        'as printed: its pictures are not redistributed' as comparable_reason,
        'signpost' as benchmark,
        lower(dataset) as source,
        case stage when 'geocodable' then 'table_6' else 'table_2' end as source_version,
        'none' as model,
        'published' as prompt_id,
        'published' as evaluation,
        'qwen-image-edit-2509' as editor,
        stage,
        'all' as reason,
        n
    from (
        select dataset, stage, n from counted
        union all by name
        select dataset, 'geocodable' as stage, n_geocodable as n
        from {{ ref('sp_table06_geocodable') }}
        where is_total_row = 0
    )
),

combined as (
    select * from measured
    union all by name
    select * from published
)

select
    combined.*,
    whole.n as of_n,
    {{ rate('combined.n', 'whole.n') }} as share
from combined
left join combined as whole
    on
        combined.origin = whole.origin
        and combined.benchmark = whole.benchmark
        and combined.source = whole.source
        and whole.reason = 'all'
        and combined.stage <> 'spans'
        and whole.stage = case
            when combined.stage = 'raw' and combined.reason = 'all' then null
            when combined.stage in ('raw', 'ocr') then 'raw'
            when combined.stage in ('generated', 'removed') then 'ocr'
            when combined.stage = 'final' then 'generated'
            when combined.stage = 'geocodable' then 'final'
        end
