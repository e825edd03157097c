"""What an entry of the ledger says by the parser in force, and whether that is final."""

from __future__ import annotations

from culture_conflict.models.entry import Entry, well_formed
from culture_conflict.models.protocol import Parsed, Parser, Parsers
from culture_conflict.models.replay.provider import NAME as REPLAY

__all__ = ["came_to_nothing", "is_asked_again", "judge"]

_ASKED_AGAIN = ("error", "empty")
# Nobody can be asked again for an imported answer: an empty one is what the model said.
_REPLAYED_AGAIN = ("error",)


def judge(entry: Entry, parse: Parser, category: str | None = None) -> Parsed:
    """The parse of an answer by its prompt's parser; a fault is an `error` whatever that is.

    `category` is that of the variant: it says in which words was asked. JSON inside an answer may
    spell what no table can hold, so that the fields are mended as the answer itself was.
    """
    if isinstance(parse, Parsers):
        parse = parse.of(entry.prompt_id, category)
    parsed = parse(entry.as_answer())
    fields = {name: well_formed(text) for name, text in parsed.fields.items()}
    return Parsed(parsed.state if entry.error is None else "error", fields)


def is_asked_again(state: str, *, imported: bool = False) -> bool:
    """Whether ruling 7 asks again by itself: `error`, and `empty` where somebody can be asked."""
    return state in (_REPLAYED_AGAIN if imported else _ASKED_AGAIN)


def came_to_nothing(entry: Entry, parsed: Parsed) -> bool:
    """Whether the state of an entry is one that is asked again."""
    return is_asked_again(parsed.state, imported=entry.provider == REPLAY)
