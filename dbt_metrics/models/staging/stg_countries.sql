{# Read as text, so that Namibia's NA stays a code. #}
select
    iso3,
    iso2,
    name,
    continent,
    sub_region,
    latitude::double as latitude,
    longitude::double as longitude
from read_csv({{ quoted(var('countries_csv')) }}, header = true, all_varchar = true)
