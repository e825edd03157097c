select
    item_id,
    external_id,
    benchmark,
    source,
    source_version,
    category,
    name,
    country,
    licence,
    author,
    medium
from {{ read_table('items') }}
