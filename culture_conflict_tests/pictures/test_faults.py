"""Bad files are refused with one word, and never with another error or a printed remark."""

from __future__ import annotations

import struct
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from PIL import Image, ImageFile

from culture_conflict.errors import PictureError
from culture_conflict.pictures.open import check_header, open_picture
from culture_conflict_tests.pictures.looking import FORMATS, bomb, half_transparent, noise, saved


def reason(data: bytes, **options: object) -> str:
    with pytest.raises(PictureError) as caught:
        open_picture(data, **options)
    return caught.value.reason


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("share", [0.1, 0.4, 0.7, 0.95])
def test_a_cut_file_is_truncated(format_: str, share: float) -> None:
    data = saved(noise(), format_)
    assert reason(data[: int(len(data) * share)]) == "truncated"


def test_a_damaged_file_is_called_damaged() -> None:
    data = bytearray(saved(noise(), "PNG"))
    data[60:90] = bytes(30)
    assert reason(bytes(data)) == "damaged"


def test_the_tolerant_switch_stays_off() -> None:
    open_picture(saved(noise()))
    assert ImageFile.LOAD_TRUNCATED_IMAGES is False


@pytest.mark.parametrize("size", [(10_000, 6_000), (10_000, 10_000), (60_000, 60_000)])
def test_a_bomb_is_refused_from_its_header(size: tuple[int, int]) -> None:
    guard = Image.MAX_IMAGE_PIXELS
    assert reason(bomb(*size)) == "too_many_pixels"
    with pytest.raises(PictureError, match="smaller"):
        check_header(bomb(*size))
    assert guard == Image.MAX_IMAGE_PIXELS
    assert open_picture(saved(noise())).image.size == (64, 48)


def test_the_limit_is_the_callers() -> None:
    data = saved(noise(size=(50, 40)))
    assert reason(data, max_pixels=1999) == "too_many_pixels"
    assert open_picture(data, max_pixels=2000).image.size == (50, 40)


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "not_an_image"),
        (b"<!DOCTYPE html><html><body>403 Forbidden</body></html>", "not_an_image"),
        (b"%PDF-1.7", "not_an_image"),
        (b"BMW is a car, not a bitmap", "not_an_image"),
        (b"\0\0\0\x1cftypheic\0\0\0\0", "unsupported"),
        (b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', "unsupported"),
        (b"\xff\xd8\xff", "truncated"),
        (bomb(0, 20), "too_small"),
        (b"GIF89a" + struct.pack("<HH", 10, 0) + b"\0\0\0;", "too_small"),
    ],
)
def test_what_is_no_picture_says_so(data: bytes, word: str) -> None:
    assert reason(data) == word


def test_pillows_remarks_are_not_leaked_from_threads() -> None:
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x02\0\xff\xff\xff\0\0\0\x99"
    odd = [
        saved(noise(), "JPEG", exif=exif),
        bomb(10_000, 9_900),
        half_transparent("palette bytes"),
    ]
    before = list(warnings.filters)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        inside = list(warnings.filters)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(_try_open, odd * 40))
        assert warnings.filters == inside
    assert warnings.filters == before
    assert [str(warning.message) for warning in seen] == []


def _try_open(data: bytes) -> str:
    try:
        return open_picture(data).image.mode
    except PictureError as error:
        return error.reason


@pytest.mark.parametrize("format_", FORMATS)
def test_flipped_bytes_never_escape_as_another_error(format_: str) -> None:
    seed = saved(noise("RGB", (24, 16)), format_)
    draw = np.random.default_rng(11)
    for _ in range(120):
        data = bytearray(seed)
        for place in draw.integers(0, min(len(data), 300), 3):
            data[place] = int(draw.integers(256))
        _try_open(bytes(data))
