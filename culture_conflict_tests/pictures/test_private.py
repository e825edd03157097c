"""What a picture tells besides its pixels never reaches a model."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageOps
from PIL.PngImagePlugin import PngInfo

from culture_conflict.errors import PictureError
from culture_conflict.pictures.encode import EncodeSettings, encode
from culture_conflict.pictures.private import without_metadata

SECRET = b"51.5074-secret-place"


def made(kind: str, orientation: int = 1, **more: object) -> bytes:
    image = Image.linear_gradient("L").resize((48, 32)).convert("RGB")
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010E] = SECRET.decode()
    exif.get_ifd(0x8825)[2] = (51.0, 30.0, 26.0)
    out = io.BytesIO()
    image.save(out, kind, exif=exif, **more)
    return out.getvalue()


def upright(data: bytes) -> bytes:
    with Image.open(io.BytesIO(data)) as image:
        return ImageOps.exif_transpose(image).convert("RGB").tobytes()


def with_text() -> bytes:
    info = PngInfo()
    info.add_text("Comment", SECRET.decode())
    info.add_itxt("XML:com.adobe.xmp", SECRET.decode())
    return made("PNG", pnginfo=info)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_only_the_orientation_stays(kind: str, orientation: int) -> None:
    data = made(kind, orientation, **({"lossless": True} if kind == "WEBP" else {}))
    clean = without_metadata(data)
    assert SECRET in data
    assert SECRET not in clean
    with Image.open(io.BytesIO(clean)) as image:
        assert image.format == kind
        assert dict(image.getexif()) == ({} if orientation == 1 else {0x0112: orientation})
    assert upright(clean) == upright(data)
    assert without_metadata(clean) == clean or orientation != 1


def test_texts_xmp_comments_and_what_follows_the_end_go() -> None:
    jpeg = made("JPEG", comment=SECRET, xmp=b"<x:xmpmeta>" + SECRET, progressive=True)
    for data in (with_text(), jpeg, made("WEBP", xmp=SECRET), jpeg + jpeg, with_text() + SECRET):
        assert SECRET in data
        clean = without_metadata(data)
        assert SECRET not in clean
        assert upright(clean) == upright(data)


def test_the_colour_profile_stays() -> None:
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    with Image.open(io.BytesIO(without_metadata(made("JPEG", icc_profile=profile)))) as image:
        assert image.info["icc_profile"] == profile


def test_a_picture_that_tells_nothing_keeps_its_bytes() -> None:
    ours = encode(Image.new("RGB", (40, 30), "teal"), EncodeSettings())
    assert without_metadata(ours) is ours
    out = io.BytesIO()
    Image.new("RGBA", (4, 4)).save(out, "PNG")
    assert without_metadata(out.getvalue()) == out.getvalue()


def test_other_kinds_are_encoded_anew() -> None:
    clean = without_metadata(made("TIFF"))
    assert SECRET not in clean
    assert clean.startswith(b"\xff\xd8")


@pytest.mark.parametrize("data", [b"", b"\xff\xd8", b"\xff\xd8\xff\xe1\xff", b"RIFF\0\0\0\0WEBPxx"])
def test_what_is_no_picture_is_said(data: bytes) -> None:
    with pytest.raises(PictureError):
        without_metadata(data)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_file_that_is_cut_off_never_passes_its_metadata(kind: str) -> None:
    data = made(kind)
    for end in range(0, len(data), 7):
        try:
            clean = without_metadata(data[:end])
        except PictureError:
            continue
        assert SECRET not in clean
