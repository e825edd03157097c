"""In which order a rejected picture is made again: next seed, next prompt, next editor (A.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["PROMPTS", "Step", "instruction", "ladder", "making_prompt"]

PROMPTS = ("harmonise-1", "harmonise-2")


@dataclass(frozen=True)
class Step:
    """One try: which editor, by which prompt, with which seed (counted from 0)."""

    editor: str
    prompt_id: str
    seed: int


def ladder(
    editors: Sequence[str], prompts: Sequence[str] = PROMPTS, seeds: int = 2
) -> Iterator[Step]:
    """Every try in order: the seeds of a prompt, then the next prompt, then the next editor."""
    for editor in editors:
        for prompt_id in prompts:
            for seed in range(seeds):
                yield Step(editor, prompt_id, seed)


def instruction(prompt_id: str, n_dishes: int) -> str:
    """The prompt for a picture of one or two dishes."""
    return making_prompt(prompt_id, foods="one dish" if n_dishes == 1 else "two dishes")


def making_prompt(prompt_id: str, **words: str) -> str:
    """The prompt of that name with these words in their places."""
    return _prompt(prompt_id).format(**words).strip()


@cache
def _prompt(prompt_id: str) -> str:
    folder = files("culture_conflict.benchmarks.culture_mix") / "prompts" / "making"
    return folder.joinpath(f"{prompt_id}.md").read_text(encoding="utf-8")
