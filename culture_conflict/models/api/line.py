"""An open line to a provider: the library, the connections and what all requests share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from culture_conflict.models.api.answers import answer_of
from culture_conflict.models.api.faults import Fault, fault_of
from culture_conflict.models.api.library import load_litellm
from culture_conflict.models.api.wire import make_client
from culture_conflict.models.limits import Price
from culture_conflict.models.protocol import Answer
from culture_conflict.models.settings import ModelSetting

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["Line"]


@dataclass(frozen=True)
class Line:
    """Open from the first request to the end of a run, within one event loop."""

    litellm: Any
    client: AsyncOpenAI | None
    key: str | None
    price: Price | None

    @classmethod
    def open(cls, setting: ModelSetting, key: str | None, price: Price | None) -> Line:
        """Load the library and make the client; nothing is sent.

        Raises:
            ProviderError: the library is absent, or not the release looked through.
        """
        return cls(load_litellm(), make_client(setting, key), key, price)

    async def send(self, given: dict[str, Any]) -> Answer | Fault:
        """One request, never repeated; what the library raises becomes a fault without the key."""
        from openai import OpenAIError

        client = {} if self.client is None else {"client": self.client}
        try:
            response = await self.litellm.acompletion(**given, **client)
        except OpenAIError as error:
            return fault_of(error, self.key)
        return answer_of(response, self.price, self.key)

    async def close(self) -> None:
        """Close every connection."""
        if self.client is not None:
            await self.client.close()
        else:
            await self.litellm.close_litellm_async_clients()
