"""One encoder: sizes are capped, nothing but pixels leaves, faults of the disk are named."""

from __future__ import annotations

import io
import json

import pytest
from PIL import Image, JpegImagePlugin

from culture_conflict.errors import HomeError
from culture_conflict.pictures import encode as module
from culture_conflict.pictures.encode import EncodeSettings, encode, fit_within
from culture_conflict_tests.benchmarks_confused_tourist.small_world import noisy, saved


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((2048, 2048), (2048, 2048)),
        ((2049, 100), (2048, 100)),
        ((4096, 1000), (2048, 500)),
        ((1000, 4001), (512, 2048)),
        ((3, 2), (3, 2)),
        ((9000, 1), (2048, 1)),
    ],
)
def test_larger_pictures_are_scaled_down_only(
    size: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert fit_within(Image.new("RGB", size), 2048).size == expected


@pytest.mark.parametrize(("subsampling", "code"), [("4:4:4", 0), ("4:2:0", 2)])
def test_what_the_settings_say_is_written(subsampling: str, code: int) -> None:
    settings = EncodeSettings(quality=80, subsampling=subsampling)  # type: ignore[arg-type]
    image = noisy((50, 40))
    file = Image.open(io.BytesIO(encode(image, settings)))
    reference = Image.open(io.BytesIO(saved(image, "JPEG", quality=80)))
    assert file.format == "JPEG"
    assert JpegImagePlugin.get_sampling(file) == code
    assert file.quantization == reference.quantization
    assert json.loads(json.dumps(settings.recipe()))["subsampling"] == subsampling


def test_metadata_stays_behind() -> None:
    image = noisy((64, 64))
    exif = Image.Exif()
    exif[0x010E] = "a secret place"
    image.info.update(
        {"exif": exif.tobytes(), "comment": b"secret", "icc_profile": b"secret", "xmp": b"secret"}
    )
    data = encode(image, EncodeSettings())
    assert b"secret" not in data
    assert set(Image.open(io.BytesIO(data)).info) <= {
        "jfif",
        "jfif_version",
        "jfif_unit",
        "jfif_density",
    }


def test_a_full_disk_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.tempfile, "TemporaryFile", full)
    with pytest.raises(HomeError, match=r"No space left on device.*TMPDIR"):
        encode(noisy((8, 8)), EncodeSettings())
