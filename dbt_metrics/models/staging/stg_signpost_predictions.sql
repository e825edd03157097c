select
    variant_id,
    benchmark,
    source,
    picture,
    model,
    prompt_id,
    evaluation,
    repeat,
    left(request_key, 16) as request_key,
    state,
    task,
    latitude,
    longitude,
    conflict,
    trusts,
    country,
    language
from {{ read_table('signpost_predictions') }}
