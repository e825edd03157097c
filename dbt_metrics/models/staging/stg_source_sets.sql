select
    benchmark,
    source_set,
    source
from {{ read_table('source_sets') }}
