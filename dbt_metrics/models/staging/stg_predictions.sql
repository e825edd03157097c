select
    variant_id,
    benchmark,
    source,
    picture,
    model,
    prompt_id,
    evaluation,
    repeat,
    state,
    attempts,
    latency_s,
    input_tokens,
    output_tokens,
    cost_usd,
    asked_at
from {{ read_table('predictions') }}
