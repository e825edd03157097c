{# The tests are made in Python; an untested row is neither real nor not: null. #}
{{ with_verdict(ref('stg_model_comparison')) }}
