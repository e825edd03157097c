{# Table 5 in our words, under the models its rows belong to (ruling 14). #}
select
    {{ published_head(
        'false', relabelled_reason(), 'table_5', editor=published_editor('perturb_method')
    ) }},
    'country' as target,
    distraction_pct / 100 as distraction,
    {{ our_method('perturb_method') }} as perturb_method,
    pair_method,
    difficulty,
    perturb_context
from {{ ref('ct_table5_distraction') }}
