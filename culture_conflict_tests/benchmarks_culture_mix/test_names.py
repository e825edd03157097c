"""What names a picture: built-in editors keep the names they gave, others tell their version."""

from __future__ import annotations

import json
from dataclasses import replace

from culture_conflict.benchmarks.culture_mix.plan import Dish, Planned
from culture_conflict.benchmarks.culture_mix.recipes import MixSettings
from culture_conflict.benchmarks.named import made_by, named
from culture_conflict.editors.composed import Composed
from culture_conflict.editors.local_dishes.editor import LocalDishes

ITEM = {"benchmark": "culture_mix", "source": "mine", "item_id": "1" * 16, "picture": "a" * 64}
SINGLE = {"method": "alpha", "seed": 0, "recipe": json.dumps({"editor": "cutout/1"})}
PLACE = {"picture": "b" * 64}


def _scene(editor: str, single: dict[str, object] | None = None) -> Planned:
    return Planned(Dish(ITEM, single or SINGLE), editor, MixSettings(), background=PLACE)


def test_the_names_and_seeds_of_built_in_editors_are_those_they_always_gave() -> None:
    by = [_scene(editor.version) for editor in (LocalDishes, Composed)]
    assert [one.variant_id for one in by] == ["43b50ececbdbd808", "5c8722109cbf74a9"]
    assert [one.seed("harmonise-1", 0) for one in by] == [1144082981, 2137614468]


def test_who_freed_a_dish_names_every_picture_of_it() -> None:
    freed = {**SINGLE, "method": "edited"}
    names = {
        _scene("local", {**freed, "recipe": json.dumps({"editor": editor})}).variant_id
        for editor in ("painter/1", "painter/2")
    }
    assert len(names | {_scene("local").variant_id}) == 3


def test_a_recipe_tells_whose_picture_it_is_and_by_which_version() -> None:
    recipe = json.loads(_scene("painter/ab12").named().recipe)
    assert recipe["editor"] == "painter/ab12"
    told = {name: recipe[name] for name in ("benchmark", "source", "group")}
    assert told == {"benchmark": "culture_mix", "source": "mine", "group": ITEM["item_id"]}
    larger = replace(_scene("painter/ab12"), settings=MixSettings(scene=320))
    assert larger.variant_id != _scene("painter/ab12").variant_id


def test_who_is_credited_is_told_and_names_nothing() -> None:
    shared = made_by("local/2", {}, benchmark="signpost", source="mine", group="g")
    one, other, none = (named(shared, credit) for credit in ([{"author": "A"}], [{}], None))
    assert one.variant_id == other.variant_id == none.variant_id
    assert json.loads(one.recipe)["credits"] == [{"author": "A"}]
    assert "credits" not in json.loads(none.recipe)
