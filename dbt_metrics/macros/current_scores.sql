{# Scores of the answers that stand in predictions now: of the same request, in the same state, read
   in the same way. What was made of an answer before it is none. Python's current_scores keeps the
   same. Staging keeps 16 digits of a request_key: as many tell variants apart. #}
{% macro current_scores(scores, predictions) -%}
{% set by_target = {
    'answer': "case target when 'country' then answers.country_answer else answers.item_answer end"
} %}
{% set read = {
    'stg_scores': by_target,
    'stg_mix_scores': by_target,
    'stg_signpost_scores': {
        'answer_latitude': 'answers.latitude',
        'answer_longitude': 'answers.longitude'
    },
    'stg_signpost_judgements': {
        'conflict': "coalesce(answers.conflict = 'yes', false)",
        'trusts_text': "coalesce(answers.trusts = 'text', false)",
        'country': 'answers.country',
        'language': 'answers.language'
    }
}[scores] %}
    select scores.*
    from {{ ref(scores) }} as scores
    inner join {{ ref(predictions) }} as answers
        using (variant_id, model, prompt_id, evaluation, repeat, request_key, state)
    where
        {% for column, said in read.items() %}
        scores.{{ column }} is not distinct from {{ said }}{{ ' and' if not loop.last }}
        {% endfor %}
{%- endmacro %}
