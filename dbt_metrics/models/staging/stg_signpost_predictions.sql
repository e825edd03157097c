select
    variant_id,
    benchmark,
    source,
    picture,
    model,
    prompt_id,
    evaluation,
    repeat,
    state
from {{ read_table('signpost_predictions') }}
