"""One picture sent to a model: what works, what is left out, what all pictures would cost."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from culture_conflict.models.api.capabilities import DEFAULT
from culture_conflict.models.api.provider import ApiModel, ApiPlace
from culture_conflict.models.api.routes import base_url
from culture_conflict.models.protocol import Answer, Request
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.words import counted

if TYPE_CHECKING:
    from culture_conflict.models.vllm.provider import VllmModel

__all__ = ["Checked", "check"]


@dataclass(frozen=True)
class Checked:
    """What a check found; `state` is that of ruling 7."""

    setting: ModelSetting
    parameters: dict[str, str]
    left_out: tuple[str, ...]
    answer: Answer
    state: str
    requests: int

    def lines(self) -> list[str]:
        """For a person, one fact a line; no key, no picture."""
        answer, setting = self.answer, self.setting
        own = "a server on this machine" if setting.provider == "vllm" else None
        address = base_url(setting) or own or "the library's own address"
        told = ", ".join(f"{name} = {value.strip()}" for name, value in self.parameters.items())
        lines = [
            f"asked: {setting.provider}, model {setting.model}, at {address}",
            f"answered: state {self.state} after {counted(self.requests, 'request')}",
            f"served by: {answer.served_model or 'not told'}",
            f"in effect: {told}",
            f"left out, the model refuses them: {', '.join(self.left_out) or 'nothing'}",
        ]
        if answer.text is not None:
            lines.append(f"answer: {' '.join(answer.text.split())[:200]}")
        if answer.error is not None:
            lines.append(f"fault: {answer.error}")
        tokens = f"{_known(answer.input_tokens)} in, {_known(answer.output_tokens)} out"
        return [*lines, f"tokens: {tokens}; cost: {_dollars(answer.cost_usd)}"]

    def cost_of(self, n_pictures: int) -> str:
        """What so many pictures would cost at this answer's price; unknown stays unknown."""
        cost = self.answer.cost_usd
        total = "unknown" if cost is None else f"about {_dollars(cost * n_pictures)}"
        return (
            f"{n_pictures:,} pictures: {total} (limit of a run ${self.setting.max_cost_usd:,.2f})"
        )


def check(setting: ModelSetting, place: ApiPlace, picture: Request) -> Checked:
    """Ask about one picture, outside the ledger; it costs what one answer costs.

    Raises:
        ProviderError: no key, no library, an unknown price, or a provider that can't be asked.
        RegistryError: the model does not take the row's parameters.
    """
    model = _model(setting, place)

    async def one() -> Answer:
        try:
            model.expect(1, picture.prompt)
            (answer,) = await model.ask([picture])
        finally:
            await model.close()
        return answer

    answer = asyncio.run(one())
    left_out = {name for name, value in model.parameters.items() if value == DEFAULT}
    shown = {n: str(v) for n, v in model.parameters.items() if n not in {*left_out, "model"}}
    state = place.form.parse(answer).state
    return Checked(setting, shown, tuple(sorted(left_out)), answer, state, model.calls)


def _model(setting: ModelSetting, place: ApiPlace) -> ApiModel | VllmModel:
    if setting.provider != "vllm":
        return ApiModel(setting, place)
    from culture_conflict.models.vllm.provider import VllmModel

    return VllmModel(setting, place)


def _known(number: int | None) -> str:
    return "unknown" if number is None else f"{number:,}"


def _dollars(usd: float | None) -> str:
    return "unknown" if usd is None else f"${usd:,.5f}" if usd < 1 else f"${usd:,.2f}"
