"""`culture-conflict nights`."""

from __future__ import annotations

from typer.testing import CliRunner

from culture_conflict.cli import app
from culture_conflict_tests.nights.nightly import MODEL, Nightly, says


def shown(*arguments: str) -> str:
    result = CliRunner(env={"COLUMNS": "250"}).invoke(app, ["nights", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_without_nights_it_says_how_to_have_some(nightly: Nightly) -> None:
    output = shown()
    assert "Nights: 0 3 * * * in UTC (off, unless it was switched on in the UI)" in output
    assert "write `nightly: true` into its row" in output
    nightly.home.models_file.write_text(f"models:\n  - {{key: {MODEL}, nightly: true}}\n")
    assert f"{MODEL}: no night yet" in shown()


def test_nights_stand_with_what_changed_and_what_is_missing(nightly: Nightly) -> None:
    for day in ("2026-11-02", "2026-11-03"):
        nightly.run(day)
    nightly.reply = says("Peru")
    nightly.run("2026-11-05")
    lines = [" ".join(line.split()) for line in shown().splitlines()]
    assert "2026-11-02 - 100.0 0.0 - - (0.0) 0 no earlier night to compare with" in lines
    assert "2026-11-03 2026-11-02 100.0 0.0 - 0.0 (0.0) 20 none shown" in lines
    assert any(line.startswith("2026-11-04") and "missing" in line for line in lines)
    changed = next(line for line in lines if line.startswith("2026-11-05 2026-11-03 0.0"))
    assert "100.0 (0.0) 20 real: accuracy_country, answers" in changed
    assert "served model: served-japan before, served-peru now" in changed
    assert any("right countries 100.0 % -> 0.0 %" in line for line in lines)
    last = [" ".join(line.split()) for line in shown("--last", "1").splitlines()]
    assert sum(line.startswith("2026-11-0") for line in last) == 1


def test_one_model_may_be_named_and_must_exist(nightly: Nightly) -> None:
    nightly.run("2026-11-02")
    assert "reference-flag-reader: no night yet" in shown("--model", "reference-flag-reader")
    result = CliRunner().invoke(app, ["nights", "--model", "nobody"])
    assert "Model `nobody` is not in the registry" in str(result.exception)
