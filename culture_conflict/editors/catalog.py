"""Editors by key; each is a partition of what is edited."""

from __future__ import annotations

from culture_conflict.editors.protocol import Editor
from culture_conflict.errors import EditError

__all__ = ["EDITORS", "make_editor"]

EDITORS = ("local",)


def make_editor(key: str) -> Editor:
    """The editor of this key, made when it is needed.

    Raises:
        EditError: `unknown_editor`.
    """
    if key == "local":
        from culture_conflict.editors.local.editor import LocalEditor

        return LocalEditor()
    raise EditError(
        f"editor {key!r} is unknown. Known are {', '.join(EDITORS)}.", reason="unknown_editor"
    )
