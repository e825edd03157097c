"""Edits that are kept outside the tables are forgotten with the pictures that they were made of."""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict
from pathlib import Path

import polars as pl
import pytest
from PIL import Image

from culture_conflict.benchmarks.confused_tourist.painted import paint_items
from culture_conflict.editors.api.paid import PaidEdits
from culture_conflict.editors.kept import KeptEdits
from culture_conflict.editors.protocol import Edited, EditRecord, EditRequest
from culture_conflict.home import Home
from culture_conflict.keeping.forgetting import forget, look_up
from culture_conflict.keeping.garbage import find_garbage, remove
from culture_conflict.keeping.stale import drop_stale, find_stale
from culture_conflict.models.entry import Entry
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.keeping import whole_home as kit

KEY = "painter"


class Paying:
    """As an API's editor keeps things: an output and a line of the ledger for each request."""

    key, version = KEY, "painter/1"

    def __init__(self, home: Home) -> None:
        self.paid = PaidEdits(home.ledger / "edits" / KEY)
        self.outputs = PictureStore(self.paid.folder / "outputs")

    def edit(self, request: EditRequest) -> Edited:
        first = request.pictures[0]
        made = first.resize((first.width * 2, first.height * 2))
        made.putpixel((0, 0), (request.seed % 256, 1, 2))
        output = self.outputs.put(kit_png(made))
        self.paid.add(entry(request, output))
        width, height = first.size
        notes: dict[str, str | int | float | bool] = {"output": output}
        record = EditRecord(self.version, "p", request.seed, width, height, notes=notes)
        return Edited(made.resize(first.size), record, unblended=made)


def kit_png(image: Image.Image) -> bytes:
    import io

    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def entry(request: EditRequest, output: str | None) -> Entry:
    nothing = dict.fromkeys(Entry.__dataclass_fields__)
    given = {"key": f"{request.seed:064x}", "picture_sent": "b" * 64, "prompt_id": "p"}
    given |= {"evaluation": "edit", "model": KEY, "provider": "gemini", "model_revision": "1"}
    given |= {"parameters": "{}", "run_id": "1", "asked_at": "2026-11-30"}
    counts = {"repeat": 0, "attempts": 1, "latency_s": 0.1, "versions": {}}
    notes = {"made_of": " ".join(request.made_of)}
    return Entry(**nothing | given | counts | {"answer": output, "notes": notes})  # type: ignore[arg-type]


@pytest.fixture
def painted(home: Home) -> Home:
    """A home whose dishes were painted by an API, and by a slow editor that keeps its work."""
    kit.whole(home)
    tables = [kit.read(home, name) for name in ("items", "cues", "pairs")]
    for editor in (Paying(home), KeptEdits(Paying(home), home.kept_edits)):
        made = paint_items(tables[0], tables[1], tables[2], home.pictures, editor, mode="record")
        home.tables.write(TABLES["edited_images"], made, kit.BENCHMARK, KEY, kit.SOURCE)
    assert made["picture"].drop_nulls().len() > 3
    return home


def _of_dish(home: Home) -> str:
    return kit.sha_of(home.sources_folder / kit.SOURCE / "dish-0.png")


def _lines(home: Home) -> list[Entry]:
    files = (home.ledger / "edits").rglob("*.jsonl")
    lines = [line for file in sorted(files) for line in file.read_bytes().splitlines()]
    return [Entry.from_line(line) for line in lines if line]


def _kept(home: Home) -> list[Path]:
    return [path for root in (home.ledger / "edits", home.kept_edits) for path in _files(root)]


def _files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.is_file() and path.name != ".lease")


def _holding(home: Home, needles: set[bytes]) -> list[Path]:
    paths = [path for path in _files(home.root) if ".forgotten" not in str(path)]
    mine = [path for path in paths if not path.is_relative_to(home.sources_folder)]
    return [path for path in mine if any(needle in path.read_bytes() for needle in needles)]


@pytest.mark.parametrize("name", ["dish-0.png", "Japan.png"])
def test_no_byte_of_its_edits_is_left_and_the_others_keep_theirs(painted: Home, name: str) -> None:
    sha256 = kit.sha_of(painted.sources_folder / kit.SOURCE / name)
    of_it = [one for one in _lines(painted) if sha256 in one.notes["made_of"]]
    others = [one for one in _lines(painted) if sha256 not in one.notes["made_of"]]
    assert of_it
    assert others
    outputs = PictureStore(painted.ledger / "edits" / KEY / "outputs")
    bytes_of_it = {outputs.get(str(one.answer)) for one in of_it}
    edited = painted.tables.read(TABLES["edited_images"], kit.BENCHMARK, KEY, kit.SOURCE)
    shown = edited.filter(pl.col("recipe").str.contains(sha256))["picture"].drop_nulls()
    bytes_of_it |= {painted.pictures.get(one) for one in shown}
    names = {sha256.encode(), *(str(one.answer).encode() for one in of_it)}
    assert len(_holding(painted, bytes_of_it | names)) > 3
    scratch = [path for path in _files(painted.kept_edits) if path.name == "record.json"]
    forget(painted, look_up(painted, sha256), lambda _: None)
    assert _holding(painted, bytes_of_it | names) == []
    assert _lines(painted) == others
    assert all(outputs.get(str(one.answer)) for one in others)
    left = [path for path in _files(painted.kept_edits) if path.name == "record.json"]
    assert 0 < len(left) < len(scratch)
    assert all(sha256 not in json.loads(path.read_text())["made_of"] for path in left)


def test_an_edited_picture_takes_what_it_was_cut_out_of_with_it(painted: Home) -> None:
    edited = painted.tables.read(TABLES["edited_images"], kit.BENCHMARK, KEY, kit.SOURCE)
    one = edited.drop_nulls("picture").row(0, named=True)
    output = json.loads(one["record"])["notes"]["output"]
    outputs = PictureStore(painted.ledger / "edits" / KEY / "outputs")
    n_scratch = len(list(painted.kept_edits.glob("*/*/record.json")))
    forget(painted, look_up(painted, one["picture"]), lambda _: None)
    assert not outputs.path(output).exists()
    assert output not in [entry.answer for entry in _lines(painted)]
    assert len(list(painted.kept_edits.glob("*/*/record.json"))) == n_scratch - 1


def test_work_whose_writer_was_stopped_goes_too_since_nobody_knows_what_it_shows(
    painted: Home,
) -> None:
    folder = next(painted.kept_edits.glob("*/*"))
    (folder / "record.json").unlink()
    forget(painted, look_up(painted, _of_dish(painted)), lambda _: None)
    assert _files(folder) == []


def test_outputs_without_a_line_and_old_work_are_garbage(painted: Home) -> None:
    outputs = PictureStore(painted.ledger / "edits" / KEY / "outputs")
    before = _kept(painted)
    lost = outputs.path(outputs.put(b"kept, and then its writer was stopped"))
    for path in _kept(painted):
        os.utime(path, (time.time() - 9000,) * 2)
    garbage = find_garbage(painted, older_than_s=3600)
    assert [one.path for one in garbage if one.kind == "output"] == [lost]
    remove(garbage, older_than_s=3600)
    assert _kept(painted) == [path for path in before if painted.work not in path.parents]


def test_paid_edits_of_pictures_that_no_table_names_go_by_their_own_call(painted: Home) -> None:
    assert find_stale(painted) == {}
    (painted.sources_folder / kit.SOURCE / "dish-0.png").write_bytes(kit.picture(99, (160, 120)))
    old = kit.read(painted, "items")["picture"].to_list()
    kit.build(painted)
    kit.evaluate(painted)
    (gone,) = set(old) - set(kit.read(painted, "items")["picture"])
    edited = painted.tables.read(TABLES["edited_images"], kit.BENCHMARK, KEY, kit.SOURCE)
    assert edited["recipe"].str.contains(gone).any()
    lines, n_files = _lines(painted), len(_kept(painted))
    of_it = [one for one in lines if gone in one.notes["made_of"]]
    counts = find_stale(painted)
    assert sum(n for folder, (n, _) in counts.items() if "edits" in folder.parts) == len(of_it) > 0
    assert len(_kept(painted)) == n_files
    n_lines, n_bytes = drop_stale(painted)
    assert n_lines == sum(n for n, _ in counts.values())
    assert n_bytes > sum(size for _, size in counts.values())
    assert _lines(painted) == [one for one in lines if one not in of_it]
    outputs = PictureStore(painted.ledger / "edits" / KEY / "outputs")
    assert not any(outputs.path(str(one.answer)).exists() for one in of_it)
    assert asdict(_lines(painted)[0])
