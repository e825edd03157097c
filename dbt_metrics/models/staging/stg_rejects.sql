select
    benchmark,
    source,
    file,
    row as file_row,
    external_id,
    reason
from {{ read_table('rejects') }}
