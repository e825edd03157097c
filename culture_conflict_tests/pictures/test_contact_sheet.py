"""Contact sheets show every picture they can, say what they leave out, and stay small."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from culture_conflict.pictures import contact_sheet as module
from culture_conflict.pictures.contact_sheet import MAX_WIDTH, Entry, as_markdown, contact_sheet
from culture_conflict_tests.pictures.looking import noise, saved


def opened(sheet: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(sheet))
    image.load()
    assert image.format == "JPEG"
    return image


def plain(colour: tuple[int, int, int], size: tuple[int, int] = (40, 30)) -> bytes:
    return saved(Image.new("RGB", size, colour))


def test_pictures_stand_in_rows_in_their_order() -> None:
    colours = [(255, 0, 0), (0, 255, 0), (0, 0, 255)]
    entries = [Entry(plain(colour, (400, 400)), "a") for colour in colours]
    sheet = opened(contact_sheet(entries, columns=2))
    for n, colour in enumerate(colours):
        found = sheet.getpixel((6 + 120 + 246 * (n % 2), 6 + 120 + 276 * (n // 2)))
        assert max(abs(a - b) for a, b in zip(found, colour, strict=True)) < 12


def test_every_picture_has_its_caption(monkeypatch: pytest.MonkeyPatch) -> None:
    without = contact_sheet([Entry(plain((9, 9, 9)), "")])
    assert without != contact_sheet([Entry(plain((9, 9, 9)), "Sushi")])


@pytest.mark.parametrize(
    "caption", ["", "x" * 5000, "寿司 🍣", "two\nlines", "a\0b", "\ud800", "\u202e"]
)
def test_any_caption_fits(caption: str) -> None:
    assert opened(contact_sheet([Entry(plain((9, 9, 9)), caption)])).width == 480


def test_a_bad_picture_keeps_its_place() -> None:
    entries = [Entry(b"<html>", "page"), Entry(plain((255, 0, 0), (400, 400)), "good")]
    sheet = opened(contact_sheet(entries))
    assert max(abs(value - 215) for value in sheet.getpixel((126, 126))) < 8
    assert sheet.getpixel((372, 126))[0] > 240


def test_a_place_without_a_picture_stays_empty() -> None:
    red = plain((255, 0, 0), (400, 400))
    sheet = opened(contact_sheet([Entry(red, "a"), Entry(None, "not made"), Entry(red, "c")]))
    seen = [sheet.getpixel((126 + 246 * n, 126)) for n in range(3)]
    assert [min(colour) > 240 for colour in seen] == [False, True, False]


def test_no_picture_is_a_sheet_too() -> None:
    assert opened(contact_sheet([])).width > 0


def test_a_row_is_as_high_as_its_highest_picture_and_each_caption_is_close_below() -> None:
    wide, tall = plain((255, 0, 0), (400, 100)), plain((0, 0, 255), (100, 400))
    low = opened(contact_sheet([Entry(wide, "a")] * 3, columns=3))
    assert low.height == 6 + 60 + 24 + 12
    mixed = opened(contact_sheet([Entry(wide, "a"), Entry(tall, "b")]))
    assert mixed.height == 6 + 240 + 24 + 12
    assert mixed.getpixel((126, 240))[1] < 20  # the wide one, red, stands at the bottom of its row


@pytest.mark.parametrize("max_bytes", [200_000, 60_000, 20_000])
def test_the_data_uri_never_exceeds_the_limit(max_bytes: int) -> None:
    entries = [Entry(saved(noise(size=(200, 150))), f"noise {n}") for n in range(60)]
    sheet = contact_sheet(entries, max_bytes=max_bytes)
    opened(sheet)
    assert len(as_markdown(sheet, "")) <= max_bytes
    assert len(sheet) > 0.3 * max_bytes


@pytest.mark.parametrize("columns", [1, 4, 5, 6, 8])
def test_a_sheet_is_no_wider_than_a_dialog_that_shows_it(columns: int) -> None:
    entries = [Entry(plain((255, 0, 0), (400, 300)), "a dish")] * 16
    assert 240 <= opened(contact_sheet(entries, columns=columns)).width <= MAX_WIDTH
    wide = opened(contact_sheet(entries, columns=8, max_width=1_500))
    assert MAX_WIDTH < wide.width <= 1_500


def test_what_is_left_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    said = []
    draw = module._draw

    def spy(cells: list[object], left_out: int, columns: int, side: int) -> Image.Image:
        said.append((len(cells), left_out))
        return draw(cells, left_out, columns, side)

    monkeypatch.setattr(module, "_draw", spy)
    contact_sheet([Entry(saved(noise()), "n") for _ in range(350)], max_bytes=20_000)
    assert said[0] == (300, 50)
    assert all(shown + left_out == 350 for shown, left_out in said)
    assert said[-1][1] > 50
    foot = np.asarray(module._draw([], 7, 1, 160))
    assert (foot < 100).any()


def test_too_little_room_is_an_error() -> None:
    with pytest.raises(ValueError, match="allow at least"):
        contact_sheet([Entry(saved(noise()), "n")], max_bytes=500)
    with pytest.raises(ValueError, match="at least 1"):
        contact_sheet([], columns=0)


def test_nothing_of_a_pictures_metadata_reaches_the_sheet() -> None:
    exif = Image.Exif()
    exif[0x010F] = "a maker"
    sheet = contact_sheet([Entry(saved(noise(), "JPEG", exif=exif, comment=b"at home"), "n")])
    assert b"Exif" not in sheet
    assert b"at home" not in sheet


def test_the_credit_is_text_not_markup() -> None:
    text = as_markdown(b"x", "A <script>[b](javascript:c)</script>\n# big & *bold*")
    picture, credit = text.split("\n\n")
    assert picture == "![contact sheet](data:image/jpeg;base64,eA==)"
    assert "<" not in credit
    assert "\\[b\\]\\(javascript:c\\)" in credit
    assert "\\# big &amp; \\*bold\\*" in credit


def test_what_the_sheet_shows_is_told_above_it() -> None:
    told, picture, credit = as_markdown(b"x", "Somebody", "The worst first.").split("\n\n")
    assert (told, picture[:2], credit) == ("The worst first.", "![", "Somebody")
