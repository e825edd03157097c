select
    pair_id,
    benchmark,
    source,
    item_id,
    other_id,
    method,
    difficulty,
    score,
    adversarial_country,
    n_candidates,
    n_tied
from {{ read_table('pairs') }}
