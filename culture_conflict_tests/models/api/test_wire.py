"""What is recorded as sent is what arrives, by each wire format."""

from __future__ import annotations

import asyncio
import hashlib
import re
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from culture_conflict.models.protocol import Answer, Request
from culture_conflict_tests.models.api.bodies import TEXT
from culture_conflict_tests.models.api.kit import CANARY, KEY_ENV, Server, model, png, row

pytestmark = [
    pytest.mark.slow,  # litellm takes seconds to import
    pytest.mark.filterwarnings("ignore:Items? .* on TypedDict"),
]


def sent(server: Server, root: Path, **fields: Any) -> dict[str, Any]:
    asked = model(row(fields.pop("url", server.url), **fields), root)

    async def one() -> None:
        await asked.ask([Request(png(1), "image/png", "Which dish?")])
        await asked.close()

    asyncio.run(one())
    (seen,) = server.seen()
    return seen


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"parameters": {"temperature": 0, "seed": 3}}, {"temperature": 0, "seed": 3}),
        ({"parameters": {"temperature": 0}, "model": "gpt-5"}, {}),
        (
            {
                "provider": "openai",
                "model": "gpt-5",
                "parameters": {"temperature": 0, "reasoning_effort": "high", "verbosity": "high"},
            },
            {"reasoning_effort": "high", "verbosity": "high"},
        ),
        ({"parameters": {"top_k": 5, "max_tokens": 9}}, {"top_k": 5, "max_tokens": 9}),
        (
            {"provider": "moonshot", "model": "kimi-k2.5", "parameters": {"temperature": 0}},
            {"temperature": 0},
        ),
    ],
)
def test_the_parameters_that_take_effect_arrive_and_no_others(
    server: Server, tmp_path: Path, fields: dict[str, Any], expected: dict[str, Any]
) -> None:
    seen = sent(server, tmp_path, **fields)
    settings = {name: value for name, value in seen["settings"].items() if name != "model"}
    assert settings == expected
    assert seen["model"] == fields.get("model", "tiny")
    assert seen["prefix"] == "data:image/png;base64,"


def test_the_schema_arrives(server: Server, tmp_path: Path) -> None:
    seen = sent(server, tmp_path, structured="json_schema", parameters={})
    assert seen["settings"]["response_format"]["json_schema"]["strict"] is True
    assert seen["prompt"] == "Which dish?"
    assert "prompt" not in model(row(server.url, structured="json_schema"), tmp_path).parameters


def test_the_suffix_that_arrives_is_the_one_recorded(server: Server, tmp_path: Path) -> None:
    asked = model(row(server.url), tmp_path)
    seen = sent(server, tmp_path)
    assert seen["prompt"] == f"Which dish?{asked.parameters['prompt_suffix']}"


def test_anthropic_and_gemini_get_their_own_words(server: Server, tmp_path: Path) -> None:
    given: dict[str, Any] = {"provider": "anthropic", "model": "claude-x", "url": server.root}
    seen = sent(server, tmp_path, **given, parameters={"temperature": 0, "max_tokens": 77})
    assert seen["settings"] == {"model": "claude-x", "temperature": 0, "max_tokens": 77}
    server.script({})
    given = {"provider": "gemini", "model": "gemini-2.5-flash", "url": f"{server.root}/v1beta"}
    seen = sent(server, tmp_path, **given, parameters={"temperature": 0, "thinking_budget": 0})
    config = seen["settings"]["generationConfig"]
    assert config == {"temperature": 0, "thinkingConfig": {"thinkingBudget": 0}}


def example(name: str) -> dict[str, Any]:
    """A row of the packaged registry's comments, with what it leaves to the reader left out."""
    text = files("culture_conflict.models").joinpath("registry.yaml").read_text("utf-8")
    plain = re.sub(r"^# ?", "", text, flags=re.MULTILINE)
    found = re.search(rf"^{name}: +(\{{.*?)(?:, \.\.\.)?\}}$", plain, re.DOTALL | re.MULTILINE)
    assert found is not None, name
    fields: dict[str, Any] = yaml.safe_load(found[1] + "}")
    return fields


def asked_by_example(server: Server, root: Path, name: str) -> tuple[Answer, dict[str, Any]]:
    """One picture asked about through the example's row, at the scripted server."""
    asked = model(
        row(server.root, **example(name) | {"base_url": server.root, "key_env": KEY_ENV}), root
    )

    async def one() -> Answer:
        (answer,) = await asked.ask([Request(png(1), "image/png", "Which dish?")])
        await asked.close()
        return answer

    answer = asyncio.run(one())
    (seen,) = server.seen()
    assert seen["key_sha256"] == hashlib.sha256(CANARY.encode()).hexdigest()
    assert (answer.text, answer.input_tokens, answer.output_tokens) == (TEXT, 1000, 20)
    assert seen["prompt"].startswith("Which dish?")
    assert seen["picture"]
    return answer, seen


def test_the_example_of_azure_reaches_its_deployment(server: Server, tmp_path: Path) -> None:
    answer, seen = asked_by_example(server, tmp_path, "Azure")
    assert seen["path"] == (
        "/openai/deployments/my-deployment/chat/completions?api-version=2025-04-01-preview"
    )
    assert answer.finish_reason == "stop"


def test_the_example_of_bedrock_converses(server: Server, tmp_path: Path) -> None:
    answer, seen = asked_by_example(server, tmp_path, "Bedrock")
    wanted = example("Bedrock")["model"]
    assert (seen["path"], seen["model"]) == (f"/model/{quote(wanted)}/converse", wanted)
    assert answer.finish_reason == "stop"


def test_of_bedrock_a_filter_and_an_answer_cut_off_are_told(server: Server, tmp_path: Path) -> None:
    for finish, told in (("max_tokens", "length"), ("guardrail_intervened", "content_filter")):
        server.script({"finish": finish})
        answer, _ = asked_by_example(server, tmp_path, "Bedrock")
        assert answer.finish_reason == told
