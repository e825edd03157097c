"""How often labels of mixed pictures move to a distractor, over both questions."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.culture_mix.answered import answers
from culture_conflict.benchmarks.culture_mix.mart_rates import mart_tallies
from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict_tests.benchmarks_culture_mix.kit import answer, picture, tables


def test_dish_and_place_pull_countries_and_only_a_dish_pulls_names() -> None:
    """One food alone, then kept, moved to the dish, to the place, elsewhere, and one refusal."""
    name, pizza = {"name": "Ramen"}, ("Pizza", "ITA")
    shown = [
        picture("alone", "a", **name),
        picture("kept", "a", "mfb", food2=pizza, background="PER", **name),
        picture("dish", "a", "mf", food2=pizza, **name),
        picture("place", "a", "sfb", background="PER", **name),
        picture("elsewhere", "a", "mfb", food2=pizza, background="PER", **name),
        picture("silent", "a", "sfb", background="PER", **name),
    ]
    said = [
        answer("alone", said="Japan", country="JPN", item="Ramen"),
        answer("kept", said="Japan", country="JPN", item="Ramen"),
        answer("dish", said="Italy", country="ITA", item="Pizza"),
        answer("place", said="Peru", country="PER", item="Ceviche"),
        answer("elsewhere", said="Chad", country="TCD", item="Ramen"),
        answer("silent", state="refused"),
    ]
    variants, mixed = tables(shown)
    scores = score(PREDICTIONS.frame(said), variants, mixed)
    rows = answers(PREDICTIONS.frame(said), scores, variants, mixed)
    tallies = pl.concat(mart_tallies(rows)).filter(
        mart="culture_mix_leaderboard", metric="to_distractor"
    )
    counts = {(row["target"], row["rule"]): (row["hits"], row["of"]) for row in tallies.to_dicts()}
    assert counts == {
        (target, rule): counted
        for target, counted in (("country", (2, 4)), ("name", (1, 3)))
        for rule in ("as_published", "guarded")
    }
