"""Answers in files: what is read, and every line that can't be is named."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from culture_conflict.errors import AnswersError
from culture_conflict.models.replay.files import read_answers

SHARED = Path(__file__).parents[2].parent / "shared"
COLUMNS = {"external_id": "qa_id", "answer": "prediction"}
GOOD = [("a", "Phở, Vietnam"), ("b", "寿司 / 日本")]


def read(path: Path, encoding: str = "utf-8") -> pl.DataFrame:
    return read_answers(path, columns=COLUMNS, encoding=encoding)


def pairs(frame: pl.DataFrame) -> list[tuple[str, str]]:
    return frame.filter(pl.col("reject").is_null()).select("external_id", "answer").rows()


def rejects(frame: pl.DataFrame) -> list[tuple[int, str]]:
    return frame.filter(pl.col("reject").is_not_null()).select("row", "reject").rows()


def write(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


JSON = (
    '{"qa_id": "a", "prediction": "Phở, Vietnam", "x": 1}\n'
    '{"qa_id": "b", "prediction": "寿司 / 日本"}\n'
)
CSV = 'qa_id,prediction\na,"Phở, Vietnam"\nb,寿司 / 日本\n'


@pytest.mark.parametrize(
    ("name", "text", "encoding"),
    [
        ("a.jsonl", JSON, "utf-8"),
        ("a.ndjson", JSON, "utf-8-sig"),
        ("a.jsonl", JSON.replace("\n", "\n\n").replace("\n", "\r\n"), "utf-8"),
        ("a.csv", CSV, "utf-8"),
        ("a.csv", CSV, "utf-8-sig"),
        ("a.csv", CSV, "utf-16"),
        ("a.csv", CSV.replace("\n", "\r\n"), "utf-8"),
        ("a.csv", CSV.replace("n\na", "n;note\na").replace('",', '";'), "utf-8"),
        ("a.TSV", CSV.replace('"', "").replace("Phở, ", "Phở; ").replace(",", "\t"), "utf-8"),
    ],
)
def test_forms_of_one_file(tmp_path: Path, name: str, text: str, encoding: str) -> None:
    if ";note" in text:
        text = 'qa_id;prediction;note\na;"Phở, Vietnam";\nb;寿司 / 日本;"x\ny"\n'
    read_back = [
        (key, answer.replace(";", ","))
        for key, answer in pairs(read(write(tmp_path / name, text, encoding)))
    ]
    assert read_back == GOOD


def test_parquet_with_numbers_for_keys(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pl.DataFrame({"qa_id": [7, 8], "prediction": ["x", None]}).write_parquet(path)
    assert pairs(read(path)) == [("7", "x"), ("8", None)]
    pl.DataFrame({"qa_id": [7], "prediction": [["x"]]}).write_parquet(path)
    with pytest.raises(AnswersError, match="column `prediction` is List"):
        read(path)
    path.write_bytes(b"no parquet")
    with pytest.raises(AnswersError, match="expected Parquet"):
        read(path)


@pytest.mark.parametrize("told", ["Binary", "Date"])
def test_a_column_of_parquet_that_holds_no_text_is_named(tmp_path: Path, told: str) -> None:
    path = tmp_path / "a.parquet"
    bad = {"Binary": pl.Series([b"\xff\xfe"]), "Date": _NO_DAY}[told]
    pl.DataFrame({"qa_id": ["a"], "prediction": bad}).write_parquet(path)
    with pytest.raises(AnswersError, match=f"column `prediction` .*{told}"):
        read(path)
    pl.DataFrame({"qa_id": ["a"], "prediction": ["x"], "more": bad}).write_parquet(path)
    assert pairs(read(path)) == [("a", "x")]


_NO_DAY = pl.Series([2**31 - 1], dtype=pl.Int32).cast(pl.Date)


@pytest.mark.parametrize("name", ["a.parquet", "a.jsonl", "a.csv"])
@pytest.mark.parametrize("ours", ["row", "reject"])
def test_names_of_ours_are_no_keys(tmp_path: Path, name: str, ours: str) -> None:
    path = tmp_path / name
    frame = pl.DataFrame({ours: ["a"], "prediction": ["x"]})
    write_as = {".parquet": frame.write_parquet, ".jsonl": frame.write_ndjson}
    write_as.get(path.suffix, frame.write_csv)(path)
    with pytest.raises(AnswersError, match=f"`{ours}` names no part .*--key external_id={ours}"):
        read_answers(path, columns={ours: ours, "answer": "prediction"})
    made = read_answers(path, columns={"external_id": ours, "answer": "prediction"})
    assert pairs(made) == [("a", "x")]


def test_half_a_surrogate_pair_in_json_is_mended(tmp_path: Path) -> None:
    lines = '{"qa_id": "a", "prediction": "caf\\ud83d"}\n{"qa_id": ["\\ud83d"], "prediction": ""}\n'
    made = read(write(tmp_path / "a.jsonl", lines))
    assert pairs(made) == [("a", "caf\ufffd"), ('["\ufffd"]', "")]


def test_an_open_quote_names_all_its_lines(tmp_path: Path) -> None:
    rows = 'qa_id,prediction\na,x\nb,"y\nz"\nc,"open\nd,w\n'
    made = read(write(tmp_path / "a.csv", rows))
    assert made["row"].to_list() == [2, 3, 5]
    assert rejects(made) == [(5, "is no CSV (lines 5 to 6): unexpected end of data")]


def test_values_of_json_that_are_no_text(tmp_path: Path) -> None:
    lines = '{"qa_id": 7, "prediction": {"name": "é"}}\n{"qa_id": 1.50, "prediction": null}\n'
    frame = read(write(tmp_path / "a.jsonl", lines))
    assert pairs(frame) == [("7", '{"name": "é"}'), ("1.5", None)]


def test_bad_lines_of_json_are_counted_and_named(tmp_path: Path) -> None:
    lines = '{"qa_id": "a", "prediction": "x"}\n{oops}\n[1]\n{"qa_id": "b"}\n{"qa_id": "c", "predi'
    frame = read(write(tmp_path / "a.jsonl", lines))
    assert pairs(frame) == [("a", "x")]
    found = rejects(frame)
    assert [row for row, _ in found] == [2, 3, 4, 5]
    for (_, reason), part in zip(
        found, ["is no JSON", "is a list", "`prediction`", "cut off"], strict=True
    ):
        assert part in reason


def test_bad_rows_of_csv_are_counted_and_named(tmp_path: Path) -> None:
    rows = 'qa_id,prediction\na,x\nb\nc,y,z\n"d"e,f\n\ng,h\ni,"open'
    frame = read(write(tmp_path / "a.csv", rows))
    assert pairs(frame) == [("a", "x"), ("g", "h")]
    found = rejects(frame)
    assert [row for row, _ in found] == [3, 4, 5, 8]
    assert "has 1 cells, expected 2" in found[0][1]
    assert "is no CSV" in found[3][1]


def test_another_encoding_is_named_and_taken_when_told(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "qa_id,prediction\na,Gâteau\n", "latin-1")
    with pytest.raises(AnswersError, match=r"a\.csv, line 2: is not utf-8 .*--encoding latin-1"):
        read(path)
    assert pairs(read(path, "latin-1")) == [("a", "Gâteau")]
    with pytest.raises(AnswersError, match="encoding 'klingon' is unknown"):
        read(path, "klingon")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "qa_id,predictions\na,b\n", "no column `prediction` .did you mean `predictions`"),
        ("a.jsonl", '{"qa_id": "a"}\n', "no column `prediction`"),
        ("a.jsonl", "", "Columns: none"),
        ("a.csv", "", "Columns: none"),
        ("a.csv", "qa_id,prediction,prediction\na,b,c\n", "stands twice"),
        ("a.xlsx", "x", "expected .jsonl"),
        ("b.csv", None, "is no file"),
    ],
)
def test_files_that_can_not_be_used(
    tmp_path: Path, name: str, text: str | None, message: str
) -> None:
    if text is not None:
        write(tmp_path / name, text)
    with pytest.raises(AnswersError, match=message):
        read(tmp_path / name)


def test_a_header_alone_has_no_answers(tmp_path: Path) -> None:
    assert read(write(tmp_path / "a.csv", "qa_id,prediction\n")).is_empty()


@pytest.mark.parametrize("model", ["gemini-1.5-flash", "gpt-4o-2024-08-06"])
def test_a_real_file_is_read_whole(model: str) -> None:
    path = SHARED / "data" / "worldcuisines" / f"answers_{model}.jsonl"
    if not path.exists():
        pytest.skip("these answers of real models lie outside the project")
    frame = read(path)
    assert frame.height == 3000
    assert rejects(frame) == []
    assert frame["answer"].null_count() == 0
