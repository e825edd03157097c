"""An open-weight checkpoint behind vLLM: a server by address, a shared one, or one of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from culture_conflict.models.api.provider import ApiModel, ApiPlace
from culture_conflict.models.api.retry import MAX_REQUESTS
from culture_conflict.models.protocol import Answer, Request, Scalar
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.vllm.command import fingerprint
from culture_conflict.models.vllm.server import Server, start
from culture_conflict.models.vllm.shared import wait_for

__all__ = ["VllmModel"]

_LOOK_S = 1.0


class VllmModel:
    """Asks as any model behind an API, at a server that is up before the first picture is sent.

    A server of its own starts when something is to be asked, and ends with `close`; it lives no
    longer than this process.

    Raises:
        RegistryError: vLLM does not take the row's parameters.
    """

    batch_size = 1
    max_requests = MAX_REQUESTS

    def __init__(self, setting: ModelSetting, place: ApiPlace) -> None:
        self._setting, self._place = setting, place
        self._asked = ApiModel(setting, place)
        self._expected: tuple[int, str] = (0, "")
        self._ready: asyncio.Task[None] | None = None
        self._server: Server | None = None
        self._notes: dict[str, str] = {}
        self.in_flight = setting.limits.in_flight

    @property
    def parameters(self) -> Mapping[str, Scalar]:
        return {**self._asked.parameters, "serve": self._setting.serve.recorded()}

    @property
    def calls(self) -> int:
        """Requests sent, those asked again included."""
        return self._asked.calls

    def expect(self, n_requests: int, prompt: str) -> None:
        """Refuse what can't be served; the server is found or started with the first picture.

        Raises:
            RegistryError: the row can't be served as it is.
            ProviderError: a local checkpoint is not there.
        """
        self._expected = (n_requests, prompt)
        if self._setting.base_url is None:
            fingerprint(self._setting)

    async def ask(self, requests: Sequence[Request]) -> Sequence[Answer]:
        """Ask; a server of its own that ends meanwhile ends the run, with the end of its log.

        Raises:
            ProviderError: there is no server and none can be started; the message says why.
        """
        if self._ready is None:
            self._ready = asyncio.ensure_future(self._locate())
        await asyncio.shield(self._ready)
        asking = asyncio.ensure_future(self._asked.ask(requests))
        try:
            while not (await asyncio.wait({asking}, timeout=_LOOK_S))[0]:
                self._require_alive()
            answers = asking.result()
        finally:
            asking.cancel()
        if any(answer.error for answer in answers):
            self._require_alive()
        return [replace(answer, notes={**answer.notes, **self._notes}) for answer in answers]

    async def close(self) -> None:
        """Close the connections, and end a server of its own with all its children."""
        if self._ready is not None:
            self._ready.cancel()
            await asyncio.wait({self._ready})
        await self._asked.close()
        server, self._server = self._server, None
        if server is not None:
            server.stop()

    def _require_alive(self) -> None:
        if self._server is not None:
            self._server.require_alive()

    async def _locate(self) -> None:
        """Ask from now on at the row's address, the shared server's or that of one of its own."""
        url = self._setting.base_url or await self._address()
        located = self._setting.model_copy(update={"base_url": url})
        self._asked = ApiModel(located, self._place)
        self._asked.expect(*self._expected)

    async def _address(self) -> str:
        folder, say = self._place.servers, self._place.log
        shared = await wait_for(self._setting, folder, say)
        if shared is not None:
            say(f"{self._setting.key}: asks the shared server at {shared.url}")
            self._notes = {"vllm": shared.version, "server": shared.fingerprint}
            return shared.url
        # Started here, in the event loop's own thread: the server ends with its starter's thread.
        self._server = await start(self._setting, folder, say).ready()
        self._notes = {"vllm": self._server.version, "server": self._server.fingerprint}
        return self._server.url
