"""Reference models about street scenes: one place for all, or whatever the writing names."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest

from culture_conflict.benchmarks.confused_tourist.prompts import PROMPTS as OF_ITEMS
from culture_conflict.benchmarks.signpost.parsing import ASKS, parser_for
from culture_conflict.benchmarks.signpost.prompts import PROMPTS
from culture_conflict.errors import PictureError
from culture_conflict.models.protocol import Request
from culture_conflict.models.reference import text_reader
from culture_conflict.models.reference.base import Reference
from culture_conflict.models.reference.gallery import Texts
from culture_conflict.models.reference.prior import Prior
from culture_conflict.models.reference.streets import FIXED
from culture_conflict.models.reference.text_reader import TextReader, spot_of


def ask(model: Reference, picture: str, prompt: str) -> str:
    request = Request(picture.encode(), "image/png", prompt)
    return asyncio.run(model.ask([request]))[0].text or ""


def reader() -> TextReader:
    """Reads pictures that are their own text, one sign a line."""
    return TextReader(Texts("test", lambda data: data.decode().splitlines()))


@pytest.mark.parametrize("asks", ASKS)
@pytest.mark.parametrize("make", [Prior, reader])
def test_every_prompt_is_answered_in_its_own_form(make: type[Reference], asks: str) -> None:
    prompt = next(one for one in PROMPTS.packaged() if one.asks == asks).render("T1")
    answer = ask(make(), "Osaka", prompt)
    assert tuple(json.loads(answer)) == ASKS[asks]
    state = parser_for(asks)(make_answer(answer)).state
    # Nobody knows the language of a bare name in Latin letters.
    assert state == ("abstained" if asks == "language" else "ok"), answer


def test_a_prompt_of_ones_own_may_name_its_angles_otherwise() -> None:
    prompt = 'Where is this? Reply with {"lat": ..., "lng": ...} only.'
    made = parser_for("coordinates")(make_answer(ask(reader(), "Osaka", prompt)))
    assert made.state == "ok"
    assert round(float(made.fields["longitude"] or 0), 1) == 135.5


def test_the_reader_names_the_language_that_letters_tell() -> None:
    prompt = next(one for one in PROMPTS.packaged() if one.asks == "language").render("T1")
    made = parser_for("language")(make_answer(ask(reader(), "\u5927\u962a\u306e\u5e97", prompt)))
    assert (made.state, made.fields["language"]) == ("ok", "ja")


def make_answer(text: str) -> object:
    from culture_conflict.models.protocol import Answer

    return Answer(text, finish_reason="stop")


def place(model: Reference, picture: str) -> tuple[float, float]:
    said = json.loads(ask(model, picture, PROMPTS.load().text))
    return round(said["latitude"], 1), round(said["longitude"], 1)


def test_the_prior_never_looks() -> None:
    assert {place(Prior(), sign) for sign in ("Osaka", "", "Lima")} == {(47.5, 19.0)}


def test_the_reader_follows_the_writing_and_nothing_else() -> None:
    assert place(reader(), "Osaka") == (34.7, 135.5)
    assert place(reader(), "Caf\u00e9\nBakery of Lima\nToronto") == (43.7, -79.4)
    assert place(reader(), "Bakery of Lima\nCaf\u00e9") == (-12.0, -77.0)
    assert place(reader(), "Butter") == place(reader(), "") == (47.5, 19.0)


def test_a_country_is_that_of_the_writing() -> None:
    prompt = PROMPTS.load("country").text
    said = json.loads(ask(reader(), "Osaka", prompt))
    assert (said["country"], said["trusts"], said["by_scene"]) == ("Japan", "text", "unknown")
    assert json.loads(ask(Prior(), "Osaka", prompt))["country"] == FIXED.country


@pytest.mark.parametrize("category", ["cuisine", "attire", "music"])
def test_a_prompt_about_items_is_answered_as_ever(category: str) -> None:
    said = json.loads(ask(Prior(), "x", OF_ITEMS.load().render(category)))
    assert tuple(said) == ("name", "country")


@pytest.mark.parametrize(
    ("texts", "name"),
    [(["Butter", "\u5927\u962a"], "Osaka"), ([], None), (["Wien, Austria"], "Vienna")],
)
def test_a_spot_is_the_first_place_named(texts: Sequence[str], name: str | None) -> None:
    spot = spot_of(texts)
    assert (spot and spot.name) == name


def test_a_picture_that_cannot_be_read_is_a_fault_of_its_own() -> None:
    def broken(_: bytes) -> Sequence[str]:
        raise PictureError("ocr_error", "no")

    request = Request(b"x", "image/png", PROMPTS.load().text)
    answer = asyncio.run(TextReader(Texts("test", broken)).ask([request]))[0]
    assert answer.text is None
    assert "ocr_error" in str(answer.error)


def test_every_core_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_reader, "usable_cores", lambda: 6)
    assert reader().in_flight == 6
