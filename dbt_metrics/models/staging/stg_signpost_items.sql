select
    item_id,
    external_id,
    benchmark,
    source,
    source_version,
    group_id,
    heading,
    picture
from {{ read_table('signpost_items') }}
