select
    benchmark,
    source,
    group_id,
    state,
    reason,
    tier
from {{ read_table('screenings') }}
