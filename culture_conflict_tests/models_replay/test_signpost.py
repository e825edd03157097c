"""SIGNPOST answers from a file: imported, read as places, scored, without a call."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.signpost.asking import SIGNPOST
from culture_conflict.benchmarks.signpost.parsing import parse
from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.cli import app
from culture_conflict.errors import AnswersError
from culture_conflict.home import Home
from culture_conflict.models.replay.importing import import_answers
from culture_conflict.models.replay.joining import match_answers
from culture_conflict.models.replay.provider import Replay
from culture_conflict.tables.signpost_predictions import SIGNPOST_PREDICTIONS
from culture_conflict.tables.signpost_scores import SIGNPOST_SCORES
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS
from culture_conflict_tests.benchmarks_signpost.small_scenes import golden_tables
from culture_conflict_tests.models.asking_kit import World
from culture_conflict_tests.models_replay.test_importing import SETTING


def _said(latitude: float | None, longitude: float | None) -> str:
    return "No idea." if latitude is None else f'{{"lat": {latitude!r}, "lon": {longitude!r}}}'


def test_imported_answers_give_the_scores_of_the_golden_predictions(tmp_path: Path) -> None:
    world = World(tmp_path)
    everything, golden = golden_tables()
    variants = everything.filter(source="a")
    golden = golden.filter(source="a")
    texts = [_said(*place) for place in golden.select("latitude", "longitude").iter_rows()]
    texts[3] = "latitude 91.5, longitude 0"
    read = variants.select(
        pl.int_range(1, pl.len() + 1).alias("row"),
        "variant_id",
        pl.Series("answer", texts),
        pl.lit(None, pl.String).alias("reject"),
    )
    matched = match_answers(variants, read, ["variant_id"])
    imported = import_answers(
        variants=variants, matched=matched, setting=SETTING, ledger_root=world.ledger
    )
    assert imported.n_new == 20
    made, report = world.ask(variants, Replay(SETTING.parameters), setting=SETTING, parse=parse)
    assert report.calls == 0
    SIGNPOST_PREDICTIONS.validate(made)
    assert made["state"].to_list() == ["ok"] * 3 + ["out_of_range"] + ["ok"] * 16
    scores = SIGNPOST_SCORES.validate(score(made, variants))
    expected = score(golden, variants)
    kept = pl.int_range(pl.len()) != 3
    for name in ("error_km", "blank_error_km", "trap_km", "original_trap_km", "wla"):
        got, wanted = (frame.filter(kept)[name].to_list() for frame in (scores, expected))
        assert got == pytest.approx(wanted), name
    assert scores.row(3, named=True)["wla"] == 0.0


def test_places_come_in_two_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CULTURE_CONFLICT_HOME", str(tmp_path / "home"))
    home = Home.from_environment().prepare()
    home.models_file.write_text(
        'models:\n  - {key: mine, provider: replay, name: Mine, revision: "1"}\n'
    )
    variants = golden_tables()[0].with_columns(source=pl.lit("sample")).head(5)
    home.tables.write(SIGNPOST_VARIANTS, variants, "signpost", "sample")
    path = tmp_path / "mine.csv"
    places = ["48.2,16.4", '"-33,5",70', ",", "91,0", "12,"]
    rows = (f"{one},{place}\n" for one, place in zip(variants["variant_id"], places, strict=True))
    path.write_text("".join(["id,y,x\n", *rows]))
    given = ["--key", "variant_id=id", "--model", "mine", "--benchmark", "signpost"]
    columns = ["--latitude-column", "y", "--longitude-column", "x"]
    shown = CliRunner().invoke(app, ["answers", "import", str(path), *given, *columns])
    assert shown.exit_code == 0, shown.output
    made, _ = ask_model(SIGNPOST, home, variants, "mine", run_id="run", log=lambda _: None)
    assert made["state"].to_list() == ["ok", "ok", "empty", "out_of_range", "unparsed"]
    assert made["latitude"].to_list()[:2] == [48.2, -33.5]
    for wrong in (columns[:2], ["--item-column", "y", "--country-column", "x"]):
        refused = CliRunner().invoke(app, ["answers", "import", str(path), *given, *wrong])
        assert isinstance(refused.exception, AnswersError)
        assert "--latitude-column and --longitude-column" in str(refused.exception)
