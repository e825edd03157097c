{# The benchmark's own pictures: controls are counted by culture_mix_controls alone. #}
select * exclude (control, control_of, object, size_ratio)
from {{ ref('int_mix_asked') }}
where control is null
