"""The prompts there are: those of the package, and those a user added to the home."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from culture_conflict.benchmarks.prompts import (
    Prompt,
    PromptError,
    PromptSet,
    read_prompt_text,
)
from culture_conflict.errors import HomeError
from culture_conflict.models.keys import sha256_of
from culture_conflict.models.settings import is_slug, slug
from culture_conflict.models.words import did_you_mean, listed

__all__ = ["PromptLibrary"]

_MARK = 10
_HEAD = re.compile(r"\A---\n")


@dataclass(frozen=True)
class PromptLibrary:
    """Prompts by `prompt_id`; `folder` holds the user's own, one file each, never changed.

    A user's prompt is versioned by its words: its `prompt_id` is its name and the first ten digits
    of the sha256 of the text, so that other words are another prompt. Where a benchmark's prompts
    ask for several things, those for each lie in a folder of its name.
    """

    folder: Path
    packaged: PromptSet

    def prompts(self) -> list[Prompt]:
        """Every prompt, the package's first, each by its name.

        Raises:
            PromptError: a file of the folder is not what its name says.
        """
        own = [
            self._load(path, asks)
            for asks in self.packaged.asks
            for path in sorted(self._folder_of(asks).glob("*.md"))
        ]
        return [*self.packaged.packaged(), *own]

    def get(self, name: str) -> Prompt:
        """A prompt by its `prompt_id`, or by its name where that names just one.

        Raises:
            PromptError: there is none, or several have the name.
        """
        prompts = self.prompts()
        ids = [prompt.prompt_id for prompt in prompts]
        found = [prompt for prompt in prompts if name in {prompt.prompt_id, prompt.name}]
        if not found:
            raise PromptError(
                f"prompt {name!r} is unknown{did_you_mean(name, ids)}. Known are {listed(ids)}; "
                f"`culture-conflict prompts add FILE` adds one of your own."
            )
        if len(found) > 1:
            versions = listed([prompt.prompt_id for prompt in found])
            raise PromptError(f"prompt {name!r} has several versions: name one of {versions}.")
        return found[0]

    def add(self, path: Path) -> Prompt:
        """Keep the words of a file as a prompt; a text that is there already is not added again.

        The file is text as the package's prompts are, with or without their head. Its name is the
        head's `id`, else the file's; without a head it asks for what the benchmark's base asks.

        Raises:
            PromptError: the file can't be read or used, or the package has a prompt of this name.
            HomeError: the folder can't be written.
        """
        name, text, asks = self._read(path)
        for known in self.prompts():
            if known.text == text:
                return known
        if any(name == prompt.name for prompt in self.packaged.packaged()):
            raise PromptError(
                f"{path}: {name!r} is a prompt of the package. Give the file another name or id."
            )
        prompt = Prompt(f"{name}-{sha256_of(text)[:_MARK]}", 1, text, asks, self.packaged.words)
        if not is_slug(prompt.prompt_id):
            raise PromptError(f"{path}: {name!r} is too long for a name. Shorten it.")
        self._write(prompt)
        return prompt

    def _write(self, prompt: Prompt) -> None:
        path = self._folder_of(prompt.asks) / f"{prompt.prompt_id}.md"
        temporary = path.with_name(f".{path.name}.{os.getpid()}.writing")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(prompt.text + "\n", encoding="utf-8")
            temporary.replace(path)
        except OSError as error:
            raise HomeError(
                f"{path} can't be written ({error.strerror or error}). Free space or mend the "
                f"folder's permissions."
            ) from error

    def _folder_of(self, asks: str) -> Path:
        return self.folder if len(self.packaged.asks) == 1 else self.folder / asks

    def _read(self, path: Path) -> tuple[str, str, str]:
        """Name and words of a user's file, and what it asks for."""
        text = read_prompt_text(path)
        if _HEAD.match(text):
            prompt = self.packaged.read(path)
            return prompt.name, prompt.text, prompt.asks
        self.packaged.check_text(path, text.strip())
        return slug(path.stem), text.strip(), self.packaged.asks[0]

    def _load(self, path: Path, asks: str) -> Prompt:
        """A prompt of the home, whose file still holds the words it was named by."""
        text = read_prompt_text(path).strip()
        if not path.stem.endswith(f"-{sha256_of(text)[:_MARK]}") or not is_slug(path.stem):
            raise PromptError(
                f"{path} does not hold the words it was added with, so its name would lie. Take it "
                f"away, and add changed words with `culture-conflict prompts add FILE`."
            )
        self.packaged.check_text(path, text)
        return Prompt(path.stem, 1, text, asks, self.packaged.words)
