"""The 52 released pictures: imported with their factors, answered from a file, scored."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import polars as pl
import pytest

from culture_conflict.benchmarks.asking import ask_model, plan_model
from culture_conflict.benchmarks.culture_mix.asking import CULTURE_MIX
from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.benchmarks.culture_mix.variants import mixed_variants
from culture_conflict.benchmarks.importing import import_file
from culture_conflict.home import Home
from culture_conflict.sources.catalog import get_source
from culture_conflict.sources.mix.read import MixTables, read_mix
from culture_conflict.tables.mix_scores import MIX_SCORES
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.benchmarks_culture_mix.real import NEEDED, REAL, answers, source

pytestmark = NEEDED


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Home, MixTables, pl.DataFrame]:
    """A home with the pictures, what was read of them, and their scores."""
    root = tmp_path_factory.mktemp("real")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CULTURE_CONFLICT_HOME", str(root / "home"))
        home = Home.from_environment().prepare()
    source(home.sources_folder / "released")
    home.models_file.write_text(
        'models:\n  - {key: mine, provider: replay, name: Mine, revision: "1"}\n'
    )
    there = get_source("culture_mix", "released", home.sources_folder)
    assert there.folder
    read = read_mix(there, there.folder, home.pictures)
    variants = mixed_variants(read.items, read.mixed_images)
    home.tables.write(VARIANTS, variants, "culture_mix", "released")
    home.tables.write(MIXED_IMAGES, read.mixed_images, "culture_mix", "released")
    matched, imported = import_file(
        home,
        answers(root / "answers.csv"),
        model="mine",
        source="released",
        key=["external_id"],
        columns={"external_id": "picture", "answer": "said"},
        benchmark="culture_mix",
    )
    assert (matched.missing.height, imported.n_new) == (0, 52)
    predictions, report = ask_model(
        CULTURE_MIX, home, variants, "mine", run_id="run", log=lambda _: None
    )
    assert (report.calls, report.states) == (0, {"ok": 52})
    return home, read, MIX_SCORES.validate(score(predictions, variants, read.mixed_images))


def test_every_picture_is_imported_byte_by_byte(
    made: tuple[Home, MixTables, pl.DataFrame],
) -> None:
    home, read, _ = made
    assert read.rejects.is_empty()
    assert Counter(read.mixed_images["subtask"]) == {"sf": 6, "mf": 12, "sfb": 18, "mfb": 16}
    assert read.items.height == 6
    for name, sha256 in read.mixed_images.select("external_id", "picture").rows():
        data = (REAL / name).read_bytes()
        assert sha256 == hashlib.sha256(data).hexdigest()
        assert home.pictures.get(sha256) == data


def test_countries_numbers_and_distances(made: tuple[Home, MixTables, pl.DataFrame]) -> None:
    by_name = {row["external_id"]: row for row in made[1].mixed_images.to_dicts()}
    place = by_name["seed-01-sfb-02.jpg"]
    assert (place["background_country"], place["background_index"]) == ("USA", 2)
    assert place["background_distance"] == "other_continent"
    assert by_name["seed-02-mf-02.png"]["food2_country"] == "GBR"  # England, ruling 2
    own = by_name["seed-01-mf-01.png"]
    assert (own["food2_name"], own["food_distance"]) == ("Bacalhau à Gomes de Sá", "same_country")


def test_who_follows_the_background_is_right_without_one_and_shifts_to_it(
    made: tuple[Home, MixTables, pl.DataFrame],
) -> None:
    _, read, scores = made
    rows = scores.join(read.mixed_images, on="variant_id")
    country, name = (rows.filter(target=target) for target in ("country", "name"))
    assert name["correct_guarded"].all()
    assert name["correct_as_published"].all()
    alone = country.filter(pl.col("background_country").is_null())
    assert alone["correct_guarded"].all()
    assert alone["correct_as_published"].all()
    before = country.filter(pl.col("background_country").is_not_null())
    own = before["background_distance"] == "same_country"
    assert before["correct_guarded"].to_list() == own.to_list()
    assert set(before.filter(~own)["background_pull"]) == {"distractor"}
    assert set(before.filter(own)["shift"]) <= {"kept"}


def test_a_model_is_asked_once_about_every_picture_in_words_that_fit_it(
    made: tuple[Home, MixTables, pl.DataFrame],
) -> None:
    home, _, _ = made
    variants = home.tables.read(VARIANTS, "culture_mix", "released")
    planned = plan_model(CULTURE_MIX, home, variants, "reference-prior")
    assert (planned.n_variants, planned.n_to_ask) == (52, 52)
    first, report = ask_model(
        CULTURE_MIX, home, variants, "reference-prior", run_id="run", log=lambda _: None
    )
    assert (report.calls, report.states) == (52, {"ok": 52})
    assert set(first["prompt_id"]) == {"base-v1"}
    told = json.loads(report.evaluations["prompts"][0])
    assert set(told) == {"one", "left"}
    both, again = ask_model(
        *(CULTURE_MIX, home, variants, "reference-prior"),
        run_id="later",
        log=lambda _: None,
        prompt_name="direct",
    )
    assert again.calls == 52
    assert dict(both.group_by("prompt_id").len().rows()) == {"direct-v1": 52, "base-v1": 52}
