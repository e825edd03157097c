"""Editors by key; each is a partition of what is edited."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from culture_conflict.editors.protocol import Editor
from culture_conflict.editors.registry import LOCAL, EditorRow
from culture_conflict.errors import EditError, RegistryError

__all__ = ["ON_A_GPU", "PAINTERS", "make_editor", "require_editor", "require_painter"]

ON_A_GPU = ("qwen", "flux")
PAINTERS = (*ON_A_GPU, "api")  # kinds that follow any instruction


def require_editor(key: str, rows: Sequence[EditorRow]) -> EditorRow:
    """The row of this key.

    Raises:
        EditError: `unknown_editor`.
    """
    for row in rows:
        if row.key == key:
            return row
    raise EditError(
        f"editor {key!r} is unknown. Known are {', '.join(row.key for row in rows)}. "
        f"Add a row to editors.yaml.",
        reason="unknown_editor",
    )


def require_painter(key: str, rows: Sequence[EditorRow]) -> EditorRow:
    """The row of this key, if such an editor can paint an item into another country.

    Raises:
        RegistryError: it can't, or there is none; the message names those that can.
    """
    row = next((row for row in rows if row.key == key), None)
    if row is not None and row.kind in PAINTERS:
        return row
    what = "there is no such editor" if row is None else "it paints no flags and landmarks"
    *kinds, last = PAINTERS
    raise RegistryError(
        f"Editor `{key}`: {what}. Rows of editors.yaml of kind {', '.join(kinds)} or {last} do: "
        + _how_to_name([row.key for row in rows if row.kind in PAINTERS and row.enabled])
    )


def _how_to_name(painters: Sequence[str]) -> str:
    build = "`culture-conflict build --benchmark confused_tourist --source NAME --editor"
    if painters:
        first = painters[0]
        return f"{', '.join(painters)}. Name one, by {build} {first}` or by its partition."
    return (
        "none is enabled. Write one below `editors:`, for instance `- {key: nano, kind: api, "
        "provider: gemini, model: gemini-2.5-flash-image}`, and name its key, by "
        f"{build} nano` or by its partition."
    )


def make_editor(
    key: str,
    rows: Sequence[EditorRow] = (LOCAL,),
    *,
    kept: Path | None = None,
    root: Path | None = None,
) -> Editor:
    """The editor of this key, made when it is needed; `rows` are those of `load_editors`.

    Where a folder is given, the work of a slow one is `kept` there as it comes. `root` is the
    home's, where an API's editor keeps what was paid for.

    Raises:
        EditError: `unknown_editor`.
        RegistryError: its row can't be used, or is switched off.
    """
    row = require_editor(key, rows)
    if not row.enabled:
        raise RegistryError(
            f"Editor `{key}` is switched off (`enabled: false`), so that nobody is asked or paid. "
            f"Switch its row in editors.yaml on to edit with it."
        )
    if row.kind == "local":
        from culture_conflict.editors.local.editor import LocalEditor

        return LocalEditor()
    if row.kind == "api":
        from culture_conflict.editors.api.editor import api_editor

        if root is None:
            raise RegistryError(f"Editor `{key}`: it needs a home to keep what is paid for.")
        return api_editor(row, root)
    from culture_conflict.editors.diffusers.editor import DiffusionEditor
    from culture_conflict.editors.diffusers.options import read_options
    from culture_conflict.editors.kept import KeptEdits

    editor = DiffusionEditor(read_options(row))
    return editor if kept is None else KeptEdits(editor, kept)
