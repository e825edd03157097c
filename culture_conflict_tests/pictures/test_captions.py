"""Captions are written in the letters of their names, in two lines at most."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from culture_conflict.pictures.captions import Caption, caption_lines

NAMES = {
    "كبسة": "NotoSansArabic[wght].ttf",
    "חומוס": "NotoSansHebrew[wght].ttf",
    "पानी पूरी": "NotoSansDevanagari[wght].ttf",
    "ผัดไทย": "NotoSansThai[wght].ttf",
    "宫保鸡丁": "NotoSansCJK-VF.otf.ttc",
    "お好み焼き": "NotoSansCJK-VF.otf.ttc",
    "김치찌개": "NotoSansCJK-VF.otf.ttc",
    "Борщ": "NotoSans[wght].ttf",
    "São Tomé": "NotoSans[wght].ttf",
}


def _fonts(line: Caption) -> list[str]:
    return [str(run.font.path).rpartition("/")[2] for run in line.runs]


def _drawn(caption: str) -> np.ndarray:
    (line,) = caption_lines(caption, 24, 2000)
    sheet = Image.new("RGB", (round(line.width) + 40, 40), "white")
    line.draw(ImageDraw.Draw(sheet), (4, 2), (0, 0, 0))
    return np.asarray(sheet.convert("L"))


@pytest.mark.parametrize(("name", "font"), NAMES.items())
def test_a_name_is_written_in_its_own_letters(name: str, font: str) -> None:
    (line,) = caption_lines(f"unchanged 3 > 1 {name} (try 2)", 17, 2000)
    assert line.text == f"unchanged 3 > 1 {name} (try 2)"
    assert "".join(run.text for run in line.runs) == line.text
    written = [run.text for run, file in zip(line.runs, _fonts(line), strict=True) if file == font]
    assert any(name in text for text in written)
    assert "?" not in "".join(written)
    marks = _drawn("?" * len(name))
    shown = _drawn(name)
    assert shown.shape != marks.shape or not np.array_equal(shown, marks)


def test_arabic_joins_runs_to_the_left_and_takes_no_sign_of_its_neighbours_along() -> None:
    (line,) = caption_lines("alone/1 شارع الملك ١٢ (try 2): 寿司", 17, 2000)
    assert [run.text for run in line.runs] == ["alone/1 ", "شارع الملك ١٢", " (try 2): ", "寿司"]
    (numbered,) = caption_lines("שדרות 15 תל", 17, 2000)
    assert [run.text for run in numbered.runs] == [" תל", "15", "שדרות "]
    alef, word = (_drawn(text)[:, :-36] < 128 for text in ("\u0627", "\u0627\u0628"))
    read_first, columns = (np.nonzero(ink.any(axis=0))[0] for ink in (alef, word))
    stem = word[:, columns[-1] + 1 - len(read_first) :]  # it stands on the right
    assert stem.any(axis=1).sum() == alef.any(axis=1).sum() > 12


def test_what_no_font_has_is_a_question_mark_and_what_nobody_sees_is_left_out() -> None:
    (line,) = caption_lines("寿司 \U0001f363\u202e a\0b\ud800\tc\ue000", 17, 2000)
    assert line.text == "寿司 \U0001f363 ab c\ue000"
    assert "".join(run.text for run in line.runs) == "寿司 ? ab c?"


def test_a_long_caption_has_two_lines_and_the_end_is_cut() -> None:
    long = "baguette/mfb/falafel/landmark/USA-1"
    first, second = caption_lines(long, 17, 240)
    assert (first.text + second.text, first.text[-1]) == (long, "/")
    lines = caption_lines("word " * 40, 17, 240)
    assert (len(lines), lines[1].text[-1]) == (2, "…")
    assert all(line.width <= 240 for line in lines)


def test_no_letter_is_cut_from_what_belongs_to_it() -> None:
    word = "क्ष्मि" * 30
    for width in range(100, 160, 7):
        first, second = caption_lines(word, 17, width)
        assert first.width <= width
        assert second.width <= width
        parts = (first.text, second.text.removesuffix("…"))
        assert {part[-1] for part in parts} == {"ि"}
        assert {part[0] for part in parts} == {"क"}
