"""Every script gets a font that has it, and no text is ever set in boxes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from culture_conflict.editors.local.lettering import Setting, letter_ink
from culture_conflict.errors import EditError
from culture_conflict.pictures.fonts import Fonts, fonts_of_thread

TEXTS = {
    "Rue de Lyon": "NotoSans[wght].ttf",
    "Улица Ленина": "NotoSans[wght].ttf",
    "شارع الملك": "NotoSansArabic[wght].ttf",
    "שדרות": "NotoSansHebrew[wght].ttf",
    "ถนนสุขุมวิท": "NotoSansThai[wght].ttf",
    "महात्मा": "NotoSansDevanagari[wght].ttf",
    "서울": "NotoSansCJK-VF.otf.ttc",
    "愚园路": "NotoSansCJK-VF.otf.ttc",
    "ポイ捨て": "NotoSansCJK-VF.otf.ttc",
    "ქუთაისი": "NotoSansGeorgian[wght].ttf",
    "ខ្មែរ": "NotoSansKhmer[wght].ttf",
    "தமிழ்": "NotoSansTamil[wght].ttf",
}


@pytest.mark.parametrize(("text", "font"), TEXTS.items())
def test_a_text_is_written_by_the_font_of_its_script(text: str, font: str) -> None:
    runs = Fonts().runs(text, 500)
    assert [str(run.font.path).rpartition("/")[2] for run in runs] == [font]
    assert letter_ink(text, Setting(), Fonts()).area > 0.1


def test_numbers_beside_a_script_without_them_come_from_another_font() -> None:
    runs = Fonts().runs("ถนนสุขุมวิท 21", 500)
    assert [run.text for run in runs] == ["ถนนสุขุมวิท ", "21"]
    right_to_left = Fonts().runs("שדרות 15 תל", 500)
    assert [run.text for run in right_to_left] == ["שדרות ", "15", " תל"]


@pytest.mark.parametrize("text", ["\u13a0bc", "Rue \U0001f98a", "ab\ue000"])
def test_a_character_without_a_glyph_is_refused_by_name(text: str) -> None:
    bad = next(c for c in text if not c.isascii())
    with pytest.raises(EditError, match=rf"U\+{ord(bad):04X}.*NotoSans\[wght\]\.ttf") as caught:
        letter_ink(text, Setting(), Fonts())
    assert caught.value.reason == "missing_glyph"


def test_arabic_letters_join_and_run_to_the_left() -> None:
    import cv2
    import numpy as np

    bodies = [
        cv2.connectedComponents((letter_ink(text, Setting(), Fonts()).alpha > 0.5).astype("u1"))[0]
        for text in ("محمد", "درور")
    ]
    assert bodies == [2, 5]  # the ground and one word; the ground and four letters that never join
    number = letter_ink("שלום 1", Setting(), Fonts()).alpha
    alone = letter_ink("1", Setting(), Fonts()).alpha
    first = number[:, : alone.shape[1]]
    assert np.abs(first[: alone.shape[0]].sum() - alone.sum()) < 0.25 * alone.sum()


def test_letters_that_join_are_never_spaced_out() -> None:
    assert letter_ink("محمد", Setting(500, 0.5), Fonts()).width == pytest.approx(
        letter_ink("محمد", Setting(500), Fonts()).width
    )
    assert letter_ink("Lyon", Setting(500, 0.5), Fonts()).width > 1.4 + (
        letter_ink("Lyon", Setting(500), Fonts()).width
    )


def test_a_column_runs_downwards() -> None:
    column = letter_ink("中山路", Setting(vertical=True), Fonts())
    assert column.height > 2.5
    assert column.width < 1.1


def test_heavier_letters_cover_more() -> None:
    areas = [letter_ink("Lyon", Setting(weight), Fonts()).area for weight in (400, 550, 700)]
    assert areas == sorted(areas)
    assert areas[2] > 1.2 * areas[0]


def test_nothing_to_draw_and_a_novel_are_refused() -> None:
    for text, reason in ((" ", "no_ink"), ("a" * 121, "does_not_fit")):
        with pytest.raises(EditError) as caught:
            letter_ink(text, Setting(), Fonts())
        assert caught.value.reason == reason


def test_a_thread_keeps_a_bounded_number_of_fonts_for_its_next_edit() -> None:
    fonts = fonts_of_thread()
    assert fonts_of_thread() is fonts
    before = letter_ink("中山路", Setting(400), fonts).alpha
    for weight in range(300, 800, 10):
        fonts.runs("Rue", weight)
    assert len(fonts._opened) == 32
    assert np.array_equal(letter_ink("中山路", Setting(400), fonts).alpha, before)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(fonts_of_thread).result() is not fonts
