"""Which pictures are to be painted, by which words (ConfusedTourist §3.3.2 and Appendix 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import polars as pl

from culture_conflict.benchmarks.confused_tourist.prompts import CATEGORY_WORDS
from culture_conflict.benchmarks.named import made_by, named
from culture_conflict.pictures.encode import EncodeSettings
from culture_conflict.places.countries import country
from culture_conflict.tables.ids import stable_id

__all__ = ["ISOLATE", "SCENE", "Isolation", "Painting", "isolations", "paintings"]

SCENE, ISOLATE = "scene-1", "isolate-1"
Cue = Literal["flag", "landmark"]
Row = Mapping[str, Any]

_CONTEXTS: Mapping[str, tuple[Cue, ...]] = {
    "flag": ("flag",),
    "landmark": ("landmark",),
    "flag_landmark": ("flag", "landmark"),
}
_SUPPORT = {
    "cuisine": "a table, a cloth or dishes such as it is served on",
    "attire": "a stand, a hanger or a line that holds it",
    "music": "a chair, a carpet or a stand such as it rests on",
}
_CUES: Mapping[Cue, str] = {
    "flag": "The flag of {abroad} hangs or flies where one would be: whole, not cropped, with its "
    "right colours and emblem.",
    "landmark": "Behind it stands {landmark} in {abroad}, easy to recognise and in the right form.",
}


@dataclass(frozen=True)
class Isolation:
    """A garment to be freed of its wearer."""

    item: Row
    variant_id: str
    recipe: str
    seed: int
    instruction: str


@dataclass(frozen=True)
class Painting:
    """An item to be painted into another country; `missing` names cues the source lacks."""

    item: Row
    variant: str
    variant_id: str
    recipe: str
    seed: int
    instruction: str
    cues: tuple[Row, ...]
    missing: tuple[Cue, ...]


def isolations(
    items: pl.DataFrame, editor: str, encode: EncodeSettings, seed: int = 0
) -> list[Isolation]:
    """One for each garment among ITEMS, by an editor of that version."""
    made = []
    for item in items.filter(pl.col("category") == "attire").to_dicts():
        words = _prompt(ISOLATE).format(name=item["name"])
        hashed = _shared(item, editor, encode) | {"variant": "isolated", "prompt": ISOLATE}
        hashed |= {"seed": _seed(seed, item["item_id"], "isolated")}
        made.append(Isolation(item, *named(hashed, [_credit(item)]), hashed["seed"], words))
    return made


def paintings(
    items: pl.DataFrame,
    cues: pl.DataFrame,
    pairs: pl.DataFrame,
    editor: str,
    encode: EncodeSettings,
) -> Iterator[Painting]:
    """Each pair's flag, landmark and both, in the order of items and pairs."""
    by_cue = {cue["cue_id"]: cue for cue in cues.to_dicts()}
    by_item = {item["item_id"]: item for item in items.to_dicts()}
    for pair in pairs.sort("item_id", "method", "difficulty").to_dicts():
        if (item := by_item.get(pair["item_id"])) is None:
            continue
        for context, kinds in _CONTEXTS.items():
            shown = {kind: by_cue[pair[kind]] for kind in kinds if pair[kind] is not None}
            yield _painting(item, pair, context, shown, (editor, encode))


def _painting(
    item: Row,
    pair: Row,
    context: str,
    shown: Mapping[Cue, Row],
    how: tuple[str, EncodeSettings],
) -> Painting:
    factors = {name: pair[name] for name in ("pair_id", "difficulty", "adversarial_country")}
    hashed = _shared(item, *how) | factors
    hashed |= {
        "pair_method": pair["method"],
        "perturb_method": "generative",
        "perturb_context": context,
        "prompt": SCENE,
        "isolated_first": item["category"] == "attire",
        "cues": [[kind, cue["cue_id"], cue["picture"]] for kind, cue in shown.items()],
        "seed": _seed(pair["seed"], pair["pair_id"], context),
    }
    variant_id, recipe = named(hashed, [_credit(row) for row in (item, *shown.values())])
    return Painting(
        item=item,
        variant=f"generative/{pair['method']}/{pair['difficulty']}/{context}",
        variant_id=variant_id,
        recipe=recipe,
        seed=hashed["seed"],
        instruction=_words(item, pair, shown),
        cues=tuple(shown.values()),
        missing=tuple(kind for kind in _CONTEXTS[context] if kind not in shown),
    )


def _words(item: Row, pair: Row, shown: Mapping[Cue, Row]) -> str:
    abroad = country(pair["adversarial_country"]).name
    landmark = shown["landmark"]["name"] if "landmark" in shown else ""
    cues = " ".join(_CUES[kind] for kind in shown).format(abroad=abroad, landmark=landmark)
    return _prompt(SCENE).format(
        name=item["name"],
        thing=CATEGORY_WORDS[item["category"]],
        home=country(item["country"]).name,
        abroad=abroad,
        cue=cues,
        support=_SUPPORT[item["category"]],
    )


def _shared(item: Row, editor: str, encode: EncodeSettings) -> dict[str, Any]:
    where = {name: item[name] for name in ("benchmark", "source")} | {"group": item["item_id"]}
    return {"picture": item["picture"], **made_by(editor, {"encode": encode.recipe()}, **where)}


def _seed(seed: int, *named: str) -> int:
    return int(stable_id(seed, *named)[:8], 16) % 2**31


def _credit(row: Row) -> dict[str, Any]:
    return {"licence": row["licence"], "author": row["author"]}


@cache
def _prompt(name: str) -> str:
    folder = files("culture_conflict.benchmarks.confused_tourist") / "prompts" / "making"
    return folder.joinpath(f"{name}.md").read_text(encoding="utf-8").strip()
