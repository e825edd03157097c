"""CultureMix built in Dagster: photographs with boxes, a folder of dishes, what waits for what."""

from __future__ import annotations

import dagster as dg
import pytest

from culture_conflict.defs import culture_mix
from culture_conflict.defs.building import build_steps
from culture_conflict.defs.culture_mix_attempts import attempts as attempts_asset
from culture_conflict.defs.culture_mix_building import BUILDING
from culture_conflict.defs.jobs import PREPARED
from culture_conflict.defs.partitions import editor_by_source, missing_partitions
from culture_conflict.defs.resources import HomeResource
from culture_conflict.defs.runs import open_instance
from culture_conflict.defs.tables_io import tables_io
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.benchmarks_culture_mix.kitchen import dish, place, png
from culture_conflict_tests.defs.test_materialize import materialize
from culture_conflict_tests.sources.folder_kit import csv_text
from culture_conflict_tests.sources.test_boxes import ROWS, folder

_PREPARED = [f"culture_mix/{name}" for name in PREPARED]
_BUILT = [*BUILDING, attempts_asset, culture_mix.mix_variants]
_FINISHED = ("culture_mix/mixed_images", "culture_mix/variants")
_FOODS = {"ramen": "Japan", "sushi": "Japan", "pizza": "Italy"}


def _known(home: Home) -> None:
    """The home's sources as partitions."""
    with open_instance(home) as instance:
        for partitions, keys in missing_partitions(instance, home):
            instance.add_dynamic_partitions(str(partitions.name), keys)


def _dishes(home: Home) -> None:
    """A source of three dishes and two places."""
    root = home.sources_folder / "mine"
    root.mkdir(parents=True)
    settings = "title: Mine\nmedium: photograph\nbenchmark: culture_mix\n"
    (root / "source.yaml").write_text(settings + "defaults: {licence: CC0-1.0, author: Me}\n")
    rows = [
        {"external_id": name, "name": name.title(), "country": where, "picture": f"{name}.png"}
        for name, where in _FOODS.items()
    ]
    (root / "items.csv").write_text(csv_text(rows))
    for n, name in enumerate(_FOODS):
        (root / f"{name}.png").write_bytes(png(dish(n)))
    places = [
        {"kind": "street", "country": where, "name": where, "picture": f"{where}.png"}
        for where in ("Italy", "Chile")
    ]
    (root / "backgrounds.csv").write_text(csv_text(places))
    for n, row in enumerate(places):
        (root / row["picture"]).write_bytes(png(place(n)))
    _known(home)


@pytest.mark.slow
def test_photographs_with_boxes_are_built_by_the_steps_of_the_command(home: Home) -> None:
    home.sources_folder.mkdir(parents=True, exist_ok=True)
    folder(home.sources_folder, ROWS)
    _known(home)
    (step,) = build_steps(home, "culture_mix", "plain")
    assert (step.job, step.partition, step.assets) == ("culture_mix_build", "plain", None)
    made = materialize(home, _BUILT, *_PREPARED, *_FINISHED, partition="plain")
    assert made.success
    told = made.asset_materializations_for_node("culture_mix__mixed_images")[0].metadata
    assert "missing" not in told
    shown = home.tables.read(MIXED_IMAGES, "culture_mix", "plain")
    assert set(shown["framing"]) == {"box", "crop"}
    asked = home.tables.read(VARIANTS, "culture_mix", "plain")
    assert set(asked["variant_id"]) == set(shown["variant_id"])


@pytest.mark.slow
def test_pictures_before_places_that_nobody_made_are_told_and_follow_an_editor(
    home: Home,
) -> None:
    _dishes(home)
    steps = build_steps(home, "culture_mix", "mine", "composed")
    assert [step.job for step in steps] == [
        *("culture_mix_build", "culture_mix_edit", "culture_mix_build")
    ]
    early = materialize(home, _BUILT, *_PREPARED, *_FINISHED, partition="mine")
    told = early.asset_materializations_for_node("culture_mix__mixed_images")[0].metadata
    assert "culture_mix/attempts for local|mine" in str(told["missing"].value)
    assert set(home.tables.read(MIXED_IMAGES, "culture_mix", "mine")["subtask"]) == {"sf", "mf"}
    tried = editor_by_source("composed", "mine")
    assert materialize(home, _BUILT, "culture_mix/attempts", partition=tried).success
    ops = {"culture_mix__mixed_images": {"config": {"editor": "composed"}}}
    late = materialize(home, _BUILT, *_FINISHED, partition="mine", ops=ops)
    told = late.asset_materializations_for_node("culture_mix__mixed_images")[0].metadata
    assert "missing" not in told
    made = home.tables.read(MIXED_IMAGES, "culture_mix", "mine")
    assert set(made["subtask"]) == {"sf", "mf", "sfb", "mfb"}


def test_an_editor_that_is_none_is_named(home: Home) -> None:
    _dishes(home)
    with pytest.raises(RegistryError, match="'brush' of dishes"):
        build_steps(home, "culture_mix", "mine", "brush")


def test_a_backfill_makes_an_editors_pictures_of_a_source_before_its_table(home: Home) -> None:
    _dishes(home)
    given = {"home": HomeResource(root=str(home.root)), "tables_io": tables_io}
    all_of_it = dg.Definitions(assets=[*BUILDING, attempts_asset], resources=given)
    graph = all_of_it.get_repository_def().asset_graph
    attempts, images = (dg.AssetKey(["culture_mix", n]) for n in ("attempts", "mixed_images"))
    mapping = graph.get_partition_mapping(images, attempts)
    with (
        open_instance(home) as instance,
        dg.partition_loading_context(dynamic_partitions_store=instance),
    ):
        mine = graph.get(images).partitions_def.subset_with_partition_keys(["mine"])
        found = mapping.get_upstream_mapped_partitions_result_for_partitions(
            mine, graph.get(images).partitions_def, graph.get(attempts).partitions_def
        )
    assert set(found.partitions_subset.get_partition_keys()) == {*("local|mine", "composed|mine")}
