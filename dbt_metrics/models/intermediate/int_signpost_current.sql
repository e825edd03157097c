{# The street scenes now in force, of the registered sources. #}
select variants.*, sources.kind as source_kind
from {{ ref('stg_signpost_variants') }} as variants
inner join {{ ref('stg_sources') }} as sources using (benchmark, source)
where variants.review <> 'rejected'
