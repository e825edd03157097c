"""A published data set's texts, corners and seeds, from its table to the editor."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from culture_conflict.benchmarks.signpost.editing import edit_scenes
from culture_conflict.benchmarks.signpost.making import from_given
from culture_conflict.benchmarks.signpost.quintuplets import scene_texts
from culture_conflict.benchmarks.signpost.reading_scenes import read_scenes_of
from culture_conflict.editors.local.editor import LocalEditor
from culture_conflict.editors.protocol import Edited, EditRequest
from culture_conflict.pictures.store import PictureStore
from culture_conflict.readers.cache import ReadingCache
from culture_conflict.readers.protocol import ReaderSettings
from culture_conflict.sources.scenes.read import read_scenes
from culture_conflict_tests.benchmarks_signpost.read_in_cases import NeverAsked
from culture_conflict_tests.editors.drawn_signs import QUAD, sign
from culture_conflict_tests.sources_scenes.kit import folder_of

CORNERS = [[x, y] for x, y in QUAD]
NATIVE, SIMILAR, RANDOM, ADVERSARIAL = "Market St", "Harbour Rd", "Red Kettle", "Nairobi"
TEXTS = f"{NATIVE},{SIMILAR},{RANDOM},{ADVERSARIAL}"


@dataclass
class _Watched:
    """The local editor, and every request that it was given."""

    key: str = "watched"
    version: str = "watched/1"
    seen: list[EditRequest] = field(default_factory=list)

    def edit(self, request: EditRequest) -> Edited:
        self.seen.append(request)
        return LocalEditor().edit(request)


def _edited(root: Path, lines: list[str]) -> tuple[_Watched, pl.DataFrame]:
    """The editor and EDITED_IMAGES after a folder whose texts are these lines."""
    png = io.BytesIO()
    sign().save(png, "PNG")
    names = sorted({line[0] for line in lines})
    pictures = {f"{name}.png": png.getvalue() + name.encode() for name in names}
    rows = ["external_id,picture,latitude,longitude", *(f"{n},{n}.png,-33,151" for n in names)]
    source = folder_of(root / "f", pictures, rows, "texts: texts.csv\n")
    head = "external_id,native,similar,random,adversarial,seed,corners\n"
    (root / "f" / "texts.csv").write_text(head + "\n".join(lines) + "\n")
    store = PictureStore(root / "store")
    made = read_scenes(source, store)
    found = read_scenes_of(
        made.items,
        made.given_texts,
        pictures=store,
        reader=NeverAsked(),
        cache=ReadingCache(root / "read"),
        settings=ReaderSettings(),
    )
    texts = from_given(made.items, found.spans, made.given_texts)
    editor = _Watched()
    scenes = scene_texts(made.items, found.spans, texts)
    images = edit_scenes(scenes, store, editor, reader=None, workers=1).images
    return editor, images.join(made.items.select("group_id", "external_id"), on="group_id")


def test_stored_seeds_reach_the_editor_and_the_same_quintuplet_comes_out(tmp_path: Path) -> None:
    quoted = f'"{CORNERS}"'
    stored = {"a": "77", "b": "4242", "c": ""}
    lines = [f"{name},{TEXTS},{seed},{quoted}" for name, seed in stored.items()]
    editor, images = _edited(tmp_path / "one", lines)
    edited = images.filter(pl.col("variant") != "original")
    seeds = {name: set(edited.filter(external_id=name)["seed"]) for name in "abc"}
    assert (seeds["a"], seeds["b"]) == ({77}, {4242})
    assert len(seeds["c"]) == 5  # none stored: one of each picture's own
    asked = {(r.seed, r.texts[0].new) for r in editor.seen if r.seed in (77, 4242)}
    new = ("", SIMILAR, RANDOM, ADVERSARIAL, NATIVE)
    assert asked == {(seed, text) for seed in (77, 4242) for text in new}
    assert {r.texts[0].quadrilateral for r in editor.seen} == {QUAD}
    _, again = _edited(tmp_path / "two", lines)
    kept = ("external_id", "variant", "picture", "seed")
    assert again.select(kept).sort(kept[:2]).equals(images.select(kept).sort(kept[:2]))


def test_a_seed_that_stands_in_one_row_of_a_scene_is_the_scenes(tmp_path: Path) -> None:
    beside = '"[[70, 132], [330, 132], [330, 150], [70, 150]]"'
    lines = [f'a,{TEXTS},,"{CORNERS}"', f"a,Open,Shut,Lamp,Lima,9,{beside}"]
    editor, _ = _edited(tmp_path, lines)
    assert {request.seed for request in editor.seen} == {9}
