"""Makers and geocoders by name, and people's labels of tiers by command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from culture_conflict.benchmarks.signpost import asking_maker
from culture_conflict.benchmarks.signpost.making_choice import make_replacements
from culture_conflict.cli import app
from culture_conflict.errors import CultureConflictError, RegistryError
from culture_conflict.home import Home
from culture_conflict.places.choosing import choose_geocoder
from culture_conflict.tables.given_texts import GIVEN_TEXTS
from culture_conflict.tables.ocr_spans import OCR_SPANS
from culture_conflict.tables.replacements import REPLACEMENTS
from culture_conflict.tables.screenings import SCREENINGS
from culture_conflict.tables.signpost_items import SIGNPOST_ITEMS

NOMINATIM = {"geocoder": "nominatim", "domain": "localhost", "scheme": "http", "gap_s": 1.0}
EMPTY = {
    "items": SIGNPOST_ITEMS.empty(),
    "ocr_spans": OCR_SPANS.empty(),
    "given_texts": GIVEN_TEXTS.empty(),
}


@pytest.mark.parametrize(
    ("maker", "model", "message"),
    [
        ("dice", "", "maker 'dice' is unknown. Known makers: gazetteer, llm"),
        ("published", "", "gives no replacement texts"),
        ("llm", "", "expected the registry key"),
        ("llm", "reference-prior", "writes no texts"),
    ],
)
def test_a_maker_that_cant_start_says_why(
    tmp_path: Path, maker: str, model: str, message: str
) -> None:
    home = Home(tmp_path)
    with pytest.raises(RegistryError, match=message):
        make_replacements(home, EMPTY, maker=maker, model=model, seed=1, log=print)


def test_a_model_of_the_registry_is_asked_for_the_form_of_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "models.yaml").write_text(
        "models: [{key: mine, provider: openai-compatible, name: Mine, kind: vlm, model: tiny, "
        "revision: '1', base_url: 'http://127.0.0.1:9/v1', key_env: MY_KEY, price: unknown}]\n"
    )
    asked: dict[str, Any] = {}

    def instead(*_: object, **given: Any) -> pl.DataFrame:
        asked.update(given)
        return REPLACEMENTS.empty()

    monkeypatch.setattr(asking_maker, "by_model", instead)
    make_replacements(Home(tmp_path), EMPTY, maker="llm", model="mine", seed=1, log=print)
    assert asked["provider"].parameters["structured"] == "json_schema:replacements(spans)"
    assert (asked["model"], asked["root"]) == ("mine", tmp_path / "makings")


def test_a_geocoder_is_chosen_by_name(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert choose_geocoder({"geocoder": "gazetteer"}, cache).record.startswith("gazetteer")
    named = choose_geocoder({**NOMINATIM, "user_agent": "signs (me@example.org)"}, cache)
    assert named.record == "nominatim localhost en"
    for wrong, message in (
        ({"geocoder": "dice"}, "Known are gazetteer, nominatim"),
        ({**NOMINATIM, "user_agent": ""}, "e-mail or web address"),
    ):
        with pytest.raises(CultureConflictError, match=message):
            choose_geocoder(wrong, cache)


def test_people_label_a_sample_without_seeing_tiers_and_kappa_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CULTURE_CONFLICT_HOME", str(tmp_path / "home"))
    home = Home.from_environment().prepare()
    rows = [
        {
            **dict.fromkeys(SCREENINGS.schema),
            "benchmark": "signpost",
            "source": "sample",
            "group_id": f"g{n}",
            "external_id": f"e{n}",
            "picture": f"{n:064d}",
            "reader": "r",
            "state": "kept",
            "n_kept": 1,
            "n_dropped": 0,
            "tier": f"T{n % 3 + 1}",
            "tier_rule": "x",
            "tier_text": "Rue",
        }
        for n in range(400)
    ]
    home.tables.write(SCREENINGS, SCREENINGS.frame(rows), "signpost", "sample")
    labels = tmp_path / "labels.csv"
    run = CliRunner().invoke(app, ["signpost", "audit", "--output", str(labels)])
    assert run.exit_code == 0, run.output
    drawn = pl.read_csv(labels)
    assert drawn.columns == ["group_id", "external_id", "tier_text", "picture"]
    assert drawn.height == 100 + 133 + 100
    tiers = {row["group_id"]: row["tier"] for row in rows}
    ann = pl.col("group_id").replace_strict(tiers).alias("ann")
    drawn.with_columns(ann, ben=pl.lit("")).write_csv(labels)
    run = CliRunner().invoke(app, ["signpost", "agreement", "--labels", str(labels)])
    assert run.exit_code == 0, run.output
    assert "automatic and ann: kappa 1.000; 333 scenes, 0 unlabelled" in run.output
    assert "automatic and ben: kappa none" in run.output
