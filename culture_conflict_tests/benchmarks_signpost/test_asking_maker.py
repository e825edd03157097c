"""A model as maker: asked once per picture, kept, asked again only where no answer came."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from culture_conflict.benchmarks.signpost.asking_maker import FORM, by_model
from culture_conflict.models.protocol import Answer
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.ocr_spans import OCR_SPANS
from culture_conflict_tests.benchmarks_signpost.read_in_cases import png
from culture_conflict_tests.benchmarks_signpost.replacements_in_cases import FakeModel, said

GOOD = {"similar": "Bristol Road", "random": "Blue Lamp", "adversarial": "Lima"}
GROUPS = ("ga", "gb")


def world(tmp_path: Path) -> tuple[pl.DataFrame, pl.DataFrame, PictureStore]:
    store = PictureStore(tmp_path / "store")
    pictures = [store.put(png(shade)) for shade in (40, 50)]
    items = pl.DataFrame(
        {
            "group_id": GROUPS,
            "country": ["GBR", None],
            "place": ["Camden", None],
            "region": ["England", None],
            "latitude": [51.54, 48.86],
            "longitude": [-0.14, 2.35],
        }
    )
    rows = [
        {
            **dict.fromkeys(OCR_SPANS.schema),
            "span_id": f"{group}{rank}",
            "source": "s",
            "group_id": group,
            "picture": picture,
            "span_rank": rank,
            "text": text,
            "state": "kept",
        }
        for group, picture in zip(GROUPS, pictures, strict=True)
        for rank, text in enumerate(("Oxford Street", "PARKING", "Bond Street", "Shop"), 1)
    ]
    return items, OCR_SPANS.frame(rows), store


def made(tmp_path: Path, model: FakeModel) -> pl.DataFrame:
    items, spans, store = world(tmp_path)
    return by_model(
        items,
        spans,
        pictures=store,
        provider=model,
        model="fake",
        root=tmp_path / "makings",
        log=lambda _: None,
    )


def test_what_was_made_or_refused_is_kept_and_an_error_is_asked_again(tmp_path: Path) -> None:
    good = said({"number": 3, **GOOD})
    first = FakeModel([good, Answer(error="timeout")])
    rows = made(tmp_path, first)
    assert dict(rows.select("group_id", "state").iter_rows()) == {"ga": "ok", "gb": "error"}
    assert rows.filter(group_id="gb").height == 3
    assert rows.filter(group_id="ga").select("native", "span_rank").row(0) == ("Bond Street", 3)
    second = FakeModel([Answer("no JSON")])
    rows = made(tmp_path, second)
    assert dict(rows.select("group_id", "state").iter_rows()) == {"ga": "ok", "gb": "refused"}
    assert second.calls == 2
    third = FakeModel([good])
    assert made(tmp_path, third).equals(rows)
    assert third.calls == 0


def test_a_broken_file_of_what_was_made_is_asked_for_again(tmp_path: Path) -> None:
    made(tmp_path, FakeModel([said({"number": 1, **GOOD})]))
    for path in (tmp_path / "makings").rglob("*.json"):
        path.write_text('{"made": {"9": ["x"]}}')
    again = FakeModel([said({"number": 1, **GOOD})])
    assert set(made(tmp_path, again)["state"]) == {"ok"}
    assert again.calls == 2


def test_the_form_asks_for_a_number_and_three_texts_and_nothing_else() -> None:
    entry = FORM.schema["properties"]["spans"]["items"]
    assert entry["required"] == ["number", "similar", "random", "adversarial"]
    assert entry["additionalProperties"] is FORM.schema["additionalProperties"] is False
    assert FORM.suffix == ""


def test_the_model_is_told_city_province_and_country_or_what_the_coordinates_tell(
    tmp_path: Path,
) -> None:
    model = FakeModel([said({"number": 1, **GOOD})])
    made(tmp_path, model)
    told = [prompt.split("taken: ")[1].split(".\n")[0] for prompt in model.prompts]
    assert sorted(told) == ["Camden, England, United Kingdom", "France"]
