"""What it takes to ask a model: the request, the answer, and who can be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

__all__ = ["Answer", "Expecting", "Parsed", "Parser", "Parsers", "Provider", "Request", "Retrying"]

Scalar = str | int | float | bool | None


@dataclass(frozen=True)
class Request:
    """Exactly what a model receives: one encoded picture and one prompt."""

    picture: bytes
    media_type: str
    prompt: str


@dataclass(frozen=True)
class Answer:
    """What came back, as it came; `error` is set where nothing usable did.

    `error` names the fault in one line and never holds a key or a picture. `notes` is what else
    must be kept of how it came about, e.g. library versions, or the bytes sent for a picture that
    was too large.
    """

    text: str | None = None
    reasoning: str | None = None
    finish_reason: str | None = None
    served_model: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    error: str | None = None
    notes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Parsed:
    """An answer as the benchmark understands it: a state of ruling 7 and its named fields."""

    state: str
    fields: Mapping[str, str | None] = field(default_factory=dict)


class Parser(Protocol):
    """Turns an answer into a state and fields; never raises on an answer's content."""

    def __call__(self, answer: Answer) -> Parsed: ...


@dataclass(frozen=True)
class Parsers:
    """The parsers of a benchmark whose prompts ask for several things, by `prompt_id`.

    As a parser it is the `usual` one, which also reads answers to prompts that it does not know.
    `by_category` are those of the categories of a prompt whose answers are read otherwise.
    """

    usual: Parser
    by_prompt: Mapping[str, Parser] = field(default_factory=dict)
    by_category: Mapping[str, Parsers] = field(default_factory=dict)

    def __call__(self, answer: Answer) -> Parsed:
        return self.usual(answer)

    def of(self, prompt_id: str, category: str | None = None) -> Parser:
        """The parser of answers to one prompt, put in the words of a category."""
        mine = self if category is None else self.by_category.get(category, self)
        return mine.by_prompt.get(prompt_id, mine.usual)


class Provider(Protocol):
    """Somebody who can be asked.

    `ask` gets at most `batch_size` requests and returns one answer each, in order; a fault of one
    request is an `Answer` with `error`, a fault of the provider itself is raised. It must be
    cancellable at every await. At most `in_flight` calls run at a time.
    """

    batch_size: int
    in_flight: int

    @property
    def parameters(self) -> Mapping[str, Scalar]:
        """The parameters that take effect; they are part of each answer's key."""
        ...

    @property
    def calls(self) -> int:
        """How many requests this provider has received since it was made."""
        ...

    async def ask(self, requests: Sequence[Request]) -> Sequence[Answer]: ...

    async def close(self) -> None: ...


@runtime_checkable
class Retrying(Protocol):
    """A provider that has sent each request as often as it may; nobody asks again after it."""

    max_requests: int


@runtime_checkable
class Expecting(Protocol):
    """A provider that is told how much will be asked before anything is sent."""

    def expect(self, n_requests: int, prompt: str) -> None:
        """Raise a `ProviderError` where asking can't succeed; `prompt` is the longest one."""
        ...
