"""What the assets of all editors share."""

import dagster as dg

from culture_conflict.editors.gates import Mode

__all__ = ["mode_of"]


def mode_of(mode: str) -> Mode:
    """A configured mode of gates.

    Raises:
        dg.Failure: it is neither.
    """
    if mode == "enforce":
        return "enforce"
    if mode == "record":
        return "record"
    raise dg.Failure(f"mode {mode!r}: expected enforce or record.")
