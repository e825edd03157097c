-- The tables that the report reads, as dbt makes them, without rows.
create schema marts;
create schema staging;
create schema intermediate;
create schema seeds;
create table marts.leaderboard (
    origin varchar, comparable boolean, comparable_reason varchar, benchmark varchar,
    source varchar, source_version varchar, model varchar, prompt_id varchar, evaluation varchar,
    editor varchar, kind varchar, imported boolean, prompt_note varchar, sample varchar,
    rule varchar, rank bigint, rank_note varchar, n_variants bigint, n_answered bigint,
    coverage double, score_name varchar, score double, score_n bigint, score_ci_low double,
    score_ci_high double, score_without_name varchar, score_without double,
    score_without_n bigint, score_without_ci_low double, score_without_ci_high double,
    followed_name varchar, followed double, followed_n bigint, followed_ci_low double,
    followed_ci_high double
);
create table marts.confused_tourist_leaderboard (
    origin varchar, comparable boolean, comparable_reason varchar, benchmark varchar,
    source varchar, source_version varchar, model varchar, prompt_id varchar, evaluation varchar,
    editor varchar, kind varchar, rule varchar, weighting varchar, rank bigint, rank_note varchar,
    n_variants bigint, n_answered bigint, coverage double, country_accuracy_original double,
    country_accuracy_original_n bigint, country_accuracy_original_numerator bigint,
    country_accuracy_original_ci_low double, country_accuracy_original_ci_high double,
    item_accuracy_original double, item_accuracy_original_n bigint,
    item_accuracy_original_numerator bigint, item_accuracy_original_ci_low double,
    item_accuracy_original_ci_high double, country_accuracy_stacked double,
    country_accuracy_stacked_n bigint, country_accuracy_stacked_numerator bigint,
    country_accuracy_stacked_ci_low double, country_accuracy_stacked_ci_high double,
    item_accuracy_stacked double, item_accuracy_stacked_n bigint,
    item_accuracy_stacked_numerator bigint, item_accuracy_stacked_ci_low double,
    item_accuracy_stacked_ci_high double, distraction_stacked double,
    distraction_stacked_n bigint, distraction_stacked_numerator bigint,
    distraction_stacked_ci_low double, distraction_stacked_ci_high double,
    country_drop_stacked double, country_drop_stacked_n bigint,
    country_drop_stacked_numerator bigint, country_drop_stacked_ci_low double,
    country_drop_stacked_ci_high double
);
create table marts.answer_coverage (
    origin varchar, comparable boolean, comparable_reason varchar, benchmark varchar,
    source varchar, source_version varchar, model varchar, prompt_id varchar, evaluation varchar,
    editor varchar, n_variants bigint, n_asked bigint, n_ok bigint, n_hedged bigint,
    n_refused bigint, n_abstained bigint, n_unparsed bigint, n_truncated bigint, n_empty bigint,
    n_filtered bigint, n_out_of_range bigint, n_error bigint, n_missing bigint, n_answered bigint,
    coverage double, coverage_ci_low double, coverage_ci_high double, error_rate double,
    error_rate_ci_low double, error_rate_ci_high double, n_repeats bigint, n_unscored bigint,
    n_stale bigint
);
create table marts.confused_tourist_accuracy (
    origin varchar, comparable boolean, comparable_reason varchar, benchmark varchar,
    source varchar, source_version varchar, model varchar, prompt_id varchar, evaluation varchar,
    editor varchar, target varchar, rule varchar, category varchar, perturb_method varchar,
    pair_method varchar, difficulty varchar, perturb_context varchar, n_variants bigint, n bigint,
    n_errors bigint, n_correct bigint, accuracy double, ci_low double, ci_high double,
    accuracy_all double, coverage double, n_paired bigint, drop_paired double,
    drop_paired_ci_low double, drop_paired_ci_high double, drop_unpaired double
);
create table marts.confused_tourist_distraction (
    origin varchar, comparable boolean, comparable_reason varchar, benchmark varchar,
    source varchar, source_version varchar, model varchar, prompt_id varchar, evaluation varchar,
    editor varchar, target varchar, rule varchar, category varchar, perturb_method varchar,
    pair_method varchar, difficulty varchar, perturb_context varchar, n_variants bigint, n bigint,
    coverage double, n_wrong bigint, n_distracted bigint, distraction double, ci_low double,
    ci_high double, n_wrong_original bigint, n_distracted_original bigint,
    distraction_original double, n_paired bigint, difference double, difference_ci_low double,
    difference_ci_high double
);
create table marts.confused_tourist_fallback (
    origin varchar, comparable boolean, comparable_reason varchar, benchmark varchar,
    source varchar, source_version varchar, model varchar, prompt_id varchar, evaluation varchar,
    editor varchar, rule varchar, perturb_method varchar, answered_country varchar,
    country_name varchar, n bigint, n_answers bigint, share double, ci_low double, ci_high double,
    rank bigint
);
create table marts.confused_tourist_subregion (
    origin varchar, comparable boolean, comparable_reason varchar, benchmark varchar,
    source varchar, source_version varchar, model varchar, prompt_id varchar, evaluation varchar,
    editor varchar, target varchar, rule varchar, perturb_method varchar, level varchar,
    region varchar, region_name varchar, n_variants bigint, n bigint, coverage double,
    n_correct bigint, accuracy_perturbed double, ci_low double, ci_high double, n_original bigint,
    n_correct_original bigint, accuracy_original double, n_paired bigint, drop_paired double,
    drop_paired_ci_low double, drop_paired_ci_high double, n_wrong bigint, n_distracted bigint,
    distraction double
);
create table intermediate.int_answers (
    benchmark varchar, source varchar, source_version varchar, source_kind varchar, model varchar,
    prompt_id varchar, evaluation varchar, editor varchar, variant_id varchar, group_id varchar,
    category varchar, truth_country varchar, distractor_country varchar, perturb_method varchar,
    pair_method varchar, difficulty varchar, perturb_context varchar, target varchar,
    rule varchar, state varchar, answer_country varchar, is_answered boolean, correct boolean,
    wrong boolean, distracted boolean, paired boolean, reference_correct boolean,
    reference_wrong boolean, reference_distracted boolean
);
create table staging.stg_countries (
    iso3 varchar, iso2 varchar, name varchar, continent varchar, sub_region varchar,
    latitude double, longitude double
);
create table staging.stg_scores (
    variant_id varchar, benchmark varchar, source varchar, model varchar, prompt_id varchar,
    evaluation varchar, repeat bigint, target varchar, state varchar, answer varchar,
    answer_country varchar, correct_as_published boolean, correct_guarded boolean,
    distracted_as_published boolean, distracted_guarded boolean, reference_state varchar,
    reference_correct_as_published boolean, reference_correct_guarded boolean,
    reference_distracted_as_published boolean, reference_distracted_guarded boolean
);
create table staging.stg_sources (
    benchmark varchar, source varchar, source_version varchar, kind varchar, title varchar,
    medium varchar
);
create table staging.stg_variants (
    variant_id varchar, external_id varchar, benchmark varchar, source varchar,
    source_version varchar, group_id varchar, variant varchar, reference_variant varchar,
    category varchar, truth_country varchar, distractor_country varchar, perturb_method varchar,
    pair_method varchar, difficulty varchar, perturb_context varchar, editor varchar,
    picture varchar, review varchar, medium varchar
);
create table seeds.known_differences (
    benchmark varchar, place varchar, kind varchar, printed varchar, recomputed varchar,
    explanation varchar, here varchar
);
