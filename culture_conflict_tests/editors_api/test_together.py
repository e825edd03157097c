"""Many threads ask one API: within its limits, each edit once, and nothing paid for is lost."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from culture_conflict.benchmarks.signpost.editing import edit_scenes
from culture_conflict.benchmarks.signpost.quintuplets import EditSettings, scene_texts
from culture_conflict.editors.each import threads_for
from culture_conflict.editors.local.editor import LocalEditor
from culture_conflict.editors.protocol import Edited
from culture_conflict.errors import ProviderError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.threads import usable_cores
from culture_conflict_tests.benchmarks_signpost.drawn_quintuplets import drawn_source
from culture_conflict_tests.editors_api.kit import gpt, request
from culture_conflict_tests.models.api.kit import Server

pytestmark = [
    pytest.mark.slow,  # litellm takes seconds to import
    pytest.mark.filterwarnings("ignore:Items? .* on TypedDict"),
]
SLOW_ECHO = {"echo": True, "delay": 0.1}


def _lines(root: Path) -> int:
    files = root.glob("ledger/edits/painter/*/*.jsonl")
    return sum(file.read_bytes().count(b'"key":') for file in files)


def test_signs_of_many_scenes_are_asked_for_at_once_and_within_the_rows_limit(
    server: Server, tmp_path: Path
) -> None:
    server.script(SLOW_ECHO)
    pictures = PictureStore(tmp_path / "pictures")
    drawn = drawn_source(pictures, {name: {} for name in "abcde"})
    scenes = list(scene_texts(drawn.items, drawn.spans, drawn.replacements))
    settings = EditSettings(mode="record", control=False)
    most = 3 + usable_cores()
    editor = gpt(server, tmp_path, in_flight=most)
    assert threads_for([editor]) == most
    assert threads_for([LocalEditor()]) == usable_cores()
    made = edit_scenes(scenes, pictures, editor, reader=None, settings=settings).images
    assert server.most_at_once() == most
    asked = len(server.seen())
    assert asked == _lines(tmp_path) == 5 * 4  # each scene has seeds of its own
    assert set(made["outcome"]) == {"made"}
    again = edit_scenes(scenes, pictures, gpt(server, tmp_path), reader=None, settings=settings)
    assert again.images.equals(made)
    assert len(server.seen()) == asked


def test_what_several_threads_want_is_asked_once(server: Server, tmp_path: Path) -> None:
    server.script(SLOW_ECHO)
    one, other = gpt(server, tmp_path), gpt(server, tmp_path)
    with ThreadPoolExecutor(6) as pool:
        edits = [pool.submit(editor.edit, request()) for editor in (one, other) for _ in range(3)]
        made = {edit.result().picture.tobytes() for edit in edits}
    assert len(made) == 1
    assert len(server.seen()) == 1
    assert not [thread for thread in threading.enumerate() if thread.name == "edits"]


def test_what_is_on_its_way_when_the_money_ends_is_kept(server: Server, tmp_path: Path) -> None:
    server.script(SLOW_ECHO)
    made = gpt(server, tmp_path, max_cost_usd=0.035).edit_many(request(n) for n in range(8))
    with pytest.raises(ProviderError, match="max_cost_usd"):
        list(made)
    assert len(server.seen()) == _lines(tmp_path) == 2


# litellm makes its coroutine in a thread, and never begins it where it is ended by then.
@pytest.mark.filterwarnings("ignore:coroutine .* was never awaited")
def test_who_stops_listening_ends_what_is_on_its_way_and_keeps_what_came(
    server: Server, tmp_path: Path
) -> None:
    server.script({"echo": True}, {"echo": True, "delay": 30})
    first = gpt(server, tmp_path, in_flight=2)
    assert isinstance(first.edit(request(0)), Edited)
    server.script({"echo": True, "delay": 30})
    made = first.edit_many(request(n) for n in range(6))
    assert isinstance(next(made), Edited)
    made.close()
    assert _lines(tmp_path) == 1
    server.script({"echo": True})
    assert len(list(first.edit_many(request(n) for n in range(3)))) == 3
    assert len(server.seen()) == 2
