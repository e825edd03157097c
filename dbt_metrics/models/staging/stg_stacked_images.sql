select
    variant_id,
    benchmark,
    source,
    item_id,
    pair_id,
    perturb_method,
    perturb_context,
    outcome,
    reason,
    enlarged
from {{ read_table('stacked_images') }}
