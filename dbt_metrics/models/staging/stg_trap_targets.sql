select
    target_id,
    benchmark,
    source,
    group_id,
    is_trap,
    group_state
from {{ read_table('trap_targets') }}
