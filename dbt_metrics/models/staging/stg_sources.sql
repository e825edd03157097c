select
    benchmark,
    source,
    source_version,
    kind,
    title,
    medium
from {{ read_table('sources') }}
