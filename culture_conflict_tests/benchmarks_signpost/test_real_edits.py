"""Photographs of real signs through the editor and all gates, read back by the recogniser."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from culture_conflict.editors.gates import check_picture
from culture_conflict.editors.local.editor import LocalEditor
from culture_conflict.editors.masks import text_mask
from culture_conflict.editors.protocol import EditRequest, Quadrilateral, TextEdit
from culture_conflict.editors.readback import readback
from culture_conflict.pictures.open import open_picture
from culture_conflict.readers.rapid_lines import RapidLines
from culture_conflict_tests.benchmarks_signpost.read_in_cases import recorded

SIGNS = Path(__file__).parents[2].parent / "shared" / "data" / "signs"
EDITS = {
    "french.jpg": {
        "Palais du LOUVRE": ("Maison du PORT", "Blue Kettle Soup", "Shibuya Crossing"),
        "Musée du LOUVRE": ("Place du MARCHÉ", "Paper Lamp", "Nairobi Station"),
    },
    "chinese.jpg": {
        "愚园路": ("人民路", "红苹果", "内罗毕大街"),
        "Yuyuan Rd.": ("Renmin Rd.", "Red Apple", "Nairobi Avenue"),
    },
    "japanese.jpg": {"NO LITTER": ("NO SMOKING", "WET PAINT", "BUENOS AIRES")},
    "korean.png": {"Pyeongyang": ("Busan", "Jumping fish", "Nairobi")},
}


@pytest.fixture(scope="module")
def reader() -> RapidLines:
    return RapidLines()


@pytest.mark.slow
@pytest.mark.skipif(not SIGNS.exists(), reason="the photographs lie outside the project")
@pytest.mark.parametrize("name", sorted(EDITS))
def test_a_photographed_sign_passes_every_gate(name: str, reader: RapidLines) -> None:
    before = open_picture((SIGNS / name).read_bytes()).image
    quads = _quads(name)
    others = [quad for text, quad in quads.items() if text not in EDITS[name]]
    places = [quads[native] for native in EDITS[name]]
    mask = text_mask(before.size, places, others)
    for variant in (None, 0, 1, 2):
        texts = tuple(
            TextEdit(quads[native], native, "" if variant is None else new[variant])
            for native, new in EDITS[name].items()
        )
        after = LocalEditor().edit(EditRequest((before,), "", "none", 1, texts, mask)).picture
        report = check_picture(after, before=before, mask=mask, texts=places)
        report = report.with_gates([readback(before, after, texts, reader, mask=mask)])
        assert report.accepted, report.to_json()
        assert not _changed(before, after)[np.asarray(mask) == 0].any()


def _changed(before: Image.Image, after: Image.Image) -> np.ndarray:
    return (np.asarray(before) != np.asarray(after)).any(axis=2)


def _quads(name: str) -> dict[str, Quadrilateral]:
    made = {}
    for reading in recorded()[name]:
        assert reading.quad is not None
        one, two, three, four = reading.quad
        made[reading.text] = (one, two, three, four)
    return made
