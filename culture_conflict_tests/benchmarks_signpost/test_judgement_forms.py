"""Conflict and trust are read from forms that are no JSON, and never the wrong way round."""

from __future__ import annotations

import pytest

from culture_conflict_tests.benchmarks_signpost.test_judgements import PLACE, read


@pytest.mark.parametrize(
    "form",
    [
        '{{"{0}": "{1}", {2},}}',
        "{{'{0}': '{1}', {2}}}",
        "{{{0}: {1}, {2}}}",
        "```json\n{{\u201c{0}\u201d: \u201c{1}\u201d, {2}}}\n```",
        '{{"{0}": "{1}", // the sign is Thai\n {2}}}',
        '{{"answer": {{"{0}": "{1}", {2}}}}}',
        '{{"{0}": "{1}", "note": "the "Rue" sign: no", {2}}}',
    ],
)
def test_coordinates_and_conflict_are_read_from_the_same_form(form: str) -> None:
    for name, word, conflict in (("conflict", "yes", "yes"), ("agree", "yes", "no")):
        state, said = read("defence", form.format(name, word, PLACE.replace('"16.4"', "16.4")))
        assert (state, said.get("conflict")) == ("ok", conflict), form


@pytest.mark.parametrize(
    ("text", "conflict"),
    [
        ("No conflict.", "no"),
        ("No mismatch is visible.", "no"),
        ("No, there is no conflict.", "no"),
        ("Yes, there is a conflict.", "yes"),
        ("Yes, they conflict.", "yes"),
        ("Inconsistent", "yes"),
        ("Mismatch detected.", "yes"),
        ("They don\u2019t match.", "yes"),
        ("The writing does not fit the scene.", "yes"),
        ("The writing points to a different country.", "yes"),
        ("Both fit.", "no"),
        ("No text is visible.", "no"),
        ("No writing is visible, so they agree.", "no"),
        ("No.\nReason: The sign is French.", "yes"),
        ("<answer>no</answer>", "yes"),
        ("Final answer: no", "yes"),
        ('{"answer": "no"}', "yes"),
        ('{"text_scene_consistent": "no"}', "yes"),
        ('{"disagree": "yes"}', "yes"),
        ('{"agreement_reason": "no", "agree": "yes"}', "no"),
        ('{"reason": "agree: no", "agree": "yes",}', "no"),
        ('{"agree": "nein"}', "yes"),
        ('{"agree": "不一致"}', "yes"),
        ('{"agree": "no obvious conflict"}', "no"),
        ('{"agree": "no sign of conflict"}', "no"),
        ('{"agree": "N/A"}', None),
        ('{"agree": "<no>"}', None),
        ('{"agree": null}', None),
        ('{"match_score": 0.9}', None),
        ("North of the sign.", None),
        ("The text is consistent with Asia.\nReason: none", "no"),
    ],
)
def test_consistency_is_never_turned_round(text: str, conflict: str | None) -> None:
    assert read("consistency", text)[1].get("conflict") == conflict


@pytest.mark.parametrize("words", ["not sure", "not all writing fits", "N/A", "None of it fits"])
def test_what_denies_no_conflict_reports_none(words: str) -> None:
    assert "conflict" not in read("defence", f'{{"conflict": "{words}", {PLACE}}}')[1]


@pytest.mark.parametrize(
    ("words", "trusts"),
    [
        ("the scene, not the text", "scene"),
        ("text over scene", "text"),
        ("the visual scene rather than the writing", "scene"),
        ("I trust the text more than the scene", "text"),
        ("the scene; signs are ignored", "scene"),
        ("scenery", "scene"),
        ("by_text", "text"),
        ("shop names", "text"),
        ("scene and text", None),
        ("not the text but the scene", None),
    ],
)
def test_what_is_gone_by_stands_before_what_is_not(words: str, trusts: str | None) -> None:
    said = read("probing", f'{{"agree": "no", "trusts": "{words}", {PLACE}}}')[1]
    assert said.get("trusts") == trusts


def test_a_country_by_scene_or_text_alone_is_no_answer() -> None:
    text = '{"by_scene": "Germany", "by_text": "France", "trusts": "scene"}'
    assert read("country", text) == ("unparsed", {"trusts": "scene"})
    broken = "{'by_scene': 'Germany', 'by_text': 'France', 'country': 'Germany',}"
    assert read("country", broken)[1]["country"] == "DEU"


def test_no_writing_has_no_language() -> None:
    assert read("language", "None.") == ("ok", {"language": "none"})
    assert read("language", '{"lang": "English"}') == ("ok", {"language": "english"})


@pytest.mark.parametrize("asks", ["consistency", "country", "language"])
@pytest.mark.parametrize("text", ["", "<think>The sign is", "Yes, the", '{"reason": "x"}\nNo'])
def test_what_ran_into_the_limit_is_cut_off(asks: str, text: str) -> None:
    assert read(asks, text, "length") == ("truncated", {})


def test_a_closed_form_counts_in_a_text_that_was_cut_off() -> None:
    assert read("consistency", '{"agree": "no"}\nBecause', "length") == ("ok", {"conflict": "yes"})
