"""Each gate passes what is sound and fails what it is there for."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageDraw

from culture_conflict.editors.gates import (
    GATES,
    Gate,
    Limits,
    check_picture,
    require_adapter,
    worst_share,
)
from culture_conflict.editors.local.editor import LocalEditor
from culture_conflict.editors.masks import text_mask
from culture_conflict.editors.protocol import TextEdit
from culture_conflict.editors.readback import error_rate, readback
from culture_conflict.errors import EditError
from culture_conflict_tests.editors.drawn_signs import QUAD, request, sign


def _verdicts(
    after: Image.Image, before: Image.Image, limits: Limits | None = None
) -> dict[str, str]:
    mask = text_mask(before.size, [QUAD])
    report = check_picture(after, before=before, mask=mask, texts=[QUAD], limits=limits)
    return {gate.name: gate.verdict for gate in report.gates}


@pytest.mark.parametrize("new", ["", "Rue de Lyon", "EZE", "HAITI", "महात्मा मार्ग", "中山路"])
def test_an_edit_of_the_local_editor_passes_every_gate(new: str) -> None:
    before = sign()
    verdicts = _verdicts(LocalEditor().edit(request(before, new)).picture, before)
    assert set(verdicts.values()) == {"pass"}
    assert set(verdicts) == set(GATES) - {"not_finite", "misread", "target_lost", "unchanged"}


def test_one_pixel_outside_the_mask_is_told() -> None:
    before = sign()
    after = LocalEditor().edit(request(before, "Lyon")).picture
    after.putpixel((3, 3), (0, 0, 0))
    assert _verdicts(after, before)["changed_outside"] == "fail"
    assert _verdicts(after, before, Limits(changed_outside=0.5))["changed_outside"] == "pass"


def _zoomed(image: Image.Image, zoom: float) -> Image.Image:
    width, height = image.size
    cut = width * (1 - 1 / zoom) / 2, height * (1 - 1 / zoom) / 2
    return image.resize(image.size, box=(*cut, width - cut[0], height - cut[1]))


def test_zoom_and_shift_are_told_and_a_change_of_colour_is_none() -> None:
    before = sign()
    ImageDraw.Draw(before).ellipse((20, 150, 60, 190), fill=(200, 30, 30))
    for moved in (_zoomed(before, 1.05), ImageChops.offset(before, 8, 0)):
        assert check_picture(moved, before=before).reason == "misaligned"
    darker = before.point(lambda value: value * 0.9)
    assert check_picture(darker, before=before).accepted


@pytest.mark.parametrize("colour", [0, 128, 255])
def test_one_colour_all_over_is_no_picture(colour: int) -> None:
    report = check_picture(Image.new("L", (64, 64), colour).convert("RGB"))
    assert (report.reason, report.advice) == ("blank_image", "other seed or precision")


def test_a_dark_picture_is_still_one() -> None:
    night = sign().point(lambda value: value // 8)
    assert check_picture(night, before=night).accepted


def test_another_size_and_numbers_that_are_none_are_told() -> None:
    assert check_picture(sign().resize((399, 200)), before=sign()).reason == "wrong_size"
    raw = np.zeros((4, 4, 3))
    raw[0, 0, 0] = np.nan
    assert check_picture(sign(), raw=raw).reason == "not_finite"
    assert check_picture(sign(), raw=np.zeros(3)).accepted


def test_a_report_tells_its_numbers_as_json() -> None:
    told = json.loads(check_picture(sign(), before=sign()).to_json())
    assert told["accepted"] is True
    assert told["gates"]["misaligned"] == {"verdict": "pass", "value": 0.0, "limit": 0.008}


def test_the_worst_is_farthest_beyond_its_limit() -> None:
    good = check_picture(sign())
    bad = good.with_gates([Gate("misread", "fail", 0.68, 0.34)])
    assert worst_share(good) == 0
    assert worst_share(bad) == pytest.approx(2.0)
    assert bad.reason == "misread"


@pytest.mark.parametrize(("loaded", "unexpected"), [(0, 720), (0, 0), (700, 20)])
def test_an_adapter_that_does_not_fit_stops_the_run(loaded: int, unexpected: int) -> None:
    with pytest.raises(EditError, match="nothing was edited") as caught:
        require_adapter(loaded=loaded, unexpected=unexpected)
    assert caught.value.reason == "lora_not_applied"
    require_adapter(loaded=720, unexpected=0)


class _Reader:
    """Reads what it was told to, and keeps what it was shown."""

    scripts = frozenset(("Latin",))

    def __init__(self, *texts: tuple[str, float]) -> None:
        self.texts = list(texts)
        self.shown: list[Image.Image] = []

    def read_lines(self, lines: Sequence[Image.Image]) -> list[tuple[str, float]]:
        self.shown += lines
        return self.texts[: len(lines)]


@pytest.mark.parametrize(
    ("new", "read", "verdict"),
    [
        ("Rue de Lyon", ("RUE DELYON!", 0.9), "pass"),
        ("Rue de Lyon", ("Rue de", 0.9), "fail"),
        ("", ("", 0.0), "pass"),
        ("", ("Market St", 0.9), "fail"),
        ("", ("Mrkl", 0.4), "pass"),
        ("", ("l", 0.9), "pass"),
        ("Улица", ("Ynnua", 0.9), "skipped"),
    ],
)
def test_a_new_text_is_read_and_a_removed_one_is_not(
    new: str, read: tuple[str, float], verdict: str
) -> None:
    before = sign()
    after = LocalEditor().edit(request(before, new)).picture
    gate = readback(before, after, [TextEdit(QUAD, "Market St", new)], _Reader(read))
    assert gate.verdict == verdict


def test_the_reader_sees_the_line_upright_and_nothing_else() -> None:
    before = sign("HARBOUR")
    ImageDraw.Draw(before).rectangle((345, 60, 356, 140), fill=(255, 0, 0))
    after = LocalEditor().edit(request(before, "MONUMENT", "HARBOUR")).picture
    reader = _Reader(("MONUMENT", 1.0))
    mask = text_mask(
        before.size, [QUAD], [((340.0, 50.0), (360.0, 50.0), (360.0, 150.0), (340.0, 150.0))]
    )
    assert (
        readback(before, after, [TextEdit(QUAD, "HARBOUR", "MONUMENT")], reader, mask=mask).value
        == 0
    )
    seen = np.asarray(reader.shown[0]).astype(int)
    assert seen.shape[1] > 3 * seen.shape[0]
    assert not ((seen[..., 0] > 200) & (seen[..., 1] < 60)).any()


@pytest.mark.parametrize(
    ("expected", "read", "rate"),
    [
        ("Lyon", "lyon", 0),
        ("Lyon", "", 1),
        ("Lyon", "Lyan", 0.25),
        ("Évry", "EVRY", 0),
        ("ab", "xxxxxx", 1),
        ("內湖", "内湖", 0),
        ("黃說", "黄説", 0),
        ("萬湖", "万湖", 0.5),
    ],
)
def test_error_rate(expected: str, read: str, rate: float) -> None:
    assert error_rate(expected, read) == pytest.approx(rate)
