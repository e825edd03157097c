"""Answers about conflict, country and language are read as what was asked, and never guessed."""

from __future__ import annotations

import re

import pytest

from culture_conflict.benchmarks.signpost.asking import SIGNPOST
from culture_conflict.benchmarks.signpost.parser_id import PARTS, parser_id
from culture_conflict.benchmarks.signpost.parsing import ASKS, FIELDS, parse, parser_for
from culture_conflict.models.protocol import Answer
from culture_conflict.tables import _columns as c
from culture_conflict_tests.benchmarks_confused_tourist.test_parser_id import PACKAGE, consists_of

PLACE = '"latitude": 48.2, "longitude": "16.4"'


def read(asks: str, text: str, finish: str = "stop") -> tuple[str, dict[str, str]]:
    """The state, and every field but `task` that says something."""
    made = parser_for(asks)(Answer(text, finish_reason=finish))
    assert set(made.fields) == set(FIELDS)
    assert made.fields["task"] == asks
    said = {name: value for name, value in made.fields.items() if value is not None}
    return made.state, {name: value for name, value in said.items() if name != "task"}


@pytest.mark.parametrize("prompt", SIGNPOST.prompts.packaged(), ids=lambda one: one.prompt_id)
def test_repeating_a_prompt_says_nothing(prompt: object) -> None:
    assert hasattr(prompt, "asks")
    state, said = read(prompt.asks, prompt.render("T2"))
    assert state != "ok"
    assert not {"latitude", "country", "language", "conflict"} & set(said)


def test_every_task_has_a_prompt_a_form_and_a_word_in_the_table() -> None:
    assert tuple(ASKS) == SIGNPOST.prompts.asks == c.ASKS
    packaged = SIGNPOST.prompts.packaged()
    assert sorted(one.asks for one in packaged) == sorted(ASKS)
    assert [one for one in packaged if one.name == "base"] == [SIGNPOST.prompts.load()]
    for one in packaged:
        assert all(f'"{field}"' in one.text for field in ASKS[one.asks]), one.prompt_id


@pytest.mark.parametrize(
    ("text", "state", "conflict", "trusts"),
    [
        (f'{{"agree": "no", "trusts": "scene", {PLACE}}}', "ok", "yes", "scene"),
        (f'{{"agree": "Yes, fully", "trusts": "both", {PLACE}}}', "ok", "no", None),
        (f'{{"agree": false, "trusts": "the written text", {PLACE}}}', "ok", "yes", "text"),
        (f'{{"consistency": "inconsistent", {PLACE}}}', "ok", "yes", None),
        ('{"agree": "no", "trusts": "scene", "latitude": null, "longitude": null}', *(
            "abstained", "yes", "scene")),
        ("Agree: no\nTrusts: signs\nLatitude: 48.2\nLongitude: 16.4", "ok", "yes", "text"),
        (f'<think>{{"agree": "no"}}</think>{{{PLACE}}}', "ok", None, None),
        ("48.2, 16.4", "ok", None, None),
        ("", "empty", None, None),
    ],
)  # fmt: skip
def test_probing(text: str, state: str, conflict: str | None, trusts: str | None) -> None:
    got, said = read("probing", text)
    assert (got, said.get("conflict"), said.get("trusts")) == (state, conflict, trusts)
    assert ("latitude" in said) == (got == "ok")


@pytest.mark.parametrize("name", ["conflict", "agree"])
@pytest.mark.parametrize(
    ("words", "conflict"),
    [
        ("mismatch", "yes"),
        ("inconsistent", "yes"),
        ("Conflicting evidence", "yes"),
        ("They disagree", "yes"),
        ("not consistent", "yes"),
        ("don't match", "yes"),
        ("consistent", "no"),
        ("match", "no"),
        ("no conflict", "no"),
        ("not in conflict", "no"),
    ],
)
def test_words_that_state_it_mean_the_same_under_every_name(
    name: str, words: str, conflict: str
) -> None:
    assert read("defence", f'{{"{name}": "{words}", {PLACE}}}')[1]["conflict"] == conflict


@pytest.mark.parametrize(
    ("text", "conflict"),
    [
        ("There is no conflict between text and scene.", "no"),
        ("There is a clear conflict here.", "yes"),
        ("The text contradicts the scene.", "yes"),
        ("The writing is not consistent with the scene.", "yes"),
        ("The signs don't match the buildings.", "yes"),
        ("The text and the scene agree.", "no"),
        ("The text is consistent with Asia, but the scene does not match Lima.", None),
        ("A conflict may be possible.", None),
        ("Do the text and the scene agree?", None),
    ],
)
def test_sentences_that_state_it_are_read_where_nothing_is_named(
    text: str, conflict: str | None
) -> None:
    assert read("consistency", text)[1].get("conflict") == conflict
    assert read("defence", f"{text} {{{PLACE}}}")[1].get("conflict") == conflict
    assert read("defence", f'{text} {{"conflict": "", {PLACE}}}')[1].get("conflict") is None


def test_a_defence_answer_names_the_conflict_itself() -> None:
    assert read("defence", f'{{"conflict": "yes", {PLACE}}}')[1]["conflict"] == "yes"
    assert read("defence", f'{{"conflict": "no conflict", {PLACE}}}')[1]["conflict"] == "no"
    state, said = read("defence", f'{{"conflict": "yes", {PLACE}', "length")
    assert (state, said) == ("truncated", {})


@pytest.mark.parametrize(
    ("text", "state", "conflict"),
    [
        ('{"agree": "no", "reason": "Yes, but the signs are French."}', "ok", "yes"),
        ('```json\n{"agree": "yes"}\n```', "ok", "no"),
        ("No, the writing is from elsewhere.", "ok", "yes"),
        ("Yes.", "ok", "no"),
        ("The street looks nice.", "unparsed", None),
        ("I cannot help with that.", "refused", None),
        ('{"agree": "maybe"}', "unparsed", None),
    ],
)
def test_consistency(text: str, state: str, conflict: str | None) -> None:
    got, said = read("consistency", text)
    assert (got, said.get("conflict")) == (state, conflict)


@pytest.mark.parametrize(
    ("text", "state", "country"),
    [
        ('{"by_scene": "Japan", "by_text": "France", "country": "Japan"}', "ok", "JPN"),
        ('{"by_scene": "Japan", "country": "Japan or France"}', "hedged", None),
        ('{"country": "unknown"}', "abstained", None),
        ('{"country": "Narnia"}', "ok", None),
        ("Country: South Korea", "ok", "KOR"),
        ("The street scenery of the picture", "unparsed", None),
    ],
)
def test_country(text: str, state: str, country: str | None) -> None:
    got, said = read("country", text)
    assert (got, said.get("country")) == (state, country)


def test_language() -> None:
    assert read("language", '{"language": "Japanese"}') == ("ok", {"language": "japanese"})
    assert read("language", "Language: none")[1] == {"language": "none"}
    assert read("language", '{"language": "Thai or English"}')[0] == "hedged"
    assert read("language", '{"language": "unknown"}') == ("abstained", {})
    assert read("language", "The text is in Japanese.")[0] == "ok"
    assert read("language", "日本語") == ("ok", {"language": "日本語"})
    assert read("language", "English and Chinese")[0] == "hedged"
    assert read("language", "There is no visible text.")[1] == {"language": "none"}
    assert read("language", "I can't tell whether it is Thai.") == ("abstained", {})
    assert read("language", "Japanese " + "street " * 40) == ("unparsed", {})
    assert read("language", "Hm.") == ("unparsed", {})


@pytest.mark.parametrize("asks", ASKS)
def test_faults_and_verdicts_say_nothing_whatever_came_with_them(asks: str) -> None:
    text = f'{{"agree": "no", "country": "Peru", "language": "Thai", {PLACE}}}'
    assert read(asks, text, "content_filter") == ("filtered", {})
    assert parser_for(asks)(Answer(text, error="HTTP 500")).state == "error"


def test_coordinates_are_read_as_ever() -> None:
    for text in ("48.2, 16.4", '{"latitude": 91, "longitude": 0}', "", "I do not know."):
        base = parse(Answer(text))
        assert parser_for("coordinates")(Answer(text)).state == base.state
        assert base.fields.items() <= parser_for("coordinates")(Answer(text)).fields.items()


def test_its_parts_are_what_parsing_imports_and_reads() -> None:
    modules = consists_of("benchmarks/signpost/parsing.py") - {"models/protocol.py", "errors.py"}
    sheets = {
        str((PACKAGE / module).parent.relative_to(PACKAGE) / name)
        for module in modules
        for name in re.findall(r'"(\w+\.csv)"', (PACKAGE / module).read_text())
    }
    assert modules | sheets <= set(PARTS)
    assert re.fullmatch(r"signpost-[0-9a-f]{12}", parser_id())
