"""A folder of one's own: what is right becomes items, every other row is listed with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from culture_conflict.errors import RegistryError
from culture_conflict.pictures.open import open_cue
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.ids import stable_id
from culture_conflict_tests.sources.folder_kit import (
    SETTINGS,
    folder_of,
    picture,
    read,
    reasons,
    row,
    source_of,
)

GOOD = row("sushi", aliases="鮨|Zushi")


def test_good_rows_become_items_with_their_bytes_kept(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "mine", [GOOD, row("rice", country="NO", picture="rice.png")])
    items, cues, rejects = read(folder)
    assert (cues.height, rejects.height) == (0, 0)
    sushi = items.row(0, named=True)
    assert sushi["item_id"] == stable_id("confused_tourist", "mine", "sushi")
    assert sushi["aliases"] == ["鮨", "Zushi"]
    assert (sushi["licence"], sushi["author"], sushi["medium"]) == ("CC0-1.0", "Me", "photograph")
    assert sushi["source_version"] == source_of(folder).version
    kept = PictureStore(tmp_path / "store").get(sushi["picture"])
    assert kept == (folder / "sushi.png").read_bytes()
    assert items["country"].to_list() == ["JPN", "NOR"]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (row("sushi"), "duplicate"),
        (row("x", name=""), "empty"),
        (row("x", description=" "), "empty"),
        (row("", picture="x.png"), "empty"),
        (row("x", country=""), "empty"),
        (row("x", country="Atlantis"), "unknown_country"),
        (row("x", country="Japan, Peru"), "unknown_country"),
        (row("x", country="['Japan', 'Atlantis']"), "unknown_country"),
        (row("x", category="furniture"), "unknown_category"),
        (row("x", aliases="['a', "), "aliases"),
        (row("x", latitude="91", longitude="0"), "coordinates"),
        (row("x", latitude="5", longitude=""), "coordinates"),
        (row("x", latitude="nan", longitude="1"), "coordinates"),
        (row("x", name="a\x00b"), "encoding"),
        (row("x", picture=""), "no_picture"),
        (row("x", picture="pictures/none.png"), "missing"),
        (row("x", picture="."), "not_a_file"),
        (row("x", picture="https://example.org/x.png"), "url"),
        (row("x", picture="/etc/passwd"), "path_escape"),
        (row("x", picture="../other/x.png"), "path_escape"),
        (row("x", picture="a/../../x.png"), "path_escape"),
        (row("x", picture="./../mine/sushi.png"), "path_escape"),
        (row("x", picture="..\\x.png"), "path_escape"),
        (row("x", picture="C:\\x.png"), "path_escape"),
        (row("x", picture="\\\\server\\x.png"), "path_escape"),
        (row("x", picture="y" * 5000 + "/x"), "missing"),
    ],
)
def test_one_bad_row_is_listed_and_the_others_go_on(
    tmp_path: Path, bad: dict[str, str], reason: str
) -> None:
    (tmp_path / "x.png").write_bytes(picture())
    extra = {"latitude": "", "longitude": ""}
    last = row("last")
    found = read(folder_of(tmp_path / "mine", [GOOD | extra, extra | bad, last | extra]))
    assert found[0]["external_id"].to_list() == ["sushi", "last"]
    assert reasons(found) == {3: reason}
    assert found[2].row(0, named=True)["external_id"] == (bad["external_id"] or None)
    assert found[2].row(0, named=True)["file"] == "items.csv"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"<html>no picture</html>" * 20, "not_an_image"),
        (picture()[:60], "truncated"),
        (picture(size=(5, 5)), "too_small"),
        (picture(size=(15, 400)), "too_small"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "unsupported"),
        (b"", "not_an_image"),
    ],
)
def test_a_bad_picture_is_listed(tmp_path: Path, data: bytes, reason: str) -> None:
    folder = folder_of(tmp_path / "mine", [GOOD, row("bad")])
    (folder / "bad.png").write_bytes(data)
    found = read(folder)
    assert found[0].height == 1
    assert reasons(found) == {3: reason}


def test_links_may_stay_but_never_leave(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "x.png").write_bytes(picture())
    rows = [GOOD, row("out"), row("by-folder", picture="away/x.png"), row("loop"), row("stays")]
    folder = folder_of(tmp_path / "mine", rows)
    for name in ("out", "loop", "stays"):
        (folder / f"{name}.png").unlink()
    (folder / "out.png").symlink_to(secret / "x.png")
    (folder / "away").symlink_to(secret)
    (folder / "loop.png").symlink_to(folder / "loop.png")
    (folder / "stays.png").symlink_to("sushi.png")
    found = read(folder)
    assert found[0]["external_id"].to_list() == ["sushi", "stays"]
    assert reasons(found) == {3: "path_escape", 4: "path_escape", 5: "missing"}


def test_a_folder_may_itself_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "mine").symlink_to(folder_of(tmp_path / "disk" / "big", [GOOD]))
    assert read(tmp_path / "mine")[0].height == 1


def test_a_table_that_is_a_link_out_is_refused(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "mine", [GOOD])
    (folder / "items.csv").rename(tmp_path / "items.csv")
    (folder / "items.csv").symlink_to(tmp_path / "items.csv")
    with pytest.raises(RegistryError, match="leaves the folder"):
        read(folder)


def test_every_fault_of_a_row_is_listed(tmp_path: Path) -> None:
    bad = row("x", country="Atlantis", category="furniture", name="", description="")
    found = read(folder_of(tmp_path / "mine", [GOOD, bad]))
    listed = {one["reason"]: one["detail"] for one in found[2].to_dicts()}
    assert listed.keys() == {"empty", "unknown_category", "unknown_country"}
    assert listed["empty"] == "no name; no description"


def test_not_one_usable_row_names_the_commonest_reasons(tmp_path: Path) -> None:
    rows = [row("a", country="Atlantis"), row("b", country="Mu"), row("c", picture="")]
    with pytest.raises(RegistryError, match=r"none of the 3 rows") as caught:
        read(folder_of(tmp_path / "mine", rows))
    assert "2 unknown_country (row 2 of items.csv: country: 'Atlantis'" in str(caught.value)
    assert "1 no_picture (row 4" in str(caught.value)


def test_an_empty_table_says_so(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match=r"none of the 0 rows.*has no rows"):
        read(folder_of(tmp_path / "mine", []))


def test_cues_are_read_and_checked_like_items(tmp_path: Path) -> None:
    cues = [
        {"kind": "Flag", "country": "Japan", "name": "Flag", "picture": "jp.png"},
        {"kind": "landmark", "country": "NA", "name": "Dune", "picture": "dune.png"},
        {"kind": "landmark", "country": "NAM", "name": "Dune", "picture": "dune.png"},
        {"kind": "poster", "country": "Peru", "name": "P", "picture": "p.png"},
        {"kind": "flag", "country": "Peru", "name": "Flag", "picture": "../p.png"},
        {"kind": "flag", "country": "Mu", "name": "", "picture": "p.png"},
    ]
    _, made, rejects = read(folder_of(tmp_path / "mine", [GOOD], cues=cues))
    assert sorted(made.select("kind", "country").rows()) == [("flag", "JPN"), ("landmark", "NAM")]
    assert rejects["file"].unique().to_list() == ["cues.csv"]
    assert rejects.select("row", "reason").rows() == [
        (4, "duplicate"),
        (5, "unknown_kind"),
        (6, "path_escape"),
        (7, "empty"),
        (7, "unknown_country"),
    ]


def test_packaged_flags_only_where_asked_and_recorded_as_such(tmp_path: Path) -> None:
    cues = [{"kind": "flag", "country": "Japan", "name": "Hinomaru", "picture": "jp.png"}]
    rows = [GOOD, row("ceviche", country="Peru")]
    plain = read(folder_of(tmp_path / "plain", rows, cues=cues))[1]
    assert plain["name"].to_list() == ["Hinomaru"]
    settings = SETTINGS + "flags: packaged\n"
    asked = read(folder_of(tmp_path / "asked", rows, cues=cues, settings=settings))[1]
    assert asked["country"].to_list() == ["JPN", "PER"]
    drawn = asked.row(1, named=True)
    assert drawn["name"] == "Flag of Peru (packaged drawing)"
    assert (drawn["licence"], drawn["medium"]) == ("CC-BY-4.0", "illustration")
    assert open_cue(PictureStore(tmp_path / "store").get(drawn["picture"])).image.width == 200


def test_the_version_is_the_content(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "one", [GOOD])
    before = source_of(folder).version
    assert before == source_of(folder_of(tmp_path / "two", [GOOD])).version
    (folder / ".DS_Store").write_bytes(b"x")
    assert source_of(folder).version == before
    (folder / "sushi.png").write_bytes(picture(9))
    changed = source_of(folder).version
    assert changed != before
    (folder / "more.txt").write_text("x")
    assert source_of(folder).version not in {before, changed}


@pytest.mark.parametrize("cell", ["['Japan', 'PE', 'Peru']", "Japan | Peru", "JP;PER", "Japan|"])
def test_several_countries_are_all_truths(tmp_path: Path, cell: str) -> None:
    items, _, rejects = read(folder_of(tmp_path / "mine", [row("x", country=cell)]))
    assert rejects.is_empty()
    assert items["country"].to_list() == ["JPN"]
    assert items["other_countries"].to_list() == [["PER"] if "P" in cell[1:] else []]
