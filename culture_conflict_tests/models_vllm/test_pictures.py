"""Every picture that is sent fits the model's encoder and its context, and says what was done."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from culture_conflict.errors import PictureError, RegistryError
from culture_conflict.models.api.fitting import fit, fits, picture_rule
from culture_conflict.models.vllm.room import PIXELS_PER_TOKEN, pixels_of
from culture_conflict_tests.models.api.kit import png, row
from culture_conflict_tests.models_vllm.kit import hub_row


def size_of(data: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(data)) as image:
        return image.size


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 900), st.integers(1, 900))
def test_what_is_sent_is_within_the_rule_and_keeps_its_aspect(width: int, height: int) -> None:
    setting = hub_row(picture={"max_pixels": 40_000})
    data = png(7, (width, height))
    if fits(setting, data):
        assert min(width, height) >= 32
        assert width * height <= 40_000
        return
    if max(width, height) > 200 * min(width, height):
        with pytest.raises(PictureError, match="200:1"):
            fit(setting, data)
        return
    if 32 * 32 * max(width, height) > 39_000 * min(width, height):
        return  # so long that its least size is near the most pixels, or above
    sent = fit(setting, data)
    size = size_of(sent.data)
    assert sent.notes["sent_size"] == f"{size[0]}x{size[1]}"
    assert size[0] * size[1] <= 40_000
    assert min(size) >= 32
    assert size[0] / size[1] == pytest.approx(width / height, rel=2 / min(size))


def test_a_picture_that_no_size_fits_is_not_sent() -> None:
    with pytest.raises(PictureError, match=r"No size of 32x4800 pixels fits .*pixels<=40000"):
        fit(hub_row(picture={"max_pixels": 40_000}), png(1, (1, 150)))


def test_the_context_decides_how_large_a_picture_may_be() -> None:
    short, long = (hub_row(serve={"max_model_len": n}) for n in (4096, 8192))
    assert pixels_of(short) == (4096 - 1024 - 200) * PIXELS_PER_TOKEN
    assert pixels_of(long) - pixels_of(short) == 4096 * PIXELS_PER_TOKEN
    assert picture_rule(short) != picture_rule(long)
    with pytest.raises(RegistryError, match="leaves -128 tokens for a picture"):
        pixels_of(hub_row(serve={"max_model_len": 1096}))


def test_other_providers_keep_their_rule_and_so_their_answers() -> None:
    assert picture_rule(row("https://h/v1")) == "v1;side<=any;base64<=20000000"
    assert fits(row("https://h/v1"), png(1, (300, 8)))
