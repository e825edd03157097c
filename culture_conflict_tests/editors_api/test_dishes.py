"""An image API asked for CultureMix: only for what its row says, by names of its own, in words."""

from __future__ import annotations

import json

import dagster as dg
import polars as pl
import pytest

from culture_conflict.benchmarks.culture_mix.freeing import PROMPT
from culture_conflict.benchmarks.culture_mix.ladder import making_prompt
from culture_conflict.defs.culture_mix_attempts import attempts
from culture_conflict.defs.culture_mix_building import BUILDING
from culture_conflict.defs.culture_mix_freeing import freed
from culture_conflict.defs.partitions import editor_by_source, missing_partitions
from culture_conflict.defs.runs import open_instance
from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.benchmarks_culture_mix import kitchen
from culture_conflict_tests.defs.test_materialize import materialize
from culture_conflict_tests.models.api.kit import CANARY, KEY_ENV, Server

pytestmark = [
    pytest.mark.slow,  # litellm takes seconds to import
    pytest.mark.filterwarnings("ignore:Items? .* on TypedDict"),
]
_MIX = "culture_mix"
_ALONE = {making_prompt(PROMPT, name=name) for name in ("Ramen", "Pizza")}
_RECORD = {"culture_mix__attempts": {"config": {"mode": "record"}}}


@pytest.fixture
def painter(home: Home, server: Server) -> Home:
    """A home of two dishes and two places, and an editor that asks the server."""
    home.sources_folder.mkdir(parents=True, exist_ok=True)
    foods = {name: kitchen.FOODS[name] for name in ("ramen", "pizza")}
    made = kitchen.kitchen(home.pictures, foods, ("CHL",))._asdict()
    for name in ("imported_mixes", "attempt_decisions", "food_choices"):
        made[name] = TABLES[name].empty()
    for name, frame in made.items():
        mine = frame.with_columns(source=pl.lit("sample", pl.String))
        home.tables.write(TABLES[name], mine, _MIX, "sample")
    _row(home, server)
    with open_instance(home) as instance:
        for partitions, keys in missing_partitions(instance, home):
            instance.add_dynamic_partitions(str(partitions.name), keys)
    server.script({"paint": True})
    return home


def _row(home: Home, server: Server, **more: str | bool) -> None:
    given = {"key": "painter", "kind": "api", "provider": "openai-compatible"}
    given |= {"model": "gpt-image-1", "base_url": server.url, "key_env": KEY_ENV}
    given |= {"price_input": 1, "price_output": 10} | more
    home.editors_file.write_text(json.dumps({"editors": [given]}))


def _run(home: Home, name: str, editor: str | None = "painter", **ops: dict[str, object]) -> None:
    partition: str | dg.MultiPartitionKey = "sample"
    if editor is not None:
        partition = editor_by_source(editor, "sample")
    assets = [*BUILDING, freed, attempts]
    assert materialize(home, assets, f"{_MIX}/{name}", partition=partition, ops=ops).success


def _table(home: Home, name: str, *partition: str) -> pl.DataFrame:
    return home.tables.read(TABLES[name], _MIX, *partition, "sample")


def _asked_alone(server: Server) -> int:
    """Edits asked for by the words that put a dish on white."""
    return sum(one["settings"]["prompt"].strip() in _ALONE for one in server.seen())


def test_a_backfill_pays_for_dishes_on_white_only_where_a_row_says_so(
    painter: Home, server: Server
) -> None:
    for editor in ("local", "composed", "painter"):
        _run(painter, "edited_images", editor)
    _run(painter, "single_food", None)
    assert server.seen() == []
    assert _table(painter, "edited_images", "painter").is_empty()
    _run(painter, "attempts", **_RECORD)
    scenes = _table(painter, "attempts", "painter").height
    assert len(server.seen()) == scenes > 4
    assert _asked_alone(server) == 0
    _row(painter, server, single_food=True)
    _run(painter, "edited_images")
    paid = _table(painter, "edited_images", "painter")
    assert _asked_alone(server) == paid.height == 2 * 2
    _row(painter, server)
    _run(painter, "edited_images")
    assert len(server.seen()) == scenes + 2 * 2
    assert _table(painter, "edited_images", "painter").equals(paid)


def test_the_words_of_a_refusal_stand_in_the_row_and_no_key(painter: Home, server: Server) -> None:
    url = f"{server.root}/v1beta"
    _row(painter, server, provider="gemini", model="gemini-2.5-flash-image", base_url=url)
    server.script({"text": f"I paint\nno places, {CANARY}."})
    _run(painter, "attempts")
    tried = _table(painter, "attempts", "painter")
    assert set(tried["reason"]) == {"refused"}
    (told,) = set(tried["detail"])
    assert told.startswith("Editor `painter`: refused: I paint no places, [key].")
    assert not [
        path
        for path in painter.root.rglob("*")
        if path.is_file() and CANARY.encode() in path.read_bytes()
    ]


def test_a_changed_row_makes_scenes_by_new_names_and_keeps_what_stands_without_it(
    painter: Home, server: Server
) -> None:
    shown = {"culture_mix__mixed_images": {"config": {"editor": "painter"}}}
    ids: list[dict[str, set[str]]] = []
    for quality in ("low", "high"):
        _row(painter, server, quality=quality)
        _run(painter, "attempts", **_RECORD)
        _run(painter, "mixed_images", None, **shown)
        made = _table(painter, "mixed_images")
        before = pl.col("subtask").is_in(["sfb", "mfb"])
        assert set(made.filter(before)["editor"].str.slice(0, 8)) == {"painter/"}
        parts = {"scenes": made.filter(before), "others": made.filter(~before)}
        ids.append({name: set(rows["variant_id"]) for name, rows in parts.items()})
    low, high = ids
    assert low["others"] == high["others"]
    assert len(low["scenes"]) == len(high["scenes"]) > 4
    assert not low["scenes"] & high["scenes"]


def test_the_worst_dishes_on_white_stand_first_in_their_gallery(
    painter: Home, server: Server
) -> None:
    _row(painter, server, single_food=True)
    partition = editor_by_source("painter", "sample")
    made = materialize(painter, [*BUILDING, freed], f"{_MIX}/edited_images", partition=partition)
    told = made.asset_materializations_for_node("culture_mix__edited_images")[0].metadata
    assert "The worst first" in str(told["worst"].value)
    assert sum(told["verdicts"].value.values()) >= 4 * 3
