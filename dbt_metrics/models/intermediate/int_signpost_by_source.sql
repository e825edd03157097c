{# One row per source and setting of each editor: what averages over sources are made of. Original
   pictures have no editor and stand beside every one; controls are in no number here. #}
{% set setting = 'benchmark, source, model, kind, prompt_id, evaluation, unanswered' %}
{% set near = 'trap_km < ' ~ var('signpost_trap_radius_km') %}
with edited as (
    select
        {{ setting }},
        editor,
        {{ culture_conflict.rate(count_if("state <> 'error'"), 'count(*)') }} as edited_coverage,
        count(*) as n_edited,
        {{ count_if("state <> 'error'") }} as n_edited_answered,
        {% for variant in signpost_variants()[1:] %}
        avg(wla) filter (where variant = '{{ variant }}') as wla_{{ variant }},
        {{ count_if("counted and variant = '" ~ variant ~ "'") }} as wla_{{ variant }}_n,
        {% endfor %}
        {{ signpost_tail("variant = 'adversarial'", 'adversarial') }},
        avg(tbs_km) filter (where variant = 'adversarial') as tbs_adversarial_km,
        {{ count_if("variant = 'adversarial' and has_trap and counted") }} as tfr_n,
        {{ culture_conflict.rate(
            count_if("variant = 'adversarial' and " ~ near),
            count_if("variant = 'adversarial' and has_trap and counted")
        ) }} as tfr
    from {{ ref('int_signpost_answers') }}
    where variant not in ('original', 'native')
    group by all
),

originals as (
    select
        {{ setting }},
        {{ culture_conflict.rate(count_if("state <> 'error'"), 'count(*)') }}
            as original_coverage,
        count(*) as n_originals,
        {{ count_if("state <> 'error'") }} as n_originals_answered,
        avg(wla) as wla_original,
        {{ count_if('counted') }} as wla_original_n,
        {{ signpost_tail('true', 'original') }}
    from {{ ref('int_signpost_answers') }}
    where variant = 'original'
    group by all
)

select
    * exclude (
        edited_coverage, original_coverage, n_edited, n_edited_answered, n_originals,
        n_originals_answered
    ),
    n_edited + coalesce(n_originals, 0) as n_variants,
    n_edited_answered + coalesce(n_originals_answered, 0) as n_answered,
    least(edited_coverage, coalesce(original_coverage, 0)) as coverage
from edited
left join originals using ({{ setting }})
