{# The two rules every answer is scored under. #}
{% macro rules() %}{{ return(['as_published', 'guarded']) }}{% endmacro %}

{# An answer that counts as given: every state but error (ruling 8); no answer at all is not one. #}
{% macro answered(state) -%}
    coalesce({{ state }} <> 'error', false)
{%- endmacro %}

{# A wrong answer for the distraction likelihood (ruling 14). as_published: whatever is not right;
   guarded: only where an answer to the question could be read. #}
{% macro wrong(rule, state, answer, correct) -%}
    {{ answered(state) }} and not coalesce({{ correct }}, false)
    {%- if rule == 'guarded' %}
        and ({{ state }} = 'hedged' or ({{ state }} = 'ok' and {{ answer }} is not null))
    {%- endif %}
{%- endmacro %}
