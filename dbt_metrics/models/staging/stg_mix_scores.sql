select
    variant_id,
    benchmark,
    source,
    model,
    prompt_id,
    evaluation,
    repeat,
    left(request_key, 16) as request_key,
    target,
    state,
    answer,
    label,
    correct_as_published,
    correct_guarded,
    shift,
    food_pull,
    background_pull
from {{ read_table('mix_scores') }}
