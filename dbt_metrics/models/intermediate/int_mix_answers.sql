{# The benchmark's own pictures: controls, and pictures that failed a check and are shown all the
   same, are counted by culture_mix_controls alone, photographs of several foods (§5) by
   culture_mix_real. #}
select * exclude (control, control_of, object, size_ratio, framing, editor)
from {{ ref('int_mix_asked') }}
where control is null and framing is null
