"""What a mart shows has its interval, though nobody has answered about the pictures beside it."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.statistics.confused_tourist import confused_tourist_intervals
from culture_conflict.statistics.culture_mix import culture_mix_intervals
from culture_conflict.statistics.signpost import source_numbers
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict_tests.benchmarks_culture_mix.kit import answer, picture, tables
from culture_conflict_tests.statistics.small_source import Small, unasked
from culture_conflict_tests.statistics.small_streets import scored, streets

FAILED = ("one (failed gates)", "two (failed gates)")


def test_originals_have_their_interval_beside_pictures_of_a_new_editor() -> None:
    small = Small(n_items=12, models=("alpha",))
    variants = small.tables["variants"]
    new = [unasked(variants, "brush", "generative"), unasked(variants, "stacking-2", "stacked")]
    rejected = unasked(variants, "gone", "generative").with_columns(review=pl.lit("rejected"))
    shown = pl.concat([variants, *new, rejected])
    answered = [(small.tables["predictions"], small.tables["scores"])]
    made, _ = confused_tourist_intervals(shown, small.tables["models"], answered, draws=50)
    regions = made.filter(metric="accuracy_original")
    by_editor = {
        editor: regions.filter(editor=editor).drop("editor", "perturb_method").sort(pl.all())
        for editor in ("stacking", "brush", "stacking-2")
    }
    assert set(regions["editor"]) == set(by_editor)
    assert by_editor["brush"].height > 0
    assert by_editor["stacking-2"].equals(by_editor["brush"])
    boards = made.filter(metric="country_accuracy_original")
    assert set(boards["editor"]) == {"stacking", "stacking-2"}
    assert boards["estimate"].n_unique() == 1


def test_pictures_that_failed_a_check_have_an_interval_for_each_editor() -> None:
    shown, said = [], []
    for n in range(6):
        shown.append(picture(f"sf{n}", f"f{n}"))
        said.append(answer(f"sf{n}", said="Japan", country="JPN"))
        for k, editor in enumerate(FAILED):
            name = f"sfb{n}-{k}"
            more = {"control": "failed_gates", "editor": editor}
            shown.append(picture(name, f"f{n}", "sfb", background="PER", **more))
            code = "JPN" if k or n == 0 else "PER"
            said.append(answer(name, said={"JPN": "Japan"}.get(code, "Peru"), country=code))
    variants, mixed = tables(shown)
    predictions = PREDICTIONS.frame(said)
    answered = [(predictions, score(predictions, variants, mixed))]
    made = culture_mix_intervals(variants, mixed, answered, draws=50)
    rows = made.filter(
        mart="culture_mix_controls", metric="accuracy", target="country", rule="guarded"
    )
    found = rows.filter(level="all").sort("editor").select("editor", "estimate").rows()
    assert found == [(FAILED[0], 1 / 6), (FAILED[1], 1.0)]
    assert set(rows["level"]) == {"all", "sfb"}


def test_originals_of_streets_without_an_edited_picture_have_their_interval() -> None:
    variants = streets("one", n_groups=6)
    alone = variants.filter(variant="original")
    scores = scored(variants, ["model"])
    numbers = source_numbers(alone, scores, draws=50).numbers
    wla = [one for (*of, _), one in numbers.items() if of == ["signpost_wla", "wla"]]
    assert len(wla) == 1
    assert wla[0].n_groups == 6
