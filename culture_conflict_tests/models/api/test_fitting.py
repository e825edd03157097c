"""A picture over a provider's limit is made smaller by rule, and what is sent is told."""

from __future__ import annotations

import base64
import hashlib
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from culture_conflict.errors import PictureError
from culture_conflict.models.api.fitting import base64_bytes, fit, fits, picture_rule
from culture_conflict_tests.models.api.kit import model, png, row


def noise(width: int, height: int) -> bytes:
    pixels = np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8)
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("n_bytes", [0, 1, 2, 3, 4, 3_932_160, 3_932_161])
def test_base64_is_counted_as_it_comes_out(n_bytes: int) -> None:
    assert base64_bytes(n_bytes) == len(base64.b64encode(bytes(n_bytes)))


def test_a_long_picture_keeps_its_shape() -> None:
    setting = row("https://h", provider="anthropic")
    tall = png(1, (144, 8570))
    assert not fits(setting, tall)
    made = fit(setting, tall)
    with Image.open(io.BytesIO(made.data)) as image:
        assert image.size == (134, 8000)
    assert made.media_type == "image/jpeg"
    assert made.notes == {
        "sent_sha256": hashlib.sha256(made.data).hexdigest(),
        "sent_bytes": str(len(made.data)),
        "sent_size": "134x8000",
        "sent_quality": "92",
    }
    assert fits(setting, made.data)


def test_a_heavy_picture_loses_quality_before_size() -> None:
    heavy = noise(300, 300)
    lighter = row("https://h/v1", picture={"max_base64_bytes": 160_000})
    made = fit(lighter, heavy)
    assert made.notes["sent_size"] == "300x300"
    assert int(made.notes["sent_quality"]) < 92
    smallest = row("https://h/v1", picture={"max_base64_bytes": 8_000})
    made = fit(smallest, heavy)
    assert base64_bytes(len(made.data)) <= 8_000
    assert made.notes["sent_size"] != "300x300"
    assert fit(smallest, heavy) == made


def test_what_no_size_fits_is_a_fault_of_its_own() -> None:
    tiny = row("https://h/v1", picture={"max_base64_bytes": 4096, "max_side": 64})
    with pytest.raises(PictureError, match="No size of 300x300 pixels fits"):
        fit(
            tiny.model_copy(
                update={"picture": tiny.picture.model_copy(update={"max_base64_bytes": 100})}
            ),
            noise(300, 300),
        )


def test_a_picture_within_its_limits_is_sent_as_it_is() -> None:
    assert fits(row("https://h/v1"), png(1))
    assert not fits(row("https://h/v1"), b"BM" + bytes(100))


def test_the_rule_is_part_of_the_key(tmp_path: Path) -> None:
    one, other = row("https://h/v1"), row("https://h/v1", picture={"max_side": 512})
    assert picture_rule(one) != picture_rule(other)
    keys = [model(each, tmp_path).parameters for each in (one, other)]
    assert keys[0] != keys[1]
