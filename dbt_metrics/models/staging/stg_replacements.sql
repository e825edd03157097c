select
    replacement_id,
    benchmark,
    source,
    group_id,
    span_rank,
    maker,
    state
from {{ read_table('replacements') }}
