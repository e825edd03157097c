"""Folders of street scenes: where coordinates come from, what is refused, what a file tells."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from culture_conflict.errors import PictureError, RegistryError
from culture_conflict.pictures.private import without_metadata
from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.whereabouts import exif_coordinates
from culture_conflict.sources.catalog import get_source
from culture_conflict.sources.folder.config import read_settings
from culture_conflict.sources.scenes.read import read_scenes
from culture_conflict_tests.sources_scenes.kit import folder_of, picture

HEAD = "external_id,picture,latitude,longitude,country"
STOCKHOLM = ("59 20 0 N", "18 3 30 E")


def reasons(
    source_root: Path, pictures: dict[str, bytes], rows: list[str], settings: str = ""
) -> dict[str, str]:
    source = folder_of(source_root, pictures, rows, settings)
    made = read_scenes(source, PictureStore(source_root.parent / "store"))
    return dict(made.rejects.select("external_id", "reason").iter_rows())


def test_a_table_or_exif_says_where_and_nothing_of_it_stays_in_the_picture(tmp_path: Path) -> None:
    pictures = {"a.jpg": picture(1, place=STOCKHOLM), "b.jpg": picture(2, place=STOCKHOLM)}
    rows = [HEAD, "a,a.jpg,48.5,2.5,France", "b,b.jpg,,,"]
    store = PictureStore(tmp_path / "store")
    items = read_scenes(folder_of(tmp_path / "f", pictures, rows), store).items
    told = items.select("external_id", "latitude", "longitude", "located_by", "country").rows()
    assert told[0] == ("a", 48.5, 2.5, "table", "FRA")
    assert told[1][0] == "b"
    assert told[1][1:] == (pytest.approx(59 + 1 / 3), pytest.approx(18.0583333), "exif", None)
    for row in items.to_dicts():
        kept = store.get(row["picture"])
        original = pictures[f"{row['external_id']}.jpg"]
        assert exif_coordinates(original) is not None
        assert exif_coordinates(kept) is None
        assert b"A camera that talks" in original
        assert b"A camera that talks" not in kept
        same = [Image.open(io.BytesIO(data)).tobytes() for data in (kept, original)]
        assert same[0] == same[1]


def test_a_folder_without_a_table_is_its_pictures_with_exif(tmp_path: Path) -> None:
    pictures = {"in/a.jpg": picture(1, place=STOCKHOLM), "b.jpg": picture(2)}
    source = folder_of(tmp_path / "f", pictures)
    made = read_scenes(source, PictureStore(tmp_path / "store"))
    assert made.items["external_id"].to_list() == ["in/a.jpg"]
    assert made.rejects.select("external_id", "reason").rows() == [("b.jpg", "coordinates")]


@pytest.mark.parametrize(
    ("choice", "usable"),
    [("table", {"a"}), ("exif", {"a", "b"}), ("either", {"a", "b"})],
)
def test_coordinates_can_be_taken_from_one_place_only(
    tmp_path: Path, choice: str, usable: set[str]
) -> None:
    pictures = {"a.jpg": picture(1, place=STOCKHOLM), "b.jpg": picture(2, place=STOCKHOLM)}
    rows = [HEAD, "a,a.jpg,48.5,2.5,FRA", "b,b.jpg,,,"]
    source = folder_of(tmp_path / "f", pictures, rows, f"coordinates: {choice}\n")
    items = read_scenes(source, PictureStore(tmp_path / "store")).items
    assert set(items["external_id"]) == usable
    assert (items["latitude"][0] == 48.5) is (choice != "exif")


def test_every_bad_row_is_told_with_its_reason(tmp_path: Path) -> None:
    grey = io.BytesIO()
    Image.new("RGB", (90, 60), (230, 230, 232)).save(grey, "PNG")
    pictures = {
        "a.jpg": picture(1),
        "grey.png": grey.getvalue(),
        **{f"gone{n}.jpg": picture(7) for n in range(3)},
    }
    rows = [
        HEAD,
        "a,a.jpg,1,2,FRA",
        "a,a.jpg,1,2,FRA",
        "null,a.jpg,0,0,FRA",
        "off,a.jpg,91,2,FRA",
        "half,a.jpg,1,,FRA",
        "land,a.jpg,1,2,Atlantis",
        "lost,b.jpg,1,2,FRA",
        "out,../a.jpg,1,2,FRA",
        "grey,grey.png,1,2,FRA",
        *(f"gone{n},gone{n}.jpg,1,{n + 1},FRA" for n in range(3)),
    ]
    assert reasons(tmp_path / "f", pictures, rows) == {
        "a": "duplicate",
        "null": "coordinates",
        "off": "coordinates",
        "half": "coordinates",
        "land": "unknown_country",
        "lost": "missing",
        "out": "path_escape",
        "grey": "placeholder",
        **{f"gone{n}": "repeated_picture" for n in range(3)},
    }


def test_a_list_of_ids_takes_these_and_tells_the_others(tmp_path: Path) -> None:
    pictures = {f"p/{name}.jpg": picture(n, place=STOCKHOLM) for n, name in enumerate("abc")}
    (tmp_path / "f").mkdir()
    (tmp_path / "f" / "ids.txt").write_text("a\nc\nnowhere\n")
    found = reasons(tmp_path / "f", pictures, [], "ids: ids.txt\npictures: p\n")
    assert found == {"b.jpg": "not_listed", "nowhere": "missing"}


def test_a_column_that_is_not_there_is_named_and_usual_names_are_found(tmp_path: Path) -> None:
    pictures = {"1_2.jpg": picture(1)}
    rows = ["IMG_ID,AUTHOR,LAT,LON", "1_2.jpg,Ann,12.5,-3"]
    source = folder_of(tmp_path / "f", pictures, rows, "recipe: im2gps3k\n")
    items = read_scenes(source, PictureStore(tmp_path / "store")).items
    row = items.row(0, named=True)
    assert (row["external_id"], row["author"], row["longitude"]) == ("1_2.jpg", "Ann", -3.0)
    source = folder_of(tmp_path / "f", pictures, rows, "columns: {latitude: Lat}\n")
    with pytest.raises(RegistryError, match="expected a column 'Lat'"):
        read_scenes(source, PictureStore(tmp_path / "store"))


def test_a_forgotten_picture_stays_out(tmp_path: Path) -> None:
    store = PictureStore(tmp_path / "store")
    pictures = {"a.jpg": picture(1), "b.jpg": picture(2)}
    rows = [HEAD, "a,a.jpg,1,2,FRA", "b,b.jpg,1,3,FRA"]
    source = folder_of(tmp_path / "f", pictures, rows)
    first = read_scenes(source, store).items["picture"][0]
    store.tombstone(first).parent.mkdir(parents=True)
    store.tombstone(first).touch()
    made = read_scenes(source, store)
    assert made.items["external_id"].to_list() == ["b"]
    assert made.rejects.select("external_id", "reason").rows() == [("a", "forgotten")]


def test_the_folder_is_a_source_of_the_home_and_its_settings_are_checked(tmp_path: Path) -> None:
    folder_of(tmp_path / "streets", {"a.jpg": picture(1)}, [HEAD, "a,a.jpg,1,2,FRA"])
    source = get_source("signpost", "streets", tmp_path)
    assert (source.kind, source.benchmark) == ("scenes", "signpost")
    path = tmp_path / "streets" / "source.yaml"
    for wrong, message in (
        ("recipe: im2gps\n", "im2gps3k"),
        ("ids: ../ids.txt\n", "a path in this folder"),
        ("view: {degree: 90}\n", "did you mean `degrees`"),
    ):
        path.write_text("kind: scenes\ntitle: x\nmedium: photograph\n" + wrong)
        with pytest.raises(RegistryError, match=message):
            read_settings(path.parent)


@pytest.mark.parametrize("name", ["pics", "nodir"])
@pytest.mark.parametrize("rows", [[], [HEAD, "a,a.jpg,48.5,2.5,France"]])
def test_pictures_lie_in_the_source_s_own_folder(
    name: str, rows: list[str], tmp_path: Path
) -> None:
    folder_of(tmp_path / "elsewhere", {"a.jpg": picture(1, place=STOCKHOLM)})
    source = folder_of(tmp_path / "f", {}, rows, f"pictures: {name}\n")
    (tmp_path / "f" / "pics").symlink_to(tmp_path / "elsewhere")
    told = {"pics": "is a link that leaves the folder", "nodir": "is no folder there"}[name]
    with pytest.raises(RegistryError, match=f"pictures: {name}` {told}"):
        read_scenes(source, PictureStore(tmp_path / "store"))


def test_a_cell_that_names_no_picture_is_listed_and_stops_nothing(tmp_path: Path) -> None:
    pictures = {"a.jpg": picture(1), "long.png": _bomb()}
    good = '{"external_id": "a", "picture": "a.jpg", "latitude": 48.5, "longitude": 2.5}'
    bad = [
        '{"external_id": "b", "picture": true, "latitude": 48.5, "longitude": 2.5}',
        '{"external_id": "c", "picture": "caf\\udce9.jpg", "latitude": 48.5, "longitude": 2.5}',
        f'{{"external_id": "d", "picture": "{"x" * 300}", "latitude": 48.5, "longitude": 2.5}}',
        f'{{"external_id": "e", "picture": "{"x" * 300}.jpg"}}',
        '{"external_id": "f", "picture": "long.png"}',
    ]
    source = folder_of(tmp_path / "f", pictures)
    (tmp_path / "f" / "items.jsonl").write_text("\n".join([good, *bad]))
    made = read_scenes(source, PictureStore(tmp_path / "store"))
    assert made.items["external_id"].to_list() == ["a"]
    assert made.rejects.select("file", "row", "external_id", "reason").rows() == [
        ("items.jsonl", 2, "b", "not_text"),
        ("items.jsonl", 3, "c", "encoding"),
        ("items.jsonl", 4, "d", "missing"),
        ("items.jsonl", 5, "e", "missing"),
        ("items.jsonl", 6, "f", "too_many_pixels"),
    ]


def test_exif_of_a_picture_too_large_is_not_read() -> None:
    assert exif_coordinates(_bomb()) is None
    with pytest.raises(PictureError, match="EXIF can't be read"):
        without_metadata(_bomb())


def _bomb() -> bytes:
    """A PNG whose header promises 60000 x 60000 pixels, with a comment."""
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"tEXt", b"a\0b"), (b"IDAT", b""), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
