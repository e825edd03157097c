"""What asking a model behind an API will cost, told before: by a check, and by a plan."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from culture_conflict.benchmarks.asking import plan_model
from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home
from culture_conflict.models_cli import models_app
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.benchmarks_culture_mix.kit import BENCHMARK, SOURCE, picture, tables
from culture_conflict_tests.models.asking_kit import World

_ROW = """\
models:
  - key: mine
    provider: openai-compatible
    model: tiny
    name: Mine
    kind: vlm
    revision: "1"
    base_url: http://127.0.0.1:9/v1
    price: {input: 2, output: 10}
"""


def _told(*arguments: str) -> str:
    result = CliRunner().invoke(models_app, ["check", "mine", *arguments])
    if result.exception is not None:
        raise result.exception
    return result.output


@pytest.mark.slow
def test_the_cost_is_that_of_the_source_whichever_benchmark_it_is_of(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.models_file.write_text(_ROW)
    found = SimpleNamespace(lines=list, state="ok", cost_of=lambda n: f"{n} pictures: about $0.01")
    monkeypatch.setattr(
        "culture_conflict.models.api.checking.check", lambda *_given, **_more: found
    )
    (home.sources_folder / SOURCE).mkdir(parents=True)
    (home.sources_folder / SOURCE / "source.yaml").write_text(
        "kind: mix\ntitle: Mixes\nmedium: photograph\ndefaults: {licence: CC0-1.0}\n"
    )
    build = f"culture-conflict build --source {SOURCE} --benchmark {BENCHMARK}"
    assert build in _told("--source", SOURCE)
    variants, mixed = tables([picture("a", "one"), picture("b", "two"), picture("c", "two")])
    home.tables.write(VARIANTS, variants, BENCHMARK, SOURCE)
    home.tables.write(MIXED_IMAGES, mixed, BENCHMARK, SOURCE)
    assert f"full evaluation of {SOURCE}: 3 pictures: about $0.01" in _told("--source", SOURCE)
    assert "--benchmark signpost" in _told("--benchmark", "signpost")
    with pytest.raises(RegistryError, match="nowhere"):
        _told("--source", "nowhere")


def test_a_plan_tells_the_cost_before_the_first_answer(home: Home) -> None:
    home.models_file.write_text(_ROW)
    variants = World(home.root).variants(range(3))
    estimate = plan_model(CONFUSED_TOURIST, home, variants, "mine").estimate
    assert estimate.assumed
    assert estimate.output_tokens == 3 * 100
    assert estimate.cost_usd is not None
    assert 3 * 1200 * 2e-6 < estimate.cost_usd < 3 * 1600 * 2e-6 + 3 * 100 * 10e-6


def test_the_list_is_whole_in_a_terminal_of_80_columns(home: Home) -> None:
    home.models_file.write_text(_ROW)
    told = CliRunner().invoke(models_app, ["list", "--all"], env={"COLUMNS": "80"}).output
    assert "openai-compatible: tiny" in told
    assert "reference-background-reader" in told
    assert "ANTHROPIC_API_KEY" in told
    assert "…" not in told
    assert max(map(len, told.splitlines())) <= 80
