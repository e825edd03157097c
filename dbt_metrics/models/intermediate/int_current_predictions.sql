{# Answers by current keys: of registered models, to pictures that are still in force. #}
select predictions.*
from {{ ref('stg_predictions') }} as predictions
inner join {{ ref('stg_models') }} as models using (model)
inner join {{ ref('int_current_variants') }} as variants
    using (benchmark, source, variant_id, picture)
