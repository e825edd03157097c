{# The paper says "R" and no more of its kind; Pearson's takes its place, the rank correlations stand
   beside it. A cloud's points are the models of one kind, by sub-region or as a whole. #}
{% set cell = ['editor', 'rule', 'perturb_method', 'level'] %}
{% set ends = {'pearson': '', 'spearman': 'spearman_', 'kendall': 'kendall_'} %}
{% set cloud = [
    'benchmark', 'source', 'source_version', 'source_kind', 'kind', 'prompt_id', 'evaluation',
    'editor', 'rule', 'perturb_method', 'level'
] | join(', ') %}
with counted as (
    select
        answers.*,
        models.kind,
        points.level,
        points.region
    from {{ ref('int_answers') }} as answers
    inner join {{ ref('stg_models') }} as models using (model)
    left join {{ ref('stg_countries') }} as countries on countries.iso3 = answers.truth_country,
        (
            values ('sub_region', coalesce(countries.sub_region, 'unknown')), ('model', 'all')
        ) as points (level, region)
    where target = 'country' and distractor_country is not null
),

points as (
    select
        {{ cloud }},
        model,
        region,
        {{ rate(count_if('correct'), count_if('is_answered')) }} as x,
        {{ rate(count_if('distracted'), count_if('wrong')) }} as y
    from counted
    group by all
    having x is not null and y is not null
),

ranked as (
    select
        *,
        rank() over (partition by {{ cloud }} order by x)
            + (count(*) over (partition by {{ cloud }}, x) - 1) / 2 as x_rank,
        rank() over (partition by {{ cloud }} order by y)
            + (count(*) over (partition by {{ cloud }}, y) - 1) / 2 as y_rank
    from points
),

centred as (
    select
        {{ cloud }},
        model,
        {% for name in ['x', 'y', 'x_rank', 'y_rank'] %}
        {{ name }} - avg({{ name }}) over (partition by {{ cloud }}) as {{ name }}
        {{- ',' if not loop.last }}
        {% endfor %}
    from ranked
),

linear as (
    select
        {{ cloud }},
        count(distinct model) as n_models,
        count(*) as n_points,
        {{ correlation('x', 'y') }} as pearson,
        {{ correlation('x_rank', 'y_rank') }} as spearman
    from centred
    group by all
),

pairwise as (
    select
        {{ cloud }},
        sum(sign(a.x - b.x) * sign(a.y - b.y)) as agreement,
        sum(abs(sign(a.x - b.x)))::double * sum(abs(sign(a.y - b.y))) as untied
    from points as a
    inner join points as b using ({{ cloud }})
    group by all
),

measured as (
    select
        {{ measured_head(model='kind') }},
        rule,
        perturb_method,
        level,
        n_models,
        n_points,
        pearson,
        spearman,
        case when n_points >= 3 then agreement / nullif(sqrt(untied), 0) end as kendall
    from linear
    inner join pairwise using ({{ cloud }})
),

printed as (
    select
        {{ published_head(
            'false',
            "'the points of Figure 4b are not printed, nor is the kind of R; the printed Tables 4 "
            ~ "and 5 give another number, see the row of level cell'",
            'figure_4b', model="'vlm'"
        ) }},
        'sub_region' as level,
        -0.76::double as pearson
),

recomputed as (
    select
        {{ published_head(
            'false',
            "'computed here from the printed cells of Tables 4 and 5, the latter relabelled (ruling "
            ~ "14): points are models by cells of the design, not by sub-regions'",
            'tables_4_5', model="'vlm'"
        ) }},
        'cell' as level,
        count(distinct model) as n_models,
        count(*) as n_points,
        corr(accuracy, distraction) as pearson
    from {{ ref('int_published_accuracy') }} as accuracies
    inner join {{ ref('int_published_distraction') }} as distractions
        using (model, target, perturb_method, pair_method, difficulty, perturb_context)
    having count(*) > 0
),

published as (
    select *, 'as_published' as rule, 'all' as perturb_method
    from (select * from printed union all by name select * from recomputed)
),

combined as (
    select * from measured
    union all by name
    select * from published
),

ends as (
    {{ interval_ends('confused_tourist_correlation', cell, ends) }}
)

select
    origin,
    comparable,
    comparable_reason,
    benchmark,
    source,
    source_version,
    model,
    prompt_id,
    evaluation,
    editor,
    rule,
    perturb_method,
    level,
    n_models,
    n_points,
    pearson,
    {{ interval() }},
    spearman,
    {{ interval('spearman_') }},
    kendall,
    {{ interval('kendall_') }}
from combined
{{ join_ends(cell) }}
