"""Which pictures a street scene is to have, and the recipe that names each (SIGNPOST §3, §4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from culture_conflict.benchmarks.named import made_by, named
from culture_conflict.benchmarks.signpost.instructions import PROMPT_ID
from culture_conflict.editors.gates import Limits, Mode
from culture_conflict.editors.protocol import Quadrilateral, TextEdit
from culture_conflict.pictures.encode import EncodeSettings
from culture_conflict.places.scripts import script_of
from culture_conflict.tables._columns import SIGNPOST_CONTROL as CONTROL
from culture_conflict.tables.ids import stable_id

__all__ = ["CONTROL", "EDITED", "EditSettings", "SceneTexts", "Wanted", "scene_texts", "wanted"]

EDITED = ("blank", "similar", "random", "adversarial")

Row = Mapping[str, Any]


@dataclass(frozen=True)
class EditSettings:
    """How pictures are written and judged; with `control` each group has its native text again."""

    encode: EncodeSettings = field(default_factory=EncodeSettings)
    limits: Limits = field(default_factory=Limits)
    mode: Mode = "enforce"
    control: bool = True


@dataclass(frozen=True)
class SceneTexts:
    """A group's picture, the texts to replace (rows of REPLACEMENTS with `quad`), and the others.

    `source` and `benchmark` as in the tables; `credit` is the licence and author of the picture.
    """

    benchmark: str
    source: str
    group_id: str
    picture: str
    texts: tuple[Row, ...]
    others: tuple[Quadrilateral, ...]
    credit: Row


@dataclass(frozen=True)
class Wanted:
    """One picture to make; no texts and no seed for the original."""

    variant: str
    variant_id: str
    recipe: str
    seed: int | None
    texts: tuple[TextEdit, ...]


def scene_texts(
    items: pl.DataFrame, ocr_spans: pl.DataFrame, replacements: pl.DataFrame
) -> Iterator[SceneTexts]:
    """Every group that has replacements (tables of SIGNPOST), in the order of its id.

    Replaced are the spans whose state is `ok` and whose corners are known; all other usable texts
    of the picture stay, and an edit keeps off them.
    """
    credits_of = {row["picture"]: row for row in items.to_dicts()}
    quads = ocr_spans.filter(pl.col("state") == "kept").select("span_id", "quad")
    wanted_spans = replacements.join(quads, on="span_id", how="left").sort("group_id", "span_rank")
    by_group = ocr_spans.filter(pl.col("state") == "kept").partition_by("group_id", as_dict=True)
    for (group,), rows in wanted_spans.group_by("group_id", maintain_order=True):
        spans = rows.to_dicts()
        chosen = tuple(one for one in spans if one["state"] == "ok" and one["quad"])
        replaced = {one["span_id"] for one in chosen}
        around = by_group.get((group,))
        others = [] if around is None else around.to_dicts()
        first = spans[0]
        known = credits_of.get(first["picture"], {})
        yield SceneTexts(
            benchmark=first["benchmark"],
            source=first["source"],
            group_id=str(group),
            picture=first["picture"],
            texts=chosen,
            others=tuple(
                _corners(one["quad"])
                for one in others
                if one["quad"] and one["span_id"] not in replaced
            ),
            credit={name: known.get(name) for name in ("licence", "author")},
        )


def wanted(scene: SceneTexts, editor: str, settings: EditSettings) -> Iterator[Wanted]:
    """The scene's original, its four edited pictures and, where asked for, the control.

    `editor` is the editor's version. Blank removes the texts, the others write theirs instead, each
    from the original; the seed is that of the data set where it gives one, else a hash of group and
    variant.
    """
    yield _wanted(scene, "original", None, settings)
    for variant in (*EDITED, CONTROL) if settings.control else EDITED:
        yield _wanted(scene, variant, editor, settings)


def _wanted(scene: SceneTexts, variant: str, editor: str | None, settings: EditSettings) -> Wanted:
    texts = tuple(_edit(row, variant) for row in scene.texts) if editor else ()
    seed = _seed(scene, variant) if editor else None
    where = {"benchmark": scene.benchmark, "source": scene.source, "group": scene.group_id}
    hashed = {
        **made_by(editor or "none", {"encode": settings.encode.recipe()}, **where),
        "picture": scene.picture,
        "variant": variant,
        "prompt": PROMPT_ID if editor else None,
        "texts": [[text.native, text.new, _flat(text.quadrilateral)] for text in texts],
        "kept_texts": stable_id(str([_flat(quad) for quad in scene.others])) if editor else None,
        "seed": seed,
    }
    variant_id, recipe = named(hashed, [scene.credit])
    return Wanted(
        variant=variant,
        variant_id=variant_id,
        recipe=recipe,
        seed=seed,
        texts=texts,
    )


def _edit(row: Row, variant: str) -> TextEdit:
    new = {"blank": "", CONTROL: row["native"]}.get(variant)
    text = row[variant] if new is None else new
    return TextEdit(_corners(row["quad"]), row["native"], text, script_of(text))


def _seed(scene: SceneTexts, variant: str) -> int:
    """The data set's own, which is one for all pictures of a group, else a hash."""
    given = (row["seed"] for row in scene.texts if row["maker"] == "published")
    stored = next((seed for seed in given if seed is not None), None)
    if stored is not None:
        return int(stored)
    return int(stable_id(scene.group_id, variant)[:8], 16) % 2**31


def _corners(flat: list[float]) -> Quadrilateral:
    x1, y1, x2, y2, x3, y3, x4, y4 = flat
    return (x1, y1), (x2, y2), (x3, y3), (x4, y4)


def _flat(quad: Quadrilateral) -> list[float]:
    return [round(side, 2) for corner in quad for side in corner]
