"""As the paper treats its sources: drawn shares, panoramas as views, texts that are given."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import polars as pl
import py360convert
import pytest
from PIL import Image

from culture_conflict.benchmarks.signpost.given_spans import given_spans
from culture_conflict.benchmarks.signpost.making import from_given
from culture_conflict.benchmarks.signpost.reading_scenes import read_scenes_of
from culture_conflict.errors import RegistryError
from culture_conflict.pictures.panoramas import is_panorama, view
from culture_conflict.pictures.store import PictureStore
from culture_conflict.readers.cache import ReadingCache
from culture_conflict.readers.protocol import ReaderSettings, Reading
from culture_conflict.sources.folder.checking import Candidate, Rejects
from culture_conflict.sources.scenes.read import read_scenes
from culture_conflict.sources.scenes.sampling import drawn_scenes_of, quota
from culture_conflict.sources.scenes.settings import RECIPES, SceneSampling
from culture_conflict.tables.given_texts import GIVEN_TEXTS
from culture_conflict.tables.ocr_spans import OCR_SPANS
from culture_conflict_tests.benchmarks_signpost.read_in_cases import NeverAsked
from culture_conflict_tests.sources_scenes.kit import folder_of, picture

HEAD = "external_id,picture,latitude,longitude,country,region"


def candidates(n: int, country: str) -> list[Candidate]:
    values = {"country": country, "region": None}
    file = f"{country}.csv"
    return [Candidate(file, k, f"{country}{k}", dict(values), "") for k in range(1, n + 1)]


@pytest.mark.parametrize(
    ("n", "drawn"), [(5, 5), (10, 10), (400, 10), (1000, 10), (2000, 20), (2050, 21), (2049, 20)]
)
def test_a_share_is_drawn_but_at_least_so_many_and_never_more_than_there_are(
    n: int, drawn: int
) -> None:
    assert quota(n, 0.01, 10) == drawn


def test_the_published_sampling_is_a_hundredth_per_country_by_seed_42() -> None:
    assert RECIPES["googlesv"].sampling == SceneSampling(
        by="country", share=0.01, at_least=10, seed=42
    )
    assert RECIPES["baidusv"].sampling == SceneSampling(
        by="region", share=0.01, at_least=10, seed=42
    )
    assert RECIPES["im2gps3k"].sampling is RECIPES["yfcc4k"].sampling is None
    rows = [*candidates(3000, "FRA"), *candidates(40, "PER"), *candidates(4, "FJI")]
    rejects = Rejects("signpost", "s")
    drawn = drawn_scenes_of(rows, RECIPES["googlesv"].sampling, rejects)
    of = [one.values["country"] for one in drawn]
    assert {country: of.count(country) for country in of} == {"FRA": 30, "PER": 10, "FJI": 4}
    told = rejects.table()
    assert (told.height, set(told["reason"])) == (3000, {"not_sampled"})
    again = drawn_scenes_of(rows[::-1], RECIPES["googlesv"].sampling, Rejects("signpost", "s"))
    assert {one.external_id for one in again} == {one.external_id for one in drawn}
    other = drawn_scenes_of(rows, SceneSampling(by="country", seed=43), Rejects("signpost", "s"))
    assert {one.external_id for one in other} != {one.external_id for one in drawn}


def test_no_region_no_draw(tmp_path: Path) -> None:
    pictures = {"a.jpg": picture(1, (128, 64)), "b.jpg": picture(2, (128, 64))}
    rows = [HEAD, "a,a.jpg,31,121,CHN,Shanghai", "b,b.jpg,31,122,CHN,"]
    source = folder_of(tmp_path / "f", pictures, rows, "recipe: baidusv\n")
    made = read_scenes(source, PictureStore(tmp_path / "store"))
    assert made.rejects.select("external_id", "reason").rows() == [("b", "empty")]
    assert any("at least 10, seed 42" in note for note in made.notes)


@pytest.mark.parametrize(
    ("datum", "place", "told"),
    [
        ("", (31.17530, 121.53154), "taken as WGS 84, as the paper doesn't say"),
        ("datum: wgs84\n", (31.17530, 121.53154), None),
        ("datum: gcj02\n", (31.17743, 121.52721), "1 converted from gcj02 to WGS 84"),
        ("datum: bd09\n", (31.17151, 121.52068), "1 converted from bd09 to WGS 84"),
    ],
)
def test_baidus_coordinates_are_on_the_datum_that_is_named_and_never_silently(
    tmp_path: Path, datum: str, place: tuple[float, float], told: str | None
) -> None:
    rows = [HEAD, "a,a.jpg,31.175304,121.531542,CHN,Shanghai", "b,b.jpg,,,CHN,Shanghai"]
    where = ("31 10 30 N", "121 31 30 E")
    pictures = {"a.jpg": picture(1, (128, 64)), "b.jpg": picture(2, (128, 64), where)}
    source = folder_of(tmp_path / "f", pictures, rows, f"recipe: baidusv\n{datum}")
    made = read_scenes(source, PictureStore(tmp_path / "store"))
    of = {r["external_id"]: (r["latitude"], r["longitude"]) for r in made.items.to_dicts()}
    assert of["a"] == pytest.approx(place, abs=2e-5)
    assert of["b"] == pytest.approx((31.175, 121.525))  # EXIF, which is WGS 84
    notes = [note for note in made.notes if note.startswith("coordinates")]
    assert notes == [] if told is None else told in notes[0]


def test_a_datum_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    rows = [HEAD, "a,a.jpg,31,121,CHN,Shanghai"]
    source = folder_of(tmp_path / "f", {"a.jpg": picture(1)}, rows, "datum: mars\n")
    with pytest.raises(RegistryError, match="datum"):
        read_scenes(source, PictureStore(tmp_path / "store"))


def test_views_are_what_another_library_cuts() -> None:
    rng = np.random.default_rng(3)
    small = Image.fromarray(rng.integers(0, 255, (16, 32, 3)).astype(np.uint8))
    panorama = np.asarray(small.resize((512, 256), Image.Resampling.BICUBIC))
    for heading in (0, 90, 180, 270, 33):
        ours = np.asarray(view(panorama, heading, width=160, height=120, degrees=90)).astype(float)
        # It spans the middles of the outermost pixels, ours their outer sides.
        fov = [float(np.degrees(2 * np.arctan((side - 1) / 160))) for side in (160, 120)]
        theirs = py360convert.e2p(panorama, tuple(fov), heading, 0, (120, 160), mode="bilinear")
        assert np.abs(ours - theirs).max() <= 2


def test_a_panorama_becomes_four_views_of_one_group_and_a_photo_is_none(tmp_path: Path) -> None:
    pictures = {
        "p.jpg": picture(1, (512, 256)),
        "photo.jpg": picture(2, (96, 64)),
        "v.jpg": picture(3, (96, 64)),
    }
    rows = [
        HEAD + ",heading",
        "p,p.jpg,48,2,FRA,,",
        "photo,photo.jpg,48,3,FRA,,",
        "v,v.jpg,48,4,FRA,,-90",
    ]
    settings = "recipe: googlesv\nview: {width: 128, height: 96}\n"
    source = folder_of(tmp_path / "f", pictures, rows, settings)
    made = read_scenes(source, PictureStore(tmp_path / "store"))
    views = made.items.filter(external_id="p")
    assert views["heading"].to_list() == [0, 90, 180, 270]
    assert views["group_id"].n_unique() == views["panorama"].n_unique() == 1
    assert views["picture"].n_unique() == 4
    assert set(views.select("width", "height").rows()) == {(128, 96)}
    assert made.items.filter(external_id="v").select("heading", "panorama").row(0) == (270, None)
    assert made.rejects.select("external_id", "reason").rows() == [("photo", "not_a_panorama")]
    assert is_panorama(4096, 2048)
    assert not is_panorama(4096, 2304)


def test_given_texts_find_their_spans_and_keep_their_seed(tmp_path: Path) -> None:
    texts = [
        {"external_id": "a", "native": "Rue Morgue", "similar": "Rue Neuve", "random": "Blue Lamp",
         "adversarial": "Nairobi", "seed": 77},
        {"external_id": "a", "native": "Hotel", "similar": "Motel", "random": "Lamp",
         "adversarial": "Lima", "seed": 77},
        {"external_id": "b", "native": "Gare", "similar": "Port", "random": "Lamp",
         "adversarial": "Perth", "quad": [[1, 2], [30, 2], [30, 12], [1, 12]]},
        {"external_id": "x", "native": "Gare", "similar": "Port", "random": "Lamp",
         "adversarial": "Perth"},
        {"external_id": "b", "native": "", "similar": "Port", "random": "Lamp",
         "adversarial": "Perth"},
    ]  # fmt: skip
    pictures = {"a.jpg": picture(1), "b.jpg": picture(2)}
    rows = [HEAD, "a,a.jpg,48,2,FRA,", "b,b.jpg,48,3,FRA,"]
    source = folder_of(tmp_path / "f", pictures, rows, "texts: texts.jsonl\n")
    (tmp_path / "f" / "texts.jsonl").write_text("\n".join(map(json.dumps, texts)))
    store = PictureStore(tmp_path / "store")
    made = read_scenes(source, store)
    assert made.rejects.select("external_id", "reason").rows() == [
        ("x", "unknown_scene"),
        ("b", "empty"),
    ]
    cache = ReadingCache(tmp_path / "read")
    sha = made.items.filter(external_id="a")["picture"][0]
    quad = ((0.0, 0.0), (40.0, 0.0), (40.0, 9.0), (0.0, 9.0))
    cache.put(sha, NeverAsked.record, [Reading("RUE MORGUE", quad, 0.9)])
    found = read_scenes_of(
        made.items,
        made.given_texts,
        pictures=store,
        reader=NeverAsked(),
        cache=cache,
        settings=ReaderSettings(),
    )
    assert found.n_read == 1
    assert dict(found.screenings.select("external_id", "reader").iter_rows())["b"] == "published"
    assert set(found.screenings["state"]) == {"kept"}
    given = from_given(made.items, found.spans, made.given_texts)
    told = {row["native"]: row for row in given.to_dicts()}
    assert told["Rue Morgue"]["state"] == told["Gare"]["state"] == "ok"
    assert (told["Rue Morgue"]["seed"], told["Rue Morgue"]["maker"]) == (77, "published")
    assert told["Hotel"]["state"] == "refused"
    assert told["Hotel"]["reasons"] == ["the reader found no such text in the picture"]
    spans = dict(found.spans.select("span_id", "text").iter_rows())
    assert spans[told["Rue Morgue"]["span_id"]] == "RUE MORGUE"
    assert spans[told["Gare"]["span_id"]] == "Gare"


def test_a_text_given_more_often_than_it_is_read_has_no_second_place(tmp_path: Path) -> None:
    quad = [0.0, 0.0, 9.0, 0.0, 9.0, 9.0, 0.0, 9.0]
    known = {"benchmark": "signpost", "source": "s", "group_id": "g"}
    spans = [
        {**known, "span_id": text, "picture": "a" * 64, "span_rank": n, "text": text, "quad": quad}
        for n, text in enumerate(("Palais du LOUVRE", "LOUVRE"), 1)
    ]
    new = {"similar": "Rue Neuve", "random": "Blue Lamp", "adversarial": "Nairobi"}
    given = [
        {**known, **new, "external_id": "e", "span_rank": n, "native": native}
        for n, native in enumerate(("Louvre", "LOUVRE", "Louvre"), 1)
    ]
    where = {"country": "FRA", "latitude": 48.0, "longitude": 2.0}
    empty = dict.fromkeys(OCR_SPANS.schema)
    made = from_given(
        pl.DataFrame([{"group_id": "g", "picture": "a" * 64, **where}]),
        OCR_SPANS.frame([{**empty, **row, "state": "kept"} for row in spans]),
        GIVEN_TEXTS.frame([{**dict.fromkeys(GIVEN_TEXTS.schema), **row} for row in given]),
    )
    told = made.sort("span_rank").select("span_id", "state").rows()
    assert told[:2] == [("LOUVRE", "ok"), ("Palais du LOUVRE", "ok")]
    assert told[2][1] == "refused"


def test_corners_that_run_anticlockwise_are_turned_and_not_lettered_in_mirror_writing(
    tmp_path: Path,
) -> None:
    row = {"external_id": "a", "native": "Gare", "similar": "Port", "random": "Lamp"}
    corners = [[[1, 2], [1, 12], [30, 12], [30, 2]], [[1, 2], [30, 2], [30, 12], [1, 12]]]
    texts = [{**row, "adversarial": "Perth", "quad": quad} for quad in corners]
    source = folder_of(
        tmp_path / "f", {"a.jpg": picture(1)}, [HEAD, "a,a.jpg,1,2,FRA,"], "texts: t.jsonl\n"
    )
    (tmp_path / "f" / "t.jsonl").write_text("\n".join(map(json.dumps, texts)))
    made = read_scenes(source, PictureStore(tmp_path / "store"))
    assert {*map(tuple, made.given_texts["quad"])} == {(1, 2, 30, 2, 30, 12, 1, 12)}
    spans = given_spans(made.items, made.given_texts, {})
    assert spans["span_rank"].to_list() == [1]  # one text in one place


def test_a_texts_table_without_its_columns_is_refused_by_name(tmp_path: Path) -> None:
    source = folder_of(
        tmp_path / "f", {"a.jpg": picture(1)}, [HEAD, "a,a.jpg,1,2,FRA,"], "texts: t.csv\n"
    )
    (tmp_path / "f" / "t.csv").write_text("external_id,native\na,b\n")
    with pytest.raises(RegistryError, match="similar, random, adversarial missing"):
        read_scenes(source, PictureStore(tmp_path / "store"))


def test_a_picture_twice_as_wide_stays_whole_where_panoramas_are_off(tmp_path: Path) -> None:
    data = picture(1, (512, 256))
    rows = [HEAD, "a,a.jpg,1,2,FRA,"]
    source = folder_of(
        tmp_path / "f", {"a.jpg": data}, rows, "recipe: googlesv\npanoramas: false\n"
    )
    store = PictureStore(tmp_path / "store")
    items = read_scenes(source, store).items
    assert items.select("heading", "width").rows() == [(None, 512)]
    assert Image.open(io.BytesIO(store.get(items["picture"][0]))).size == (512, 256)
