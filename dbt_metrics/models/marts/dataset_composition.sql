{# Wanted: one picture per item for the original and each control, and one per item, pairing method,
   difficulty and cue for stacking. Table 1 counts a pairing method and difficulty over all methods
   and cues; those sums are the rows with perturb_method and perturb_context `all`. #}
with items as (
    select
        items.benchmark,
        items.source,
        items.source_version,
        items.item_id,
        items.category,
        sources.kind as source_kind
    from {{ ref('stg_items') }} as items
    inner join {{ ref('stg_sources') }} as sources using (benchmark, source)
),

pictures as (
    select
        images.benchmark,
        images.source,
        images.item_id,
        images.perturb_method,
        coalesce(pairs.method, 'none') as pair_method,
        coalesce(pairs.difficulty, 'none') as difficulty,
        images.perturb_context,
        images.outcome = 'made' as made,
        coalesce(images.reason, 'unknown') as reason
    from {{ ref('stg_stacked_images') }} as images
    left join {{ ref('stg_pairs') }} as pairs using (pair_id)
),

cells as (
    select *
    from (
        values
        ('none', 'none', 'none', 'none'),
        ('control', 'none', 'none', 'congruent_flag'),
        ('control', 'none', 'none', 'grey_patch')
    ) as single (perturb_method, pair_method, difficulty, perturb_context)
    union
    select 'stacked', pair_method, difficulty, perturb_context
    from (values ('desc'), ('geo')) as methods (pair_method)
    cross join (values ('easy'), ('hard')) as difficulties (difficulty)
    cross join (values ('flag'), ('landmark'), ('flag_landmark')) as contexts (perturb_context)
    union
    select distinct perturb_method, pair_method, difficulty, perturb_context from pictures
),

wanted as (
    select
        items.*,
        cells.*,
        coalesce(pictures.made, false) as made,
        coalesce(pictures.reason, 'no_pair') as reason
    from items
    inner join (select distinct benchmark, source from pictures) as built using (benchmark, source)
    cross join cells
    left join pictures
        using (
            benchmark, source, item_id, perturb_method, pair_method, difficulty, perturb_context
        )
),

measured as (
    select
        {{ measured_head(
            model="'none'", prompt_id="'none'", evaluation="'none'", editor="'all'",
            rule="'as_published'", perturb_method='wanted.perturb_method'
        ) }},
        slices.category,
        shapes.perturb_method,
        shapes.pair_method,
        shapes.difficulty,
        shapes.perturb_context,
        count(distinct item_id) as n_items,
        count(*) as n_expected,
        {{ count_if('made') }} as n_made,
        {{ count_if('not made') }} as n_left_out,
        {{ count_if("not made and reason = 'no_pair'") }} as n_no_pair,
        {{ count_if("not made and reason = 'no_flag'") }} as n_no_flag,
        {{ count_if("not made and reason = 'no_landmark'") }} as n_no_landmark
    from
        wanted,
        unnest([wanted.category, 'all']) as slices (category),
        (
            values
            (
                wanted.perturb_method,
                wanted.pair_method,
                wanted.difficulty,
                wanted.perturb_context,
                true
            ),
            ('all', wanted.pair_method, wanted.difficulty, 'all', wanted.pair_method <> 'none'),
            ('all', 'all', 'all', 'all', wanted.pair_method <> 'none')
        ) as shapes (perturb_method, pair_method, difficulty, perturb_context, holds)
    where shapes.holds
    group by all
),

published as (
    select
        {{ published_head(
            "pair_method = 'original'", published_counts_reason(), 'table_1',
            model="'none'", setting="'none'"
        ) }},
        case category when 'grand_total' then 'all' else category end as category,
        case pair_method when 'original' then 'none' else 'all' end as perturb_method,
        case pair_method
            when 'original' then 'none' when 'total_pairs_stated' then 'all' else pair_method
        end as pair_method,
        case pair_method
            when 'original' then 'none' when 'total_pairs_stated' then 'all' else difficulty
        end as difficulty,
        case pair_method when 'original' then 'none' else 'all' end as perturb_context,
        n_images as n_made
    from {{ ref('ct_table1_dataset_stats') }}
),

combined as (
    select * from measured
    union all by name
    select * from published
)

select
    origin,
    comparable,
    comparable_reason,
    benchmark,
    source,
    source_version,
    model,
    prompt_id,
    evaluation,
    editor,
    category,
    perturb_method,
    pair_method,
    difficulty,
    perturb_context,
    n_items,
    n_expected,
    n_made,
    n_left_out,
    n_no_pair,
    n_no_flag,
    n_no_landmark,
    n_left_out - n_no_pair - n_no_flag - n_no_landmark as n_picture_fault
from combined
