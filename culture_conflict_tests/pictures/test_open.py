"""Pictures from outside: upright, true in colour, without metadata, or refused with a word."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageCms

from culture_conflict.errors import PictureError
from culture_conflict.pictures.open import (
    MIN_SIDE,
    open_cue,
    open_picture,
    require_min_side,
)
from culture_conflict_tests.pictures.looking import FORMATS, half_transparent, noise, saved

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def quarters(width: int = 80, height: int = 48) -> Image.Image:
    """Red, green over blue, white."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(GREEN, (width // 2, 0, width, height // 2))
    image.paste(BLUE, (0, height // 2, width // 2, height))
    image.paste(WHITE, (width // 2, height // 2, width, height))
    return image


def corners(image: Image.Image) -> list[tuple[int, ...]]:
    """The four quarters, from the top left clockwise, each channel as 0 or 255."""
    w, h = image.size
    points = [
        (w // 4, h // 4),
        (3 * w // 4, h // 4),
        (3 * w // 4, 3 * h // 4),
        (w // 4, 3 * h // 4),
    ]
    return [tuple(255 if v > 127 else 0 for v in image.getpixel(p)[:3]) for p in points]


@pytest.mark.parametrize("format_", FORMATS)
def test_every_allowed_format_is_told_by_its_bytes(format_: str) -> None:
    opened = open_picture(saved(quarters(), format_))
    assert opened.source_format == format_
    assert opened.image.size == (80, 48)
    assert opened.image.mode == "RGB"
    assert corners(opened.image) == [RED, GREEN, WHITE, BLUE]


@pytest.mark.parametrize("format_", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("value", range(1, 9))
def test_every_orientation_is_undone_once(format_: str, value: int) -> None:
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = quarters().transpose(undo[value]) if value > 1 else quarters()
    exif = Image.Exif()
    exif[0x0112] = value
    image = open_picture(saved(stored, format_, exif=exif)).image
    assert image.size == (80, 48)
    assert corners(image) == [RED, GREEN, WHITE, BLUE]


@pytest.mark.parametrize("value", [0, 9, 255, 65535])
def test_an_invalid_orientation_means_nothing(value: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = value
    assert corners(open_picture(saved(quarters(), "JPEG", exif=exif)).image)[0] == RED


def test_broken_exif_is_noted_or_ignored() -> None:
    data = saved(quarters(), "JPEG", exif=b"Exif\x00\x00MM\x00*\xff\xff\xff\xff")
    assert corners(open_picture(data).image)[0] == RED
    assert corners(open_picture(saved(quarters(), "JPEG", exif=b"Exif\0\0junk")).image)[0] == RED


@pytest.mark.parametrize("format_", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_nothing_of_the_metadata_survives(format_: str) -> None:
    exif = Image.Exif()
    exif[0x010F] = "a maker"
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    options: dict[str, object] = {"exif": exif, "icc_profile": profile, "dpi": (300, 300)}
    if format_ != "TIFF":
        exif.get_ifd(0x8825)[1] = "N"
        exif.get_ifd(0x8825)[2] = (48.0, 51.0, 29.0)
    if format_ == "JPEG":
        options |= {"comment": b"taken at home", "xmp": b"<x:xmpmeta>48.85</x:xmpmeta>"}
    for opened in (open_picture(saved(quarters(), format_, **options)),):
        assert opened.image.info == {}
        assert not opened.image.getexif()
        for again in ("JPEG", "PNG", "WEBP"):
            kept = Image.open(io.BytesIO(saved(opened.image, again)))
            assert not kept.getexif()
            assert not {"icc_profile", "comment", "xmp", "exif", "dpi"} & set(kept.info)


@pytest.mark.parametrize(
    "colour", [(0, 255, 255, 0), (255, 0, 255, 0), (0, 0, 0, 0), (0, 0, 0, 255)]
)
@pytest.mark.parametrize("format_", ["JPEG", "TIFF"])
def test_cmyk_is_not_inverted(format_: str, colour: tuple[int, ...]) -> None:
    data = saved(Image.new("CMYK", (32, 32), colour), format_)
    wanted = tuple(max(0, 255 - value - colour[3]) for value in colour[:3])
    found = open_picture(data).image.getpixel((9, 9))
    assert max(abs(a - b) for a, b in zip(found, wanted, strict=True)) <= 3


@pytest.mark.parametrize(("format_", "top"), [("PNG", 65535), ("TIFF", 65535), ("PNG", 4096)])
def test_sixteen_bit_grey_is_scaled_by_its_full_range(format_: str, top: int) -> None:
    values = np.linspace(0, top, 256).astype(np.uint16)
    image = open_picture(saved(Image.fromarray(np.tile(values, (8, 1))), format_)).image
    row = np.asarray(image)[4, :, 0].astype(int)
    assert row[0] == 0
    assert row[-1] == round(top / 257)
    assert (np.diff(row) >= 0).all()


def test_other_deep_greys_are_stretched_and_noted() -> None:
    values = np.linspace(-3.0, 3.0, 64, dtype=np.float32)
    opened = open_picture(saved(Image.fromarray(np.tile(values, (8, 1))), "TIFF"))
    assert opened.image.getpixel((0, 0)) == (0, 0, 0)
    assert opened.image.getpixel((63, 0)) == WHITE
    assert "stretched" in opened.notes[0]


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "PA", "RGBA", "CMYK", "YCbCr", "LAB"])
def test_every_mode_becomes_rgb(mode: str) -> None:
    format_ = {"CMYK": "TIFF", "YCbCr": "TIFF", "LAB": "TIFF", "PA": "TIFF"}.get(mode, "PNG")
    image = noise("RGB").convert("P").convert("PA") if mode == "PA" else _in_mode(mode)
    opened = open_picture(saved(image, format_))
    assert opened.image.mode == "RGB"
    assert open_cue(saved(image, format_)).image.mode == "RGBA"


def _in_mode(mode: str) -> Image.Image:
    if mode != "LAB":
        return noise(mode)
    srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    return ImageCms.profileToProfile(noise(), srgb, lab, outputMode="LAB")


@pytest.mark.parametrize("kind", ["RGBA", "LA", "palette", "colour key", "palette bytes"])
def test_transparency_shows_the_background_and_is_kept_for_cues(kind: str) -> None:
    data = half_transparent(kind)
    image = open_picture(data, background=(10, 20, 30)).image
    assert image.getpixel((2, 2)) == (10, 20, 30)
    assert image.getpixel((30, 2)) == WHITE
    cue = open_cue(data).image
    assert cue.getpixel((2, 2))[3] == 0
    assert cue.getpixel((30, 2)) == (255, 255, 255, 255)


def test_half_transparent_pixels_are_blended_once() -> None:
    data = saved(Image.new("RGBA", (20, 20), (200, 0, 0, 128)))
    found = open_picture(data, background=(0, 0, 0)).image.getpixel((5, 5))
    assert abs(found[0] - 100) <= 1
    assert open_cue(data).image.getpixel((5, 5)) == (200, 0, 0, 128)


def test_a_colour_profile_is_applied() -> None:
    srgb = ImageCms.createProfile("sRGB")
    swapped = ImageCms.ImageCmsProfile(srgb).tobytes()
    r, g = swapped.index(b"rXYZ"), swapped.index(b"gXYZ")
    profile = bytearray(swapped)
    profile[r : r + 4], profile[g : g + 4] = b"gXYZ", b"rXYZ"
    data = saved(Image.new("RGB", (20, 20), (255, 0, 0)), icc_profile=bytes(profile))
    opened = open_picture(data)
    assert opened.image.getpixel((5, 5))[1] > 200 > opened.image.getpixel((5, 5))[0]
    assert opened.notes == ()


@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
@pytest.mark.parametrize("profile", [b"junk", b"\0" * 200, "rgb"])
def test_a_broken_or_foreign_profile_is_noted_not_fatal(mode: str, profile: bytes | str) -> None:
    if profile == "rgb":
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    assert isinstance(profile, bytes)
    opened = open_picture(saved(Image.new(mode, (20, 20)), "TIFF", icc_profile=profile))
    assert opened.image.mode == "RGB"
    fits = mode == "RGB" and profile[:4] not in {b"junk", b"\0\0\0\0"}
    assert bool(opened.notes) is not fits


@pytest.mark.parametrize("format_", ["GIF", "PNG", "WEBP", "TIFF"])
def test_the_first_frame_of_an_animation_is_used(format_: str) -> None:
    frames = [Image.new("RGB", (30, 20), colour) for colour in (GREEN, RED, BLUE)]
    data = saved(frames[0], format_, save_all=True, append_images=frames[1:])
    opened = open_picture(data)
    assert opened.n_frames == 3
    assert opened.image.getpixel((9, 9))[1] > 200 > opened.image.getpixel((9, 9))[0]


def test_a_least_side_can_be_asked_for() -> None:
    require_min_side(Image.new("RGB", (MIN_SIDE, 400)))
    with pytest.raises(PictureError, match="400x15") as caught:
        require_min_side(Image.new("RGB", (400, MIN_SIDE - 1)))
    assert caught.value.reason == "too_small"
