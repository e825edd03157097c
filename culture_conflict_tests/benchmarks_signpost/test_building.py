"""From the readings of real signs to replacement texts and traps, without a network."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from culture_conflict.benchmarks.signpost.making import by_gazetteer
from culture_conflict.benchmarks.signpost.making_rows import chosen_spans, from_gazetteer
from culture_conflict.benchmarks.signpost.ocr_spans import Scene, ocr_spans
from culture_conflict.benchmarks.signpost.reading_scenes import countries_of
from culture_conflict.benchmarks.signpost.tiers import group_tier
from culture_conflict.benchmarks.signpost.traps import trap_targets
from culture_conflict.places.geocoding import OfflineGeocoder
from culture_conflict.readers.cache import ReadingCache
from culture_conflict.tables.replacements import REPLACEMENTS
from culture_conflict.tables.trap_targets import TRAP_TARGETS
from culture_conflict_tests.benchmarks_signpost.read_in_cases import RECORD, NeverAsked, recorded

_COUNTRY = {"country": pl.String}
COUNTRIES = {"chinese.jpg": "CHN", "french.jpg": "FRA", "japanese.jpg": "JPN", "korean.png": "KOR"}


def test_every_real_sign_gets_three_texts_and_a_trap_on_another_continent(tmp_path: Path) -> None:
    kept = ReadingCache(tmp_path)
    scenes = [Scene("signs", name, f"{n:064d}", b"", iso3) for n, (name, iso3) in _numbered()]
    for scene in scenes:
        kept.put(scene.picture, RECORD, recorded()[scene.group_id])
    spans = ocr_spans(scenes, NeverAsked(), kept).table
    chosen = chosen_spans(spans, COUNTRIES)
    assert {each.group_id for each in chosen} == set(COUNTRIES)
    assert max(each.rank for each in chosen) == 3
    made = REPLACEMENTS.validate(from_gazetteer(chosen, seed=3))
    assert set(made["state"]) == {"ok"}
    targets = TRAP_TARGETS.validate(trap_targets(made, OfflineGeocoder(), COUNTRIES))
    traps = targets.filter("is_trap")
    assert traps["group_id"].to_list() == sorted(COUNTRIES)
    assert set(traps["span_rank"]) == {1}
    assert set(traps["other_continent"]) == {True}
    assert set(targets["status"]) == {"hit"}


def test_the_first_ranked_span_has_the_tier_of_its_group(tmp_path: Path) -> None:
    kept = ReadingCache(tmp_path)
    for n, (name, iso3) in _numbered():
        scene = Scene("signs", name, f"{n:064d}", b"", iso3)
        kept.put(scene.picture, RECORD, recorded()[name])
        table = ocr_spans([scene], NeverAsked(), kept).table.filter(state="kept")
        first = table.filter(span_rank=1).row(0, named=True)
        judged = group_tier(table["text"].to_list(), iso3)
        assert (first["tier"], len(first["text"])) == (judged.tier, len(judged.text))


def test_coordinates_alone_tell_whose_names_are_similar_and_which_continent_is_another(
    tmp_path: Path,
) -> None:
    scene = Scene("signs", "french.jpg", "f" * 64, b"")
    kept = ReadingCache(tmp_path)
    kept.put(scene.picture, RECORD, recorded()["french.jpg"])
    spans = ocr_spans([scene], NeverAsked(), kept).table
    where = {"country": None, "latitude": 48.8606, "longitude": 2.3376}
    items = pl.DataFrame([{"group_id": "french.jpg", **where}], schema_overrides=_COUNTRY)
    assert countries_of(items) == {"french.jpg": "FRA"}
    assert countries_of(items.with_columns(country=pl.lit("BEL"))) == {"french.jpg": "BEL"}
    made = by_gazetteer(items, spans, seed=3)
    assert set(made["state"]) == {"ok"}
    assert set(made["other_continent"]) == {True}


def _numbered() -> list[tuple[int, tuple[str, str]]]:
    return list(enumerate(COUNTRIES.items()))
