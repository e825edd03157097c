"""A variant's id is its recipe: what decides the picture changes it, and nothing else does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from culture_conflict.benchmarks.confused_tourist.recipes import (
    StackSettings,
    Wanted,
    wanted_pictures,
)
from culture_conflict.pictures.encode import EncodeSettings
from culture_conflict.tables.ids import stable_id
from culture_conflict_tests.benchmarks_confused_tourist import small_world

ITEM = small_world.items({"item_id": "i", "country": "PER"}).row(0, named=True)
PAIR = small_world.pairs(
    {"item_id": "i", "adversarial_country": "NPL", "flag": "f", "landmark": "l"}
).row(0, named=True)
CUES = {
    row["cue_id"]: row
    for row in small_world.cues(
        {"cue_id": "f", "kind": "flag", "country": "NPL", "picture": "1" * 64},
        {"cue_id": "l", "kind": "landmark", "country": "NPL", "picture": "2" * 64},
        {"cue_id": "own", "kind": "flag", "country": "PER", "picture": "3" * 64},
    ).iter_rows(named=True)
}
CONTEXTS = ["none", "flag", "landmark", "flag_landmark", "congruent_flag", "grey_patch"]


def wanted(
    item: Mapping[str, Any] = ITEM,
    pair: Mapping[str, Any] = PAIR,
    cues: Mapping[str, Mapping[str, Any]] = CUES,
    own_flag: str | None = "own",
    settings: StackSettings | None = None,
) -> dict[str, Wanted]:
    made = wanted_pictures(item, [pair], cues, own_flag, settings or StackSettings())
    return {one.perturb_context: one for one in made}


def changed(**given: Any) -> set[str]:
    """Contexts whose variant_id differs from that of the usual input."""
    usual, other = wanted(), wanted(**given)
    return {name for name in usual if usual[name].variant_id != other[name].variant_id}


def test_six_pictures_for_an_item_with_one_pair() -> None:
    made = wanted()
    assert list(made) == CONTEXTS
    assert len({one.variant_id for one in made.values()}) == 6
    methods = [one.perturb_method for one in made.values()]
    assert methods == ["none", "stacked", "stacked", "stacked", "control", "control"]
    assert [one.pair_id for one in made.values()] == [None, *["i-geo-hard"] * 3, None, None]


def test_places_of_cues() -> None:
    made = wanted()
    both = [(shown.picture[0], shown.corner) for shown in made["flag_landmark"].shown]
    assert both == [("1", "top_right"), ("2", "bottom_left")]
    own, grey = made["congruent_flag"].shown[0], made["grey_patch"].shown[0]
    assert (own.picture, own.corner, own.grey) == ("3" * 64, "top_right", False)
    assert (grey.picture, grey.corner, grey.grey) == ("3" * 64, "top_right", True)


@pytest.mark.parametrize(
    ("given", "contexts"),
    [
        ({"item": ITEM | {"picture": "9" * 64}}, CONTEXTS),
        ({"item": ITEM | {"item_id": "j"}}, CONTEXTS),
        ({"item": ITEM | {"source": "others"}}, CONTEXTS),
        ({"settings": StackSettings(EncodeSettings(quality=91))}, CONTEXTS),
        ({"settings": StackSettings(EncodeSettings(subsampling="4:2:0"))}, CONTEXTS),
        ({"settings": StackSettings(EncodeSettings(max_side=512))}, CONTEXTS),
        ({"settings": StackSettings(cue_side=512)}, CONTEXTS),
        ({"cues": CUES | {"f": CUES["f"] | {"picture": "9" * 64}}}, ["flag", "flag_landmark"]),
        ({"cues": CUES | {"l": CUES["l"] | {"cue_id": "x"}}}, ["landmark", "flag_landmark"]),
        ({"cues": CUES | {"own": CUES["own"] | {"picture": "9" * 64}}}, CONTEXTS[-2:]),
        ({"pair": PAIR | {"adversarial_country": "BTN"}}, CONTEXTS[1:4]),
        ({"pair": PAIR | {"difficulty": "easy"}}, CONTEXTS[1:4]),
        ({"pair": PAIR | {"seed": 8}}, CONTEXTS[1:4]),
        ({"item": ITEM | {"licence": "CC0-1.0", "author": "Bob", "name": "Other"}}, []),
        ({"cues": {key: cue | {"licence": "CC0-1.0"} for key, cue in CUES.items()}}, []),
    ],
)
def test_what_changes_which_variants(given: dict[str, Any], contexts: list[str]) -> None:
    assert changed(**given) == set(contexts)


def test_id_is_the_hash_of_the_recipe_without_its_credits() -> None:
    for one in wanted().values():
        recipe = json.loads(one.recipe)
        del recipe["credits"]
        text = json.dumps(recipe, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        assert one.variant_id == stable_id(text)


def test_ids_stay_the_same_from_version_to_version() -> None:
    assert {name: one.variant_id for name, one in wanted().items()} == {
        "none": "8d30cfbdb42d93fa",
        "flag": "5dc67a994858e291",
        "landmark": "f29ebd0147f09577",
        "flag_landmark": "ccb1ec6b9232d557",
        "congruent_flag": "aad3d5ec4244c892",
        "grey_patch": "52bc09cde0743efb",
    }


def test_missing_cues_are_named_and_the_recipe_is_there() -> None:
    made = wanted(pair=PAIR | {"flag": None, "landmark": None}, own_flag=None)
    missing = [one.missing for one in made.values()]
    assert missing == [(), ("flag",), ("landmark",), ("flag", "landmark"), ("flag",), ("flag",)]
    for one in made.values():
        assert [cue["kind"] for cue in json.loads(one.recipe)["cues"] if not cue["cue_id"]] == [
            *one.missing
        ]


def test_those_who_are_shown_are_credited() -> None:
    cues = CUES | {"f": CUES["f"] | {"author": "Flo"}, "own": CUES["own"] | {"author": "Own"}}
    made = wanted(cues=cues)
    authors = {
        name: [one["author"] for one in json.loads(made[name].recipe)["credits"]] for name in made
    }
    assert authors["flag_landmark"] == ["Ann", "Flo", "Ann"]
    assert authors["congruent_flag"] == ["Ann", "Own"]
    assert authors["grey_patch"] == authors["none"] == ["Ann"]
