{# Table 4 in our words: fractions, our names of methods, the drop as the paper takes it. #}
with baseline as (
    select
        model,
        target,
        accuracy_pct / 100 as accuracy,
        model in ('Gemini-2.5-Flash', 'Claude-4.5-Sonnet') as dropped_answers
    from {{ ref('ct_table4_baseline') }}
),

originals as (
    select
        {{ published_head(
            'not dropped_answers', published_originals_reason(), 'table_4', editor="'none'"
        ) }},
        target,
        accuracy,
        'none' as perturb_method,
        'none' as pair_method,
        'none' as difficulty,
        'none' as perturb_context,
        null::double as drop_unpaired
    from baseline
),

perturbed as (
    select
        {{ published_head(
            'false', published_pairs_reason('pair_method'), 'table_4',
            editor=published_editor('cells.perturb_method')
        ) }},
        target,
        cells.accuracy_pct / 100 as accuracy,
        {{ our_method('cells.perturb_method') }} as perturb_method,
        cells.pair_method,
        cells.difficulty,
        cells.perturb_context,
        baseline.accuracy - cells.accuracy_pct / 100 as drop_unpaired
    from {{ ref('ct_table4_accuracy') }} as cells
    inner join baseline using (model, target)
)

select * from originals
union all by name
select * from perturbed
