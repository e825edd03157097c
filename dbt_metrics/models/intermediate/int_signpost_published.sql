{# Macro averages of Tables 20-23 and 7 in our words: what Tables 1, 4, 5 and 13 are made of. #}
with by_dataset as (
    select
        model,
        {% for variant in signpost_variants() %}
        avg(wla_{{ variant }}_pct) / 100 as wla_{{ variant }},
        {% endfor %}
        avg(adv_tbs_km) as tbs_adversarial_km,
        count(*) as n_sources
    from {{ ref('sp_table20_23_by_dataset') }}
    group by model
)

select by_dataset.*, traps.tfr_pct / 100 as tfr
from by_dataset
inner join {{ ref('sp_table07_tfr_by_dataset') }} as traps using (model)
where traps.is_macro_row = 1
