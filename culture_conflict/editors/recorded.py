"""Pictures that failed a gate and are shown all the same (`mode: record`): apart from the others.

Every mart, interval and test is made per editor, so that a name of their own keeps them out of any
number about pictures that passed.
"""

from __future__ import annotations

__all__ = ["FAILED", "shown_editor"]

FAILED = " (failed gates)"


def shown_editor(editor: str, *, failed: bool) -> str:
    """The editor as variants name it; with a mark where the picture failed a gate."""
    return f"{editor}{FAILED}" if failed else editor
