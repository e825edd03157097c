-- How far each model's answers lie from the scene, in six classes per picture kind and editor.
select
    benchmark,
    source,
    model,
    prompt_id,
    evaluation,
    editor,
    variant,
    case
        when error_km is null then 'no place'
        when error_km <= 25 then 'up to 25 km'
        when error_km <= 200 then 'up to 200 km'
        when error_km <= 750 then 'up to 750 km'
        when error_km <= 2500 then 'up to 2,500 km'
        else 'farther'
    end as class,
    count(*) as n
from intermediate.int_signpost_answers
where counted and unanswered = 'wrong'
group by all
