"""What models are asked: words in files with a version, one set of them per benchmark."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from culture_conflict.errors import CultureConflictError

__all__ = ["BASE", "Prompt", "PromptError", "PromptSet", "read_prompt_text"]

BASE = "base"

_FRONT = re.compile(r"\A---\n(?P<front>.*?)\n---\n(?P<text>.*)\Z", re.DOTALL)
_ID = re.compile(r"[a-z0-9][a-z0-9._-]*")
_MAX_BYTES = 100_000
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class PromptError(CultureConflictError):
    """A prompt is unknown or its file can't be used."""


@dataclass(frozen=True)
class Prompt:
    """One version of one prompt; `prompt_id` joins both, e.g. `base-v1`.

    `asks` is what it asks for, which decides how answers are read; `words` are those that
    `{category}` stands for.
    """

    prompt_id: str
    version: int
    text: str
    asks: str
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The prompt's name without its version."""
        return self.prompt_id.rpartition("-")[0]

    def render(self, category: str) -> str:
        """The words sent for a picture of this category.

        Raises:
            PromptError: the benchmark tells categories apart, and this one has no word.
        """
        if not self.words:
            return self.text
        if category not in self.words:
            raise PromptError(
                f"prompt {self.prompt_id}: no word for category {category!r}. "
                f"Known are {', '.join(self.words)}."
            )
        return self.text.replace("{category}", self.words[category])


@dataclass(frozen=True)
class PromptSet:
    """A benchmark's prompts: the folder of the package's, and what their files may hold.

    `words` are what `{category}` stands for, by category; without any there is no placeholder.
    `asks` are the things that a prompt may ask for, the first where its file does not say.
    """

    folder: Path
    words: Mapping[str, str] = field(default_factory=dict)
    asks: tuple[str, ...] = ("answer",)

    def load(self, name: str = BASE) -> Prompt:
        """A prompt of the package, by the name of its file.

        Raises:
            PromptError: there is no prompt of this name; the message lists the known ones.
        """
        known = {path.stem: path for path in sorted(self.folder.glob("*.md"))}
        if name not in known:
            raise PromptError(
                f"prompt {name!r} is unknown. Known are {', '.join(known)}; "
                f"`culture-conflict prompts add FILE` adds one of your own."
            )
        return self.read(known[name])

    def packaged(self) -> list[Prompt]:
        """Every prompt of the package, by its name."""
        return [self.read(path) for path in sorted(self.folder.glob("*.md"))]

    def read(self, path: Path) -> Prompt:
        """A file: lines `id:` and `version:` between two `---`, then the text.

        Where prompts may ask for several things, a line `asks:` says for which. The text holds no
        placeholder but `{category}`, and that only where the benchmark tells categories apart.

        Raises:
            PromptError: the file can't be read, or its head, text or placeholders are not as above.
        """
        content = read_prompt_text(path)
        if not (parts := _FRONT.match(content)):
            raise PromptError(f"{path}: expected `---`, `id:`, `version:`, `---`, then the text.")
        pairs = (line.partition(":") for line in parts["front"].splitlines() if line.strip())
        front = {key.strip(): value.strip() for key, _, value in pairs}
        text = parts["text"].strip()
        self._check_head(path, front)
        self.check_text(path, text)
        version = int(front["version"])
        asks = front.get("asks", self.asks[0])
        return Prompt(f"{front['id']}-v{version}", version, text, asks, self.words)

    def check_text(self, path: Path, text: str) -> None:
        """Refuse words that can't be asked.

        Raises:
            PromptError: there are none, or they hold a placeholder that is not filled in.
        """
        if not text:
            raise PromptError(f"{path}: there is no text below the head.")
        known = {"category"} if self.words else set()
        if unknown := set(_PLACEHOLDER.findall(text)) - known:
            raise PromptError(
                f"{path}: unknown placeholder {', '.join(sorted(unknown))}; "
                f"{'only category' if known else 'none'} is filled in."
            )

    def _check_head(self, path: Path, front: Mapping[str, str]) -> None:
        needed = {"id", "version"}
        optional = {"asks"} if len(self.asks) > 1 else set()
        if not needed <= set(front) <= needed | optional:
            expected = "id, version and asks" if optional else "id and version"
            raise PromptError(f"{path}: the head holds {sorted(front)}, expected {expected}.")
        if not _ID.fullmatch(front["id"]):
            raise PromptError(f"{path}: id {front['id']!r} must match {_ID.pattern}.")
        if not re.fullmatch(r"[1-9][0-9]{0,5}", front["version"]):
            raise PromptError(
                f"{path}: version {front['version']!r} must be a whole number from 1."
            )
        if front.get("asks", self.asks[0]) not in self.asks:
            raise PromptError(
                f"{path}: asks {front['asks']!r} is unknown. Known are {', '.join(self.asks)}."
            )


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
