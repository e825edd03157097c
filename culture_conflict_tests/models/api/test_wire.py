"""What is recorded as sent is what arrives, by each wire format."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from culture_conflict.models.protocol import Request
from culture_conflict_tests.models.api.kit import Server, model, png, row

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
