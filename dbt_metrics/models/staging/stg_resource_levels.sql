{# Read as text, as the countries are. #}
select iso3, level, language, basis
from read_csv({{ quoted(var('resource_levels_csv')) }}, header = true, all_varchar = true)
