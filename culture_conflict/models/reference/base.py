"""What the reference models share: work in a thread, answers as the prompt asks for them."""

from __future__ import annotations

import asyncio
import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from culture_conflict.errors import PictureError
from culture_conflict.models.protocol import Answer, Request, Scalar

__all__ = ["UNKNOWN", "Reference"]

UNKNOWN = "unknown"


class Reference(ABC):
    """A model that needs no network and sees nothing but the request; never called a VLM.

    A chunk of requests is worked on in a thread, so that the event loop stays free; cancelling
    lets at most two chunks run to their end unheard.
    """

    name: ClassVar[str]
    batch_size = 16
    in_flight = 2

    def __init__(self) -> None:
        self._calls = 0
        self._lock = threading.Lock()
        self._prepared = False

    @property
    @abstractmethod
    def parameters(self) -> Mapping[str, Scalar]:
        """Everything but the revision that an answer depends on."""

    @abstractmethod
    def answer(self, request: Request) -> tuple[str, str]:
        """The item's name and its country, `unknown` where nothing is seen.

        Raises:
            PictureError: the picture can't be opened.
        """

    def fields(self, request: Request) -> Mapping[str, str | float]:
        """The named values of the answer, in order: by default an item's name and its country.

        Raises:
            PictureError: the picture can't be opened.
        """
        name, country = self.answer(request)
        return {"name": name, "country": country}

    def prepare(self) -> None:  # noqa: B027 - there may be nothing to work out
        """What is worked out once, before the first answer."""

    @property
    def calls(self) -> int:
        """Requests received since it was made."""
        return self._calls

    async def ask(self, requests: Sequence[Request]) -> Sequence[Answer]:
        """One answer each, in order; a picture that can't be opened is a fault of its own."""
        self._calls += len(requests)
        return await asyncio.to_thread(self._answer_all, requests)

    async def close(self) -> None:  # noqa: B027 - part of the protocol
        """Nothing is held open."""

    def _answer_all(self, requests: Sequence[Request]) -> list[Answer]:
        with self._lock:
            if not self._prepared:
                self.prepare()
                self._prepared = True
        return [self._one(request) for request in requests]

    def _one(self, request: Request) -> Answer:
        try:
            fields = self.fields(request)
        except PictureError as error:
            return Answer(error=f"picture not opened ({error.reason}): {error}")
        text = json.dumps(fields, ensure_ascii=False)
        return Answer(text, finish_reason="stop", served_model=self.name, cost_usd=0.0)
