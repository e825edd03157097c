"""What a model refuses is left out openly; what is unknown is refused by name."""

from __future__ import annotations

import csv
import json
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from culture_conflict.errors import RegistryError
from culture_conflict.models.api.capabilities import DEFAULT, effective_parameters
from culture_conflict.models.api.forms import AnswerForm, how_asked
from culture_conflict.models.api.prices import price_of
from culture_conflict.models.protocol import Parsed
from culture_conflict.models.registry import load_registry
from culture_conflict_tests.models.api.kit import model, row

FORM = AnswerForm("dish", ("name", "country"), lambda _: Parsed("ok"))
SHARED = Path(__file__).parents[3].parent / "shared"


def effective(provider: str, name: str, **parameters: Any) -> dict[str, Any]:
    setting = row("https://host/v1", provider=provider, model=name, parameters=parameters)
    return effective_parameters(setting)


@pytest.mark.parametrize(
    ("provider", "name", "given", "left_out"),
    [
        ("openai", "gpt-5", {"temperature": 0}, {"temperature"}),
        ("openai", "gpt-5-2025-08-07", {"temperature": 0, "seed": 1}, {"temperature"}),
        ("openai-compatible", "openai/gpt-5-mini", {"temperature": 0, "top_p": 1}, None),
        ("openai", "gpt-5-chat-latest", {"temperature": 0}, set()),
        ("openai", "gpt-5.4", {"temperature": 0}, set()),
        ("openai", "gpt-5.4", {"temperature": 0, "reasoning_effort": "none"}, set()),
        ("openai", "gpt-5.4", {"temperature": 0, "reasoning_effort": "low"}, {"temperature"}),
        ("openai", "o3", {"temperature": 0, "verbosity": "low"}, None),
        ("openai", "gpt-4o", {"temperature": 0, "verbosity": "low"}, {"verbosity"}),
        ("anthropic", "claude-opus-4-6", {"temperature": 0, "seed": 1}, {"seed"}),
        ("gemini", "gemini-2.5-flash", {"temperature": 0, "thinking_budget": 0}, set()),
        ("openai-compatible", "Qwen/Qwen3", {"temperature": 0, "top_k": 1}, set()),
    ],
)
def test_what_a_model_refuses_is_named(
    provider: str, name: str, given: dict[str, Any], left_out: set[str] | None
) -> None:
    made = effective(provider, name, **given)
    assert set(made) == set(given)
    expected = set(given) if left_out is None else left_out
    assert {key for key, value in made.items() if value == DEFAULT} == expected
    assert all(made[key] == given[key] for key in set(given) - expected)


@pytest.mark.parametrize(
    ("provider", "name", "given", "said"),
    [
        ("openai", "gpt-5", {"reasoning_effort": "none"}, "minimal, low, medium, high"),
        ("openai", "gpt-5.1", {"reasoning_effort": "minimal"}, "none, low"),
        ("openai", "gpt-4o", {"temprature": 0}, "did you mean `temperature`?"),
        ("openai", "gpt-4o", {"top_k": 1}, "`top_k` is unknown"),
    ],
)
def test_what_no_model_takes_is_refused(
    provider: str, name: str, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(RegistryError, match="scripted") as caught:
        effective(provider, name, **given)
    assert said in str(caught.value)


def test_the_form_is_enforced_where_the_model_can_and_said_where_not() -> None:
    enforced = how_asked(row("https://h/v1", structured="json_schema"), FORM)
    assert enforced.response_format is not None
    schema = enforced.response_format["json_schema"]["schema"]
    assert (schema["required"], schema["additionalProperties"]) == (["name", "country"], False)
    assert enforced.suffix == ""
    claude = row("https://h", provider="anthropic", model="claude-x", structured="json_schema")
    said = how_asked(claude, FORM)
    assert said.response_format is None
    assert said.recorded["prompt_suffix"] == said.suffix != ""
    plain = how_asked(row("https://h/v1", structured="plain"), FORM)
    assert (plain.response_format, plain.suffix) == (None, "")
    forms = [json_of.recorded for json_of in (enforced, said, plain)]
    assert len({str(each) for each in forms}) == 3


def test_every_packaged_row_can_be_asked_and_is_switched_off(tmp_path: Path) -> None:
    rows = [each for each in load_registry(None) if each.is_api]
    assert len(rows) > 40
    for each in rows:
        assert not each.enabled
        assert model(each, tmp_path).parameters["model"] == each.model


def test_prices_are_known_or_unknown_but_never_nothing() -> None:
    text = files("culture_conflict.models.api").joinpath("prices.csv").read_text("utf-8")
    for each in csv.DictReader(text.splitlines()):
        assert float(each["input_usd"]) > 0
        assert float(each["output_usd"]) > 0
    unknown = row("https://h/v1", price=None)
    assert price_of(unknown) is None
    assert price_of(unknown.model_copy(update={"price": "unknown"})) is None


@pytest.mark.skipif(find_spec("litellm") is None, reason="litellm, which has the table, is absent")
def test_packaged_prices_are_those_of_the_pinned_librarys_table_by_its_keys() -> None:
    spec = find_spec("litellm")
    assert spec is not None
    assert spec.origin is not None
    name = "model_prices_and_context_window_backup.json"
    known = json.loads((Path(spec.origin).parent / name).read_text("utf-8"))
    text = files("culture_conflict.models.api").joinpath("prices.csv").read_text("utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert any("image" in each["model"] for each in rows)
    for each in rows:
        listed = known[each["litellm_key"]]
        for way in ("input", "output"):
            dearest = max(listed.get(f"{way}_cost_per_{of}token", 0) for of in ("", "image_"))
            assert float(each[f"{way}_usd"]) == pytest.approx(1e6 * dearest), each


@pytest.mark.skipif(not SHARED.exists(), reason="the papers' tables lie outside the project")
def test_the_papers_settings_are_all_there() -> None:
    rows = [each for each in load_registry(None) if each.is_api]
    ids = {each.model for each in rows}
    names = {each.name for each in rows}
    with (SHARED / "published" / "sp_table03_models.csv").open() as file:
        assert {each["api_model_id"] for each in csv.DictReader(file)} <= ids
    with (SHARED / "published" / "ct_inference_settings.csv").open() as file:
        published = {each["model"] for each in csv.DictReader(file)}
    assert not {each for each in published if not any(name.startswith(each) for name in names)}
