select
    variant_id,
    benchmark,
    source,
    item_id,
    subtask,
    augmentation,
    food2_name,
    food2_country,
    background_country,
    background_index,
    background_kind,
    food_distance,
    background_distance
from {{ read_table('mixed_images') }}
