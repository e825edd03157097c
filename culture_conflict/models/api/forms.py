"""What an answer should look like, and how a model is told so."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from culture_conflict.models.api.capabilities import capability
from culture_conflict.models.protocol import Parser, Scalar
from culture_conflict.models.settings import ModelSetting

__all__ = ["AnswerForm", "Asked", "how_asked"]


@dataclass(frozen=True)
class AnswerForm:
    """The text fields of a benchmark's answer, in order, and its parser.

    `by_category` are the parsers of variants whose category has the answer read otherwise.
    """

    name: str
    fields: tuple[str, ...]
    parse: Parser
    by_category: Mapping[str, Parser] = field(default_factory=dict)

    @property
    def schema(self) -> dict[str, Any]:
        """A closed JSON schema in which every field is a required text."""
        return {
            "type": "object",
            "properties": {name: {"type": "string"} for name in self.fields},
            "required": list(self.fields),
            "additionalProperties": False,
        }

    @property
    def suffix(self) -> str:
        """What the prompt says where the API can't enforce the form."""
        example = json.dumps(dict.fromkeys(self.fields, "..."))
        return f"\n\nYour whole answer must be one valid JSON object like {example}."


@dataclass(frozen=True)
class Asked:
    """How the form of the answer is asked for: `recorded` joins the effective parameters."""

    response_format: dict[str, Any] | None
    suffix: str
    recorded: dict[str, Scalar]


def how_asked(setting: ModelSetting, form: AnswerForm) -> Asked:
    """By `response_format` where the row wants it and the model takes it, else by prompt.

    A row of provider `openai-compatible` or `openrouter` is believed: nothing is known of its
    server. `plain` adds nothing to the prompt.
    """
    believed = setting.provider in ("openai-compatible", "openrouter")
    if setting.structured == "plain":
        return Asked(None, "", {"structured": "plain"})
    if setting.structured == "json_schema" and (believed or capability(setting).json_schema):
        schema = {"name": form.name, "strict": True, "schema": form.schema}
        fields = ",".join(form.fields)
        recorded: dict[str, Scalar] = {"structured": f"json_schema:{form.name}({fields})"}
        return Asked({"type": "json_schema", "json_schema": schema}, "", recorded)
    return Asked(None, form.suffix, {"structured": "prompt", "prompt_suffix": form.suffix})
