select
    variant_id,
    external_id,
    benchmark,
    source,
    source_version,
    group_id,
    variant,
    reference_variant,
    tier,
    trap_latitude is not null and trap_longitude is not null as has_trap,
    trap,
    editor,
    picture,
    review
from {{ read_table('signpost_variants') }}
