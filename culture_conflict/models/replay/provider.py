"""The provider of imported answers: it asks nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from culture_conflict.models.protocol import Answer, Request, Scalar

__all__ = ["IMPORTED_PROMPT", "NAME", "NOT_IMPORTED", "Replay"]

NAME = "replay"
# The prompt_id of answers whose prompt nobody named; it never is one of ours.
IMPORTED_PROMPT = "imported"
NOT_IMPORTED = (
    "no answer was imported for this picture; import a file that holds it with "
    "`culture-conflict answers import`, or read the rates at their coverage"
)


class Replay:
    """Answers nothing: what was imported stands in the ledger and is never asked for.

    A variant without an imported answer gets the state `error`, so that it lowers the coverage,
    leaves `rate` and counts as wrong in `rate_all` (ruling 8); nothing is written to the ledger for
    it. `parameters` are the row's: they say how the answers were made.
    """

    batch_size = 256
    in_flight = 1

    def __init__(self, parameters: Mapping[str, Scalar]) -> None:
        self._parameters = dict(parameters)

    @property
    def parameters(self) -> Mapping[str, Scalar]:
        return self._parameters

    @property
    def calls(self) -> int:
        """Always 0."""
        return 0

    async def ask(self, requests: Sequence[Request]) -> Sequence[Answer]:
        return [Answer(error=NOT_IMPORTED) for _ in requests]

    async def close(self) -> None:
        """Nothing is open."""
