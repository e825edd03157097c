{# By setting: whether its answers were imported, and of which sample they are. #}
{% macro told_evaluations() -%}
    select
        benchmark,
        source,
        model,
        prompt_id,
        evaluation,
        bool_or(imported) as imported,
        max(
            'a sample of ' || n_rows || ' of ' || n_variants || ' pictures (limit '
            || sample_limit || ', seed ' || sample_seed || ')'
        ) as sample
    from {{ ref('stg_evaluations') }}
    where repeat = 0
    group by all
{%- endmacro %}

{# Joins of a board: coverage, kind of model, and `evaluations`, made by `told_evaluations`. #}
{% macro join_asked(evaluations) -%}
    inner join (
        select
            benchmark, source, model, prompt_id, evaluation, n_variants, n_answered, n_unscored,
            coverage
        from {{ ref('answer_coverage') }}
    ) as coverages using (benchmark, source, model, prompt_id, evaluation)
    inner join (select model, kind from {{ ref('stg_models') }}) as models using (model)
    left join {{ evaluations }} as evaluations
        using (benchmark, source, model, prompt_id, evaluation)
{%- endmacro %}

{# Why a measured row has no rank; null where it has one. `ranked` is what is ranked by. #}
{% macro rank_note(ranked, nothing) -%}
    case
        when origin = 'published' then null
        when evaluation <> {{ quoted(var('main_evaluation')) }}
            then 'evaluation ' || evaluation || ' does not rank'
        when
            not imported
            and not list_contains({{ quoted_list(var('base_prompt_ids')) }}, prompt_id)
            then 'prompt ' || prompt_id || ' is not the base prompt'
        when sample is not null then sample
        when n_unscored > 0 then n_unscored || ' answers have no score yet'
        when coverage < {{ var('rank_min_coverage') }}
            then format('coverage {:.4f} is below {{ var("rank_min_coverage") }}', coverage)
        when {{ ranked }} is null then '{{ nothing }}'
    end
{%- endmacro %}

{# Why the prompt of a row is not strictly what its `prompt_id` says. #}
{% macro prompt_note() -%}
    case
        when imported
            then 'imported: the answers were made elsewhere, the prompt is named ' || prompt_id
    end
{%- endmacro %}

{# The rank of a row without a `rank_note` among those like it: of one kind, over the same pictures,
   and of columns of yours. Imported answers rank beside those to the base prompt, marked. #}
{% macro rank_by(ranked, among, over=['source', 'source_version']) -%}
    case
        when rank_note is null then rank() over (
            partition by
                origin, benchmark, {{ over | join(', ') }}, evaluation, kind,
                {{ among | join(', ') }},
                case
                    when imported then {{ quoted(var('base_prompt_ids')[0]) }}
                    else prompt_id
                end,
                rank_note is null
            order by {{ ranked }} desc
        )
    end
{%- endmacro %}
