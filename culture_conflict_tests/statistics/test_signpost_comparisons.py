"""Two models or prompts on the same street scenes: by hand, by a loop, and what may not change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import exp
from statistics import fmean
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.statistics.comparisons import compare_models, compare_prompts
from culture_conflict.statistics.signpost_guesses import Guesses, read_guesses
from culture_conflict.tables.model_comparison import MODEL_COMPARISON
from culture_conflict.tables.prompt_effect import PROMPT_EFFECT
from culture_conflict_tests.benchmarks_signpost.small_scenes import (
    predictions_of,
    said,
    scene,
    variants_of,
)
from culture_conflict_tests.statistics.small_streets import answered, registered, streets

BASE = {"base-v1"}
DEGREE_KM = 111.19508  # of a circle of 40,030.2 km (ruling 12), by hand
TRAP = (0.0, 90.0)
Row = dict[str, Any]


def guesses(
    variants: pl.DataFrame, predictions: pl.DataFrame, models: pl.DataFrame
) -> list[Guesses]:
    return read_guesses(variants, score(predictions, variants), models, is_sample=False)


def of_two(said_by: Mapping[str, Sequence[object]], variant: str, n: int) -> pl.DataFrame:
    """Models compared that said this of n scenes' pictures of one kind: a place or a state."""
    scenes = [scene("s", f"g{k}", (0.0, 0.0), TRAP if k else None) for k in range(n)]
    rows = []
    for model, answers in said_by.items():
        for five, answer in zip(scenes, answers, strict=True):
            shown = next(one for one in five if one["variant"] == variant)
            if isinstance(answer, tuple):
                rows.append(said(shown, answer, model))
            elif answer is not None:
                rows.append(said(shown, None, model, str(answer)))
    variants = variants_of(one for five in scenes for one in five)
    found = guesses(variants, predictions_of(rows), registered([*said_by]))
    return MODEL_COMPARISON.validate(compare_models(found, BASE))


def flipped(differences: Sequence[float]) -> float:
    """Two-sided p of their sum, by every exchange of sides."""
    signs = list(product((1, -1), repeat=len(differences)))
    sums = [abs(sum(s * d for s, d in zip(each, differences, strict=True))) for each in signs]
    return sum(one >= abs(sum(differences)) - 1e-12 for one in sums) / len(signs)


def cell(rows: pl.DataFrame, **of: str) -> Row:
    found = rows.filter(**of)
    assert found.height == 1
    return found.row(0, named=True)


def test_five_scenes_by_hand() -> None:
    here, off, far = (0.0, 0.0), (0.0, 1.0), (0.0, -170.0)
    rows = of_two(
        {
            # Right four times, and once a refusal, which counts as 0.
            "alpha": [here, here, here, here, "refused"],
            # One degree off, far away, no place, one degree off, one degree off.
            "beta": [off, far, "unparsed", off, off],
        },
        "original",
        5,
    )
    w = exp(-0.005 * DEGREE_KM)  # 0.5735
    differences = [1 - w, 1, 1, 1 - w, -w]
    row = cell(rows, cue="none")
    assert row["value_a"] == pytest.approx(4 / 5)
    assert row["value_b"] == pytest.approx(3 * w / 5, abs=1e-6)
    assert row["delta"] == pytest.approx(sum(differences) / 5, abs=1e-6)
    # The sum falls short of the greatest by twice what is exchanged. It is no nearer to 0 than the
    # observed one where that is nothing, either 1 - w, or w alone: 4 of 16, and as often below 0.
    assert row["p"] == flipped(differences) == 8 / 32
    assert (row["n_groups"], row["n_common"], row["n_variants"]) == (5, 5, 5)
    assert (row["metric"], row["target"], row["perturb_method"]) == ("wla", "place", "none")
    assert row["editor"] == "none"


def test_the_trap_by_hand() -> None:
    at, beside, here = TRAP, (0.4, 90.0), (0.0, 0.0)  # 0.4 degrees are 44 km
    rows = of_two(
        # The first scene has no trap: what is said of it does not count here.
        {"alpha": [at, at, beside, here, "refused"], "beta": [at, here, here, here, here]},
        "adversarial",
        5,
    )
    row = cell(rows, metric="at_trap")
    assert (row["value_a"], row["value_b"], row["delta"]) == (0.5, 0.0, 0.5)
    assert row["p"] == flipped([1, 1, 0, 0]) == 0.5
    assert (row["n_common"], row["n_variants"]) == (4, 4)
    assert (row["cue"], row["editor"]) == ("adversarial_text", "qwen")
    assert cell(rows, metric="wla", cue="adversarial_text")["n_variants"] == 5


@pytest.mark.parametrize("lacking", ["error", None])
def test_a_scene_that_lacks_one_side_leaves_the_pair_and_is_counted(lacking: str | None) -> None:
    here, far = (0.0, 0.0), (0.0, -170.0)
    row = cell(
        of_two({"alpha": [here] * 4, "beta": [far, far, far, lacking]}, "blank", 4), cue="blank"
    )
    assert (row["n_groups"], row["n_common"], row["n_variants"]) == (3, 3, 4)
    assert row["coverage"] == 0.75
    assert row["delta"] == pytest.approx(1.0, abs=1e-9)
    assert row["p"] == 2 / 8


@pytest.fixture(scope="module")
def shown() -> pl.DataFrame:
    return streets("here")


def wandering(shown: pl.DataFrame, **names: str) -> list[Guesses]:
    """Made-up answers of models one, two and three under other names."""
    made = pl.concat(answered(shown, model) for model in ("one", "two", "three"))
    named = made.with_columns(pl.col("model").replace(names))
    return guesses(shown, named, registered(named["model"].unique().sort().to_list()))


@pytest.mark.parametrize("variant", ["original", "blank", "similar", "random", "adversarial"])
def test_every_kind_of_picture_by_a_loop(shown: pl.DataFrame, variant: str) -> None:
    rows = compare_models(wandering(shown), BASE).filter(model_a="one", model_b="two")
    cue = {"original": "none", "blank": "blank"}.get(variant, f"{variant}_text")
    row = cell(rows, metric="wla", cue=cue)
    wanted = shown.filter(variant=variant)["variant_id"].to_list()
    sides = []
    for model in ("one", "two"):
        scores = score(answered(shown, model), shown).filter(pl.col("state") != "error")
        sides.append(dict(scores.select("variant_id", "wla").iter_rows()))
    pairs = [(sides[0][key], sides[1][key]) for key in wanted if all(key in side for side in sides)]
    assert row["n_common"] == len(pairs) == (39 if variant == "random" else 40)
    assert row["value_a"] == pytest.approx(fmean(a for a, _ in pairs))
    assert row["value_b"] == pytest.approx(fmean(b for _, b in pairs))
    assert row["ci_low"] < row["delta"] < row["ci_high"]
    assert row["p"] <= row["p_holm"] <= 1


def test_names_exchanged_turn_the_sign_and_keep_the_p(shown: pl.DataFrame) -> None:
    key = ["metric", "cue", "editor"]
    before = compare_models(wandering(shown), BASE).filter(model_a="one", model_b="two")
    named = wandering(shown, one="two", two="one")
    after = compare_models(named, BASE).filter(model_a="one", model_b="two")
    for row, turned in zip(
        *(x.sort(key).iter_rows(named=True) for x in (before, after)), strict=True
    ):
        assert [row[name] for name in key] == [turned[name] for name in key]
        assert (row["value_a"], row["value_b"]) == (turned["value_b"], turned["value_a"])
        assert row["delta"] == -turned["delta"] != 0
        assert (row["p"], row["p_holm"]) == (turned["p"], turned["p_holm"])
        assert (row["ci_low"], row["ci_high"]) == pytest.approx(
            (-turned["ci_high"], -turned["ci_low"])
        )


def test_every_two_models_once_and_none_against_itself(shown: pl.DataFrame) -> None:
    rows = MODEL_COMPARISON.validate(compare_models(wandering(shown), BASE))
    pairs = rows.select("model_a", "model_b").unique().sort(pl.all()).rows()
    assert pairs == [("one", "three"), ("one", "two"), ("three", "two")]
    assert rows.height == 3 * 6
    texts = ["similar_text", "random_text", "adversarial_text", "adversarial_text"]
    assert rows.head(6)["cue"].to_list() == ["none", "blank", *texts]
    # A model's family: both of its pairs, in every number there is.
    assert set(rows["n_tests"]) == {2 * 6}


def test_two_prompts_of_one_model(shown: pl.DataFrame) -> None:
    one = answered(shown, "one")
    worse = answered(shown, "two").with_columns(
        model=pl.lit("one"), prompt_id=pl.lit("defence-v1"), task=pl.lit("defence")
    )
    # What asks for no coordinates has no place among them.
    country = one.with_columns(prompt_id=pl.lit("country-v1"), task=pl.lit("country"))
    found = guesses(shown, pl.concat([one, worse, country]), registered(["one"]))
    assert compare_models(found, BASE).is_empty()
    rows = PROMPT_EFFECT.validate(compare_prompts(found))
    assert rows.select("model", "prompt_id_a", "prompt_id_b").unique().rows() == [
        ("one", "base-v1", "defence-v1")
    ]
    models = compare_models(wandering(shown), BASE).filter(model_a="one", model_b="two")
    same = ["metric", "cue", "delta", "ci_low", "ci_high", "p", "n_common", "n_variants"]
    assert_frame_equal(rows.select(same), models.select(same))


def test_imported_answers_stand_beside_the_base_prompt_only(shown: pl.DataFrame) -> None:
    mine, theirs = (
        answered(shown, model).with_columns(prompt_id=pl.lit(prompt))
        for model, prompt in (("one", "base-v1"), ("two", "imported"))
    )
    both = pl.concat([mine, theirs, mine.with_columns(prompt_id=pl.lit("defence-v1"))])
    assert compare_models(guesses(shown, both, registered(["one", "two"])), BASE).is_empty()
    models = pl.concat([registered(["one"]), registered(["two"], provider="replay")])
    rows = compare_models(guesses(shown, both, models), BASE)
    assert set(rows.select("prompt_id_a", "prompt_id_b").rows()) == {("base-v1", "imported")}
    # Imported under two names: beside each other's model, never beside itself.
    twice = pl.concat([both, theirs.with_columns(prompt_id=pl.lit("base-v1"))])
    again = compare_models(guesses(shown, twice, models), BASE)
    assert set(again.select("model_a", "model_b").rows()) == {("one", "two")}
    assert again.height == 2 * rows.height


def test_controls_and_rejected_replaced_or_repeated_answers_count_not(shown: pl.DataFrame) -> None:
    once = compare_models(wandering(shown), BASE)
    made = pl.concat(answered(shown, model) for model in ("one", "two", "three"))
    native = shown.filter(variant="similar").with_columns(
        variant_id=pl.lit("native-") + pl.col("group_id"),
        variant=pl.lit("native"),
        reference_variant=None,
    )
    asked = made.filter(pl.col("variant_id").str.ends_with("-similar")).join(
        native.select(own="variant_id", picture="picture"), on="picture"
    )
    beside = asked.with_columns(variant_id="own").select(made.columns)
    again = made.with_columns(repeat=pl.lit(1, pl.Int64), state=pl.lit("refused"))
    models = registered(["one", "three", "two"])
    more = guesses(pl.concat([shown, native]), pl.concat([made, beside, again]), models)
    assert compare_models(more, BASE).equals(once)
    first = pl.col("group_id") == "here-0"
    lost = shown.with_columns(
        picture=pl.when(first, variant="blank").then(pl.lit("f" * 64)).otherwise("picture"),
        review=pl.when(first, variant="similar").then(pl.lit("rejected")).otherwise("review"),
    )
    # Scored before the picture was replaced.
    found = read_guesses(lost, score(made, shown), models, is_sample=False)
    rows = compare_models(found, BASE).filter(metric="wla")
    n = {cue: (a, b) for cue, a, b in rows.select("cue", "n_common", "n_variants").iter_rows()}
    assert (n["blank"], n["similar_text"], n["none"]) == ((39, 40), (39, 39), (40, 40))
