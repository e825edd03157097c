"""What a model is asked (ConfusedTourist §4.1, in our own words), kept in files with a version."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from culture_conflict.errors import CultureConflictError

__all__ = [
    "CATEGORY_WORDS",
    "Prompt",
    "PromptError",
    "check_text",
    "load_packaged",
    "load_prompt",
    "load_prompt_file",
    "read_prompt_text",
]

CATEGORY_WORDS: Mapping[str, str] = MappingProxyType(
    {"cuisine": "dish", "attire": "garment", "music": "musical instrument"}
)

_FOLDER = Path(__file__).parent / "prompts"
_FRONT = re.compile(r"\A---\n(?P<front>.*?)\n---\n(?P<text>.*)\Z", re.DOTALL)
_ID = re.compile(r"[a-z0-9][a-z0-9._-]*")
_MAX_BYTES = 100_000
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class PromptError(CultureConflictError):
    """A prompt is unknown or its file can't be used."""


@dataclass(frozen=True)
class Prompt:
    """One version of one prompt; `prompt_id` joins both, e.g. `base-v1`."""

    prompt_id: str
    version: int
    text: str

    @property
    def name(self) -> str:
        """The prompt's name without its version."""
        return self.prompt_id.rpartition("-")[0]

    def render(self, category: str) -> str:
        """The words sent for an item of this category.

        Raises:
            PromptError: the category has no word.
        """
        if category not in CATEGORY_WORDS:
            raise PromptError(
                f"prompt {self.prompt_id}: no word for category {category!r}. "
                f"Known are {', '.join(CATEGORY_WORDS)}."
            )
        return self.text.replace("{category}", CATEGORY_WORDS[category])


def load_prompt(name: str) -> Prompt:
    """A prompt of the package, by the name of its file.

    Raises:
        PromptError: there is no prompt of this name; the message lists the known ones.
    """
    known = {path.stem: path for path in sorted(_FOLDER.glob("*.md"))}
    if name not in known:
        raise PromptError(
            f"prompt {name!r} is unknown. Known are {', '.join(known)}; load_prompt_file reads one "
            f"of your own."
        )
    return load_prompt_file(known[name])


def load_packaged() -> list[Prompt]:
    """Every prompt of the package, by its name."""
    return [load_prompt_file(path) for path in sorted(_FOLDER.glob("*.md"))]


def load_prompt_file(path: Path) -> Prompt:
    """A prompt of your own: lines `id:` and `version:` between two `---`, then the text.

    The text may hold `{category}` and no other placeholder.

    Raises:
        PromptError: the file can't be read, or its head, text or placeholders are not as above.
    """
    content = read_prompt_text(path)
    if not (parts := _FRONT.match(content)):
        raise PromptError(f"{path}: expected `---`, `id:`, `version:`, `---`, then the text.")
    pairs = (line.partition(":") for line in parts["front"].splitlines() if line.strip())
    front = {key.strip(): value.strip() for key, _, value in pairs}
    text = parts["text"].strip()
    _check(path, front, text)
    return Prompt(f"{front['id']}-v{int(front['version'])}", int(front["version"]), text)


def read_prompt_text(path: Path) -> str:
    """A prompt's file as it is, its line ends made plain.

    Raises:
        PromptError: it is no UTF-8 text, or longer than a prompt can be.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise PromptError(f"{path}: can't be read ({error.strerror or error}).") from error
    if len(data) > _MAX_BYTES:
        raise PromptError(f"{path}: longer than {_MAX_BYTES} bytes, which is no prompt.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PromptError(f"{path}: can't be read as UTF-8 text ({error}).") from error
    return text.replace("\r\n", "\n")


def check_text(path: Path, text: str) -> None:
    """Refuse words that can't be asked.

    Raises:
        PromptError: there are none, or they hold another placeholder than `{category}`.
    """
    if not text:
        raise PromptError(f"{path}: there is no text below the head.")
    if unknown := set(_PLACEHOLDER.findall(text)) - {"category"}:
        raise PromptError(
            f"{path}: unknown placeholder {', '.join(sorted(unknown))}; only category is filled in."
        )


def _check(path: Path, front: Mapping[str, str], text: str) -> None:
    if set(front) != {"id", "version"}:
        raise PromptError(f"{path}: the head holds {sorted(front)}, expected id and version.")
    if not _ID.fullmatch(front["id"]):
        raise PromptError(f"{path}: id {front['id']!r} must match {_ID.pattern}.")
    if not re.fullmatch(r"[1-9][0-9]{0,5}", front["version"]):
        raise PromptError(f"{path}: version {front['version']!r} must be a whole number from 1.")
    check_text(path, text)
