"""One edit on the wire: Gemini's generateContent, or OpenAI's images/edits, both by litellm."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from culture_conflict.editors.api.options import ApiOptions
from culture_conflict.models.api.answers import answer_of, cost_of
from culture_conflict.models.api.faults import Fault, fault_of
from culture_conflict.models.api.library import load_litellm
from culture_conflict.models.api.redact import without_key
from culture_conflict.models.api.routes import ROUTES, base_url
from culture_conflict.models.api.wire import data_url
from culture_conflict.models.limits import Price
from culture_conflict.models.protocol import Answer

__all__ = ["EditLine"]

Keep = Callable[[bytes], str | None]


@dataclass(frozen=True)
class EditLine:
    """An open line; `keep` stores a picture's bytes and gives its name, None for no picture.

    An answer's `text` is that name, and its `reasoning` what was said beside or instead of it.
    """

    litellm: Any
    options: ApiOptions
    key: str | None
    price: Price | None
    keep: Keep

    @classmethod
    def open(
        cls, options: ApiOptions, key: str | None, price: Price | None, keep: Keep
    ) -> EditLine:
        """Load the library; nothing is sent.

        Raises:
            ProviderError: the library is absent, or not the release looked through.
        """
        return cls(load_litellm(), options, key, price, keep)

    def arguments(self, pictures: Sequence[bytes], prompt: str) -> dict[str, Any]:
        """Litellm's arguments for pictures (PNG) and an instruction."""
        setting = self.options.setting
        given: dict[str, Any] = {
            "model": f"{ROUTES[setting.provider].wire}/{setting.model}",
            "api_base": base_url(setting),
            "api_key": self.key or "none",
            "timeout": setting.limits.timeout_s,
            "max_retries": 0,
            "num_retries": 0,
        }
        if self.options.wire == "edits":
            given |= {"image": list(pictures), "prompt": prompt, "n": 1}
            return given | dict(self.options.parameters)
        return given | self._generate(pictures, prompt)

    def _generate(self, pictures: Sequence[bytes], prompt: str) -> dict[str, Any]:
        urls = [data_url(each, "image/png") for each in pictures]
        content = [{"type": "image_url", "image_url": {"url": url}} for url in urls]
        plain = {k: v for k, v in self.options.parameters.items() if k != "aspect_ratio"}
        given: dict[str, Any] = {
            "messages": [{"role": "user", "content": [*content, {"type": "text", "text": prompt}]}],
            "modalities": ["image", "text"],
            **plain,
        }
        if (ratio := self.options.parameters.get("aspect_ratio")) is not None:
            config = {"generationConfig": {"imageConfig": {"aspectRatio": ratio}}}
            given["extra_body"] = config
        return given

    async def send(self, given: dict[str, Any]) -> Answer | Fault:
        """One request, never repeated; what the library raises becomes a fault without the key."""
        from openai import OpenAIError

        edits = self.options.wire == "edits"
        ask = self.litellm.aimage_edit if edits else self.litellm.acompletion
        try:
            response = await ask(**given)
        except OpenAIError as error:
            return fault_of(error, self.key)
        return self._edited(response) if edits else self._generated(response)

    async def close(self) -> None:
        """Close every connection."""
        await self.litellm.close_litellm_async_clients()

    def _generated(self, response: Any) -> Answer | Fault:
        answer = answer_of(response, self.price, self.key)
        if isinstance(answer, Fault):
            return answer
        message = response.choices[0].message if response.choices else None
        images = getattr(message, "images", None) or []
        urls = [str(image["image_url"]["url"]) for image in images]
        coded = urls[0].partition("base64,")[2] if urls else None
        return self._answer(coded, answer.text, answer)

    def _edited(self, response: Any) -> Answer:
        """A picture behind an address is not fetched: only what came counts."""
        first = response.data[0] if response.data else None
        usage = getattr(response, "usage", None)
        tokens = (_count(usage, "input_tokens"), _count(usage, "output_tokens"))
        told = Answer(
            finish_reason="stop",
            input_tokens=tokens[0],
            output_tokens=tokens[1],
            cost_usd=cost_of(*tokens, self.price),
        )
        return self._answer(getattr(first, "b64_json", None), None, told)

    def _answer(self, coded: str | None, words: str | None, told: Answer) -> Answer:
        name, finish = None, told.finish_reason
        if coded:
            try:
                name = self.keep(base64.b64decode(coded, validate=True))
            except binascii.Error:
                name = None
            finish = finish if name else "unreadable"
        return Answer(
            name,
            reasoning=words and without_key(words, self.key),
            finish_reason=finish,
            served_model=told.served_model,
            input_tokens=told.input_tokens,
            output_tokens=told.output_tokens,
            cost_usd=told.cost_usd,
        )


def _count(usage: Any, name: str) -> int | None:
    """Litellm reports missing usage as 0 tokens, which no edit has: that is unknown."""
    value = getattr(usage, name, None)
    return value if isinstance(value, int) and value > 0 else None
