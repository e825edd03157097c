"""An image API as an editor in Dagster: limits, cost and ledger; a second run asks for nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import dagster as dg
import polars as pl
import pytest

from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.defs import confused_tourist
from culture_conflict.defs.partitions import editor_by_source, missing_partitions
from culture_conflict.defs.runs import open_instance
from culture_conflict.home import Home
from culture_conflict.keeping.forgetting import forget, look_up
from culture_conflict.models.entry import Entry
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.benchmarks_confused_tourist.painted_world import world
from culture_conflict_tests.defs.test_materialize import failure, materialize
from culture_conflict_tests.models.api.kit import CANARY, KEY_ENV, Server

pytestmark = [
    pytest.mark.slow,  # litellm takes seconds to import
    pytest.mark.filterwarnings("ignore:Items? .* on TypedDict"),
]
PAINT = {"paint": True, "delay": 0.05}
EDITED = "confused_tourist/edited_images"
_WHERE = ("confused_tourist", "painter", "sample")
_EACH = (1000 * 1 + 1300 * 10) / 1e6  # US dollars, by the tokens that the server counts


@pytest.fixture
def painter(home: Home, server: Server) -> Home:
    """A home of a dish and a garment, with pairs, and an editor that asks the server."""
    home.sources_folder.mkdir(parents=True, exist_ok=True)
    items, cues, pairs = world(home.pictures)
    named = {"items": items, "cues": cues, "pairs": pairs}
    named |= {"stacked_images": stack_images(items, cues, pairs, home.pictures)}
    for name, frame in (named | {"imported_images": TABLES["imported_images"].empty()}).items():
        mine = frame.with_columns(source=pl.lit("sample", pl.String))
        home.tables.write(TABLES[name], mine, "confused_tourist", "sample")
    _row(home, server)
    with open_instance(home) as instance:
        for partitions, keys in missing_partitions(instance, home):
            instance.add_dynamic_partitions(str(partitions.name), keys)
    server.script(PAINT)
    return home


def _row(home: Home, server: Server, **more: float) -> None:
    given = {"key": "painter", "kind": "api", "provider": "openai-compatible", "in_flight": 2}
    given |= {"model": "gpt-image-1", "base_url": server.url, "key_env": KEY_ENV}
    given |= {"price_input": 1, "price_output": 10} | more
    home.editors_file.write_text(json.dumps({"editors": [given]}))


def _run(home: Home, *keys: str, partition: str | None = None) -> dg.ExecuteInProcessResult:
    chosen = partition or editor_by_source("painter", "sample")
    return materialize(home, confused_tourist.ASSETS, *(keys or (EDITED,)), partition=chosen)


def _table(home: Home) -> pl.DataFrame:
    return home.tables.read(TABLES["edited_images"], *_WHERE)


def _lines(home: Home) -> list[Entry]:
    files = sorted(home.ledger.glob("edits/painter/*/*.jsonl"))
    return [Entry.from_line(line) for file in files for line in file.read_bytes().splitlines()]


def _spent(home: Home) -> float:
    state: dict[str, Any] = json.loads(next(home.accounts.glob("*/account.json")).read_text())
    return sum(state["spent"].values())


def test_a_run_keeps_to_its_limits_and_a_second_one_makes_no_call(
    painter: Home, server: Server
) -> None:
    run = _run(painter)
    assert run.success
    (told,) = run.asset_materializations_for_node("confused_tourist__edited_images")
    assert told.metadata["cost_usd"].value == pytest.approx(8 * _EACH)
    first = _table(painter)
    assert first.group_by("outcome", "reason").len().sort(pl.all()).rows() == [
        ("failed", "no_flag", 2),
        ("made", None, 8),
    ]
    assert len(server.seen()) == len(_lines(painter)) == 8
    assert server.most_at_once() == 2
    assert _spent(painter) == pytest.approx(8 * _EACH)
    for line in first.drop_nulls("record")["record"]:
        record = json.loads(line)
        assert record["notes"]["cost_usd"] == pytest.approx(_EACH)
        assert (record["checkpoint"], record["device"]) == ("gpt-image-1", "api")
        assert record["versions"].keys() >= {"litellm"}
        assert record["seconds"] > 0
    again = _run(painter)
    assert again.success
    assert len(server.seen()) == 8
    assert _table(painter).equals(first)
    assert _run(painter, "confused_tourist/variants", partition="sample").success
    shown = painter.tables.read(TABLES["variants"], "confused_tourist", "sample")
    assert shown.filter(pl.col("editor").str.starts_with("painter/")).height == 7


def test_a_limit_of_spending_fails_the_run_and_the_next_one_goes_on(
    painter: Home, server: Server
) -> None:
    _row(painter, server, max_cost_usd=0.04)
    told = failure(_run(painter))
    assert "Raise `max_cost_usd`" in told
    paid = len(_lines(painter))
    assert 0 < paid == len(server.seen()) < 8
    assert not painter.tables.path(TABLES["edited_images"], *_WHERE).exists()
    _row(painter, server)
    assert _run(painter).success
    assert len(server.seen()) == 8
    assert set(_table(painter)["outcome"]) == {"made", "failed"}


def test_a_provider_that_is_down_or_refuses_is_told_and_no_key_is_kept_anywhere(
    painter: Home, server: Server
) -> None:
    server.script({"status": 401, "body": {"error": {"message": f"Wrong key {CANARY}"}}})
    told = failure(_run(painter))
    assert "rejects the key" in told
    files = [path for path in painter.root.rglob("*") if path.is_file()]
    assert len(files) > 20
    assert not [path for path in files if CANARY.encode() in path.read_bytes()]


def test_a_filtered_edit_fails_alone_with_its_reason(painter: Home, server: Server) -> None:
    blocked = {"error": {"message": "blocked", "code": "content_policy_violation"}}
    server.script({"status": 400, "body": blocked})
    assert _run(painter).success
    assert set(_table(painter)["reason"]) == {"filtered", "not_isolated", "no_flag"}


def test_what_was_paid_for_is_forgotten_with_the_picture(painter: Home) -> None:
    assert _run(painter).success
    items = painter.tables.read(TABLES["items"], "confused_tourist", "sample")
    for sha256 in items.sort("item_id", descending=True)["picture"]:  # the garment first
        of_it = [one for one in _lines(painter) if sha256 in one.notes["made_of"].split()]
        outputs = PictureStore(painter.ledger / "edits" / "painter" / "outputs")
        gone = {outputs.get(str(one.answer)) for one in of_it}
        assert gone
        forget(painter, look_up(painter, sha256), lambda _: None)
        assert not _holding(painter.root, {sha256.encode(), *gone})
    # Of the garment's scenes the first picture was the isolated one.
    assert _lines(painter) == []
    assert list(outputs.files()) == []


def _holding(root: Path, needles: set[bytes]) -> list[Path]:
    """Files with any of these, the tombstone and Dagster's own history left out."""
    left_out = (root / "dagster", root / "store" / "pictures" / ".forgotten")
    files = [path for path in root.rglob("*") if path.is_file()]
    mine = [path for path in files if not any(path.is_relative_to(each) for each in left_out)]
    return [path for path in mine if any(needle in path.read_bytes() for needle in needles)]
