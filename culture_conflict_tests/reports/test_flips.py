"""Pictures inside the page: small, stripped, credited, and never a reason to stop."""

from __future__ import annotations

import base64
import io

import pytest
from PIL import Image

from culture_conflict.home import Home
from culture_conflict.reports.flips import flips
from culture_conflict.reports.model import Panel
from culture_conflict.reports.reading import read_frames
from culture_conflict.reports.thumbnails import thumbnail
from culture_conflict.reports.views import views
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.reports.kit import HOSTILE, everything, variant_row
from culture_conflict_tests.warehouse.synthetic import Synthetic


def _photograph(side: int) -> bytes:
    """A JPEG with a place and a comment in it."""
    exif = Image.Exif()
    exif[0x8825] = {1: "N", 2: (52.0, 31.0, 0.0)}
    exif[0x010E] = "secret"
    made = io.BytesIO()
    Image.new("RGB", (side, side // 2), (200, 40, 40)).save(made, "JPEG", exif=exif, comment=b"hi")
    return made.getvalue()


@pytest.fixture
def panel(tmp_path_factory: pytest.TempPathFactory) -> Panel:
    """One kept picture, one that is lost, and their authors."""
    home = Home(tmp_path_factory.mktemp("flips"))
    made = everything()
    kept = home.pictures.put(_photograph(900))
    made.tables["staging.stg_variants"][0] = variant_row("original", kept)
    made.write(home.warehouse)
    rows = Synthetic(n_items=1, models=()).variants[:2]
    rows[0] |= {"variant_id": "original", "author": HOSTILE, "licence": "CC-BY-4.0"}
    rows[1] |= {"variant_id": "copy0", "truth_items": ["Ramen"]}
    frames = read_frames(home.warehouse)
    view = next(v for v in views(frames) if v.source == "sample")
    return flips(frames["flips"], VARIANTS.frame(rows), home.pictures, view)


def test_answers_that_changed_are_shown_those_that_were_right_first(panel: Panel) -> None:
    assert [after.answer for _, _, after in panel.pairs] == [
        *(HOSTILE, "(refused)"),
        *["Chad"] * 4,
    ]
    assert [before.answer for _, before, _ in panel.pairs] == ["Japan"] * 6
    assert panel.pairs[0][0] == "model-a: Ramen, Japan"
    assert panel.notes == [
        "model-a: 12 answers changed, 2 of them from right to wrong, 1 to the cue's country."
    ]


def test_each_picture_has_its_author_licence_and_words(panel: Panel) -> None:
    _, before, after = panel.pairs[0]
    assert before.credit == f"Picture: {HOSTILE}, CC-BY-4.0"
    assert before.alt == "Ramen, Japan."
    assert before.uri.startswith("data:image/jpeg;base64,")
    assert (after.uri, after.alt[:20]) == ("", "No picture (missing)")


def test_a_thumbnail_is_small_and_carries_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    pictures = Home(tmp_path_factory.mktemp("pictures")).pictures
    photograph = _photograph(900)
    assert b"secret" in photograph
    uri, reason = thumbnail(pictures, pictures.put(photograph))
    data = base64.b64decode(uri.partition(",")[2])
    image = Image.open(io.BytesIO(data))
    assert (reason, image.size, len(image.getexif())) == ("", (240, 120), 0)
    assert b"secret" not in data
    assert len(data) < 20_000
