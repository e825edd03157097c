"""Tables are read as text: no cell is guessed, no encoding invented, no row swallowed unseen."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from culture_conflict.errors import RegistryError
from culture_conflict.sources.folder.cells import listed_cell
from culture_conflict.sources.folder.rows import RowError
from culture_conflict.sources.folder.tables import read_table
from culture_conflict_tests.sources.folder_kit import (
    COLUMNS,
    SETTINGS,
    csv_text,
    folder_of,
    picture,
    read,
    reasons,
    row,
)

ROWS = [row("smorbrod", name="Smørbrød", country="NO"), row("oshifima", country="NA")]


def _with_table(tmp_path: Path, name: str, data: bytes, settings: str = SETTINGS) -> Path:
    folder = folder_of(tmp_path / "mine", ROWS, settings=settings)
    (folder / "items.csv").unlink()
    (folder / name).write_bytes(data)
    return folder


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_every_separator_and_byte_order_mark(tmp_path: Path, separator: str, encoding: str) -> None:
    data = csv_text(ROWS, separator).encode(encoding)
    items, _, rejects = read(_with_table(tmp_path, "items.csv", data))
    assert items["name"].to_list() == ["Smørbrød", "Oshifima"]
    assert items["country"].to_list() == ["NOR", "NAM"]
    assert rejects.height == 0


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_another_encoding_is_named_for_its_rows_and_read_where_told(
    tmp_path: Path, encoding: str
) -> None:
    data = csv_text(ROWS, ";").encode(encoding)
    found = read(_with_table(tmp_path, "items.csv", data))
    assert reasons(found) == {2: "encoding"}
    assert "`encoding: windows-1252`" in found[2]["detail"][0]
    assert found[0].height == 1
    told = _with_table(tmp_path / "told", "items.csv", data, SETTINGS + "encoding: windows-1252\n")
    assert read(told)[0]["name"].to_list() == ["Smørbrød", "Oshifima"]


def test_a_wrong_encoding_is_told(tmp_path: Path) -> None:
    folder = _with_table(tmp_path, "items.csv", b"\xff\xfe\x00", SETTINGS + "encoding: utf-8\n")
    with pytest.raises(RegistryError, match=r"items\.csv: expected a table that can be read"):
        read(folder)


def test_the_hint_of_a_spreadsheet_is_no_row(tmp_path: Path) -> None:
    data = ("sep=;\r\n" + csv_text(ROWS, ";")).encode()
    assert read(_with_table(tmp_path, "items.csv", data))[0].height == 2


def test_ragged_rows_are_listed_and_an_open_quote_is_named(tmp_path: Path) -> None:
    lines = csv_text([*ROWS, row("last")]).splitlines()
    lines.insert(2, "short,row")
    lines.insert(3, lines[1] + ",surplus")
    lines.insert(4, "")
    lines[5] = lines[5].replace("Oshifima", '"Oshifima')
    found = read(_with_table(tmp_path, "items.csv", "\n".join(lines).encode()))
    assert found[0]["external_id"].to_list() == ["smorbrod"]
    assert {3: "ragged", 6: "ragged"}.items() <= reasons(found).items()
    told = {one["row"]: one["detail"] for one in found[2].to_dicts() if one["reason"] == "ragged"}
    assert "expected 7 cells, got 8" in told[4]
    assert "a quote left open?" in told[6]


def test_quoted_cells_over_several_lines_are_fine(tmp_path: Path) -> None:
    rows = [row("a", description="First,\nsecond; third."), row("b")]
    items, _, rejects = read(folder_of(tmp_path / "mine", rows))
    assert items["description"][0] == "First,\nsecond; third."
    assert rejects.height == 0


def test_json_lines(tmp_path: Path) -> None:
    good = [{**one, "aliases": ["x", "y"]} for one in ROWS]
    lines = [json.dumps(one) for one in good]
    lines += ["{broken", "", "[1]", json.dumps(row("c") | {"country": False})]
    lines += [json.dumps(row("d") | {"name": None}), json.dumps(row("e") | {"name": "\ud800"})]
    found = read(_with_table(tmp_path, "items.jsonl", "\n".join(lines).encode()))
    assert found[0]["country"].to_list() == ["NOR", "NAM"]
    assert found[0]["aliases"].to_list() == [["x", "y"]] * 2
    expected = {3: "not_json", 5: "not_json", 6: "not_text", 7: "empty", 8: "encoding"}
    assert reasons(found) == expected


def test_numbers_in_json_stay_as_written(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text('{"external_id": 1.10, "latitude": 1e2}')
    assert read_table(path).rows[0].cells == {"external_id": "1.10", "latitude": "1e2"}


def test_parquet(tmp_path: Path) -> None:
    frame = pl.DataFrame(ROWS).with_columns(
        external_id=pl.Series([7, 8]),
        aliases=pl.Series([["x"], []]),
        latitude=pl.Series([1.5, None]),
        longitude=pl.Series([2.5, None]),
    )
    folder = _with_table(tmp_path, "items.parquet", b"")
    frame.write_parquet(folder / "items.parquet")
    items, _, rejects = read(folder)
    assert items["external_id"].to_list() == ["7", "8"]
    assert items["aliases"].to_list() == [["x"], []]
    assert items["latitude"].to_list() == [1.5, None]
    frame.with_columns(country=pl.Series([False, None])).write_parquet(folder / "items.parquet")
    with pytest.raises(RegistryError, match="not_text"):
        read(folder)
    (folder / "items.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(RegistryError, match=r"items\.parquet: expected a table"):
        read(folder)
    assert rejects.height == 0


def test_one_table_and_its_columns_are_needed(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "mine", ROWS)
    (folder / "items.jsonl").write_text("")
    with pytest.raises(RegistryError, match=r"found items\.csv, items\.jsonl"):
        read(folder)
    (folder / "items.jsonl").unlink()
    header = ",".join(COLUMNS).replace("country", "countries")
    (folder / "items.csv").write_text(header + "\n")
    with pytest.raises(RegistryError, match=r"column 'country'.*did you mean `countries`"):
        read(folder)
    (folder / "items.csv").write_text("name,name\n")
    with pytest.raises(RegistryError, match="'name' stands twice"):
        read(folder)
    (folder / "items.csv").write_text("")
    with pytest.raises(RegistryError, match="there is no header"):
        read(folder)


def test_theirs_are_mapped_to_ours(tmp_path: Path) -> None:
    settings = (
        SETTINGS
        + "columns: {external_id: Nr, name: Dish, country: Countries, description: Text,"
        + " picture: File, aliases: Alias, category: Kind}\ncategories: {food: cuisine}\n"
        + "alias_format: list\nalias_placeholders: [no_alias]\n"
    )
    theirs = {
        "Nr": "1",
        "Dish": "Rawon",
        "Countries": '["Indonesia"]',
        "Text": "A soup.",
        "File": "x.png",
        "Alias": "[{'ꦫ': 'Javanese'}, {'no_alias': True}, 'R', {'name': 'N', 'language': 'L'}]",
        "Kind": "food",
    }
    folder = folder_of(tmp_path / "mine", [], settings=settings)
    (folder / "items.csv").write_text(csv_text([theirs]), "utf-8")
    (folder / "x.png").write_bytes(picture())
    item = read(folder)[0].row(0, named=True)
    assert (item["country"], item["category"]) == ("IDN", "cuisine")
    assert item["aliases"] == ["ꦫ", "R", "N"]


@pytest.mark.parametrize("known", [True, False])
def test_a_day_that_no_calendar_has_is_told_where_it_is_read(tmp_path: Path, known: bool) -> None:
    path = tmp_path / "items.parquet"
    day = pl.Series([2**31 - 1], dtype=pl.Int32).cast(pl.Date)
    pl.DataFrame({"name": ["x"], "added": day}).write_parquet(path)
    if known:
        table = read_table(path, known=("name", "country"))
        assert table.columns == ("name", "added")
        assert [row.cells for row in table] == [{"name": "x"}]
    else:
        with pytest.raises(RegistryError, match=r"items\.parquet: expected a table"):
            read_table(path)


@pytest.mark.parametrize("text", ["correct", "[{'a': 'b'", "['a'"])
def test_what_is_no_list_is_told_in_the_same_words_every_time(text: str) -> None:
    with pytest.raises(RowError, match=r"is no list of names such as \['One', 'Another'\]$"):
        listed_cell(text, "aliases")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[{'name': 'no_alias'}]", ["no_alias"]),
        ('[{"alias": "Guleh"}]', ["Guleh"]),
        ("[{'term': '強飯', 'language': 'Japanese'}, {'tike': 'Turkish'}]", ["強飯", "tike"]),
    ],
)
def test_a_word_for_a_name_is_no_name(text: str, names: list[str]) -> None:
    assert listed_cell(text, "aliases") == names
