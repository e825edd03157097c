select
    model,
    provider,
    kind,
    name,
    revision
from {{ read_table('models') }}
