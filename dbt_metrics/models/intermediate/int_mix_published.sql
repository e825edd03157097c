{# Tables 6, 7 and the accuracies of Table 2 in our words; averages over models are left out. #}
with table_6 as (
    select
        {{ published_head(
            'true', mix_published_reason(), 'table_6', benchmark='culture_mix'
        ) }},
        {{ mix_target('target') }} as target,
        subtask,
        'all' as background_kind,
        n_stated,
        accuracy
    from {{ ref('cm_table6_accuracy') }}
    where is_average_row = 0
),

table_7 as (
    select
        {{ published_head(
            "not starts_with(model, 'QwenVL3')", mix_kind_reason(), 'table_7',
            benchmark='culture_mix'
        ) }},
        {{ mix_target('target') }} as target,
        subtask,
        background_type as background_kind,
        accuracy
    from {{ ref('cm_table7_accuracy_by_background') }}
    where is_average_row = 0
),

table_2 as (
    select
        {{ published_head(
            'false', mix_split_reason(), 'table_2', setting='setting', benchmark='culture_mix'
        ) }},
        'unstated' as target,
        subtask,
        'all' as background_kind,
        value / 100 as accuracy
    from {{ ref('cm_table2_mitigation') }}
    where metric = 'accuracy_pct'
)

select * from table_6
union all by name
select * from table_7
union all by name
select * from table_2
