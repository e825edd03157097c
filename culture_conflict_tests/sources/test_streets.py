"""The drawn street scenes: honest rows, the same pictures every time, signs that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from culture_conflict.benchmarks.signpost.ocr_filter import screen
from culture_conflict.benchmarks.signpost.tiers import group_tier
from culture_conflict.pictures.open import open_picture
from culture_conflict.pictures.store import PictureStore
from culture_conflict.places.countries import country
from culture_conflict.places.distance import haversine_km
from culture_conflict.places.gazetteer import cities_in
from culture_conflict.places.scripts import guess_language, script_of
from culture_conflict.readers.catalog import make_reader
from culture_conflict.readers.protocol import ReaderSettings
from culture_conflict.sources.catalog import get_source
from culture_conflict.sources.streets.draw import draw_scene
from culture_conflict.sources.streets.read import read_streets
from culture_conflict.sources.streets.rows import drawn_scenes

SPEAKING = {"zh": "CHN TWN HKG", "ja": "JPN", "fr": "FRA", "es": "ESP MEX ARG CHL", "de": "DEU"}


def test_each_scene_is_a_drawing_with_its_place_and_said_so(tmp_path: Path) -> None:
    pictures = PictureStore(tmp_path)
    source = get_source("signpost", "sample")
    items = read_streets(source, pictures).items
    assert items.height == len(drawn_scenes()) >= 20
    assert set(items["located_by"]) == set(items["medium"]) == {"drawing"}
    assert set(items["source_version"]) == {source.version}
    assert items["picture"].n_unique() == items["group_id"].n_unique() == items.height
    first = items.row(0, named=True)
    picture = open_picture(pictures.get(first["picture"])).image
    assert picture.size == (first["width"], first["height"])
    assert draw_scene(drawn_scenes()[0]) == pictures.get(first["picture"])


def test_each_scene_lies_in_its_country() -> None:
    for scene in drawn_scenes():
        assert country(scene.country)
        near = min(
            haversine_km(scene.latitude, scene.longitude, city.latitude, city.longitude)
            for city in cities_in(scene.country)
        )
        far = 4000 if scene.external_id == "hanga-roa-crafts" else 40  # an island without a city
        assert near < far, scene.external_id


def test_the_signs_speak_many_languages_and_one_to_three_stand_in_a_scene() -> None:
    texts = [sign.text for scene in drawn_scenes() for sign in scene.signs]
    assert {script_of(text) for text in texts} >= {"Han", "Kana", "Latin"}
    assert {guess_language(text) for text in texts} >= {"zh", "ja", "de"}
    places = {scene.country for scene in drawn_scenes()}
    assert all(places & set(countries.split()) for countries in SPEAKING.values())
    assert {len(scene.signs) for scene in drawn_scenes()} <= {1, 2, 3}


@pytest.mark.slow
def test_the_default_reader_reads_every_sign_and_all_tiers_occur() -> None:
    reader = make_reader("rapidocr", ReaderSettings())
    tiers = set()
    for scene in drawn_scenes():
        found = screen(reader.read(open_picture(draw_scene(scene)).image))
        texts = {each.text for each in found.kept}
        assert texts == {sign.text for sign in scene.signs}
        tiers.add(group_tier(sorted(texts), scene.country).tier)
    assert tiers == {"T1", "T2", "T3"}
