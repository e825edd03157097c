{# What a row of any leaderboard is about, and whether it ranks. #}
{% macro board_head(source='source', source_version='source_version', rule='rule') -%}
    origin,
    comparable,
    comparable_reason,
    benchmark,
    {{ source }} as source,
    {{ source_version }} as source_version,
    model,
    prompt_id,
    evaluation,
    editor,
    kind,
    imported,
    prompt_note,
    sample,
    {{ rule }} as rule,
    rank,
    rank_note,
    n_variants,
    n_answered,
    coverage
{%- endmacro %}

{# A number of a benchmark's own leaderboard under a common name: its words, value, n and interval.
   `whole` is what it is counted out of where that is not 1, so that all are fractions. #}
{% macro board_number(common, words, own, n=none, whole=none) -%}
    {% set scale = ' / ' ~ whole if whole else '' %}
    '{{ words }}' as {{ common }}_name,
    {{ own ~ scale }} as {{ common }},
    {{ n or own ~ '_n' }} as {{ common }}_n,
    {{ own }}_ci_low{{ scale }} as {{ common }}_ci_low,
    {{ own }}_ci_high{{ scale }} as {{ common }}_ci_high
{%- endmacro %}
