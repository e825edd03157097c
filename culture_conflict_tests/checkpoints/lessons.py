"""What a tiny checkpoint learns: pictures, prompts and right answers in a folder.

A folder of lessons holds the pictures and `lessons.jsonl`, each line a picture's file name, a
prompt and the right answer. It needs no project to be read, so that an environment which only has
torch and transformers can train on it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

__all__ = ["TAUGHT", "Lesson", "read_lessons", "write_lessons", "write_sample_lessons"]

# Items of the sample whose drawings differ much.
TAUGHT = ("sushi", "taco", "croissant", "pizza", "kimono", "sari", "maracas", "djembe")
_FILE = "lessons.jsonl"


@dataclass(frozen=True)
class Lesson:
    """One encoded picture's file, what is asked, and what shall be answered."""

    picture: str
    prompt: str
    answer: str


def read_lessons(folder: Path) -> list[Lesson]:
    """The lessons of a folder, in order."""
    lines = (folder / _FILE).read_text(encoding="utf-8").splitlines()
    return [Lesson(**json.loads(line)) for line in lines]


def write_lessons(folder: Path, lessons: Iterable[tuple[bytes, str, str]]) -> list[Lesson]:
    """Write encoded pictures with their prompts and answers."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for data, prompt, answer in lessons:
        name = sha256(data).hexdigest()[:16] + ".png"
        (folder / name).write_bytes(data)
        made.append(Lesson(name, prompt, answer))
    lines = [json.dumps(asdict(lesson), ensure_ascii=False) for lesson in made]
    (folder / _FILE).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return made


def write_sample_lessons(folder: Path, external_ids: Iterable[str] = TAUGHT) -> list[Lesson]:
    """Original pictures of the sample, asked with the base prompt as it is sent.

    Each picture is asked twice: with the prompt alone, and with what an API's prompt adds.
    """
    from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
    from culture_conflict.places.countries import countries
    from culture_conflict.sources.sample.draw import draw_item
    from culture_conflict.sources.sample.rows import sample_items

    prompt, wanted = CONFUSED_TOURIST.prompts.load(), set(external_ids)
    lessons = []
    for item in sample_items().iter_rows(named=True):
        if item["external_id"] not in wanted:
            continue
        data = draw_item(item["code"], item["external_id"])
        said = {"name": item["name"], "country": countries()[item["country"]].name}
        for ending in ("", CONFUSED_TOURIST.forms[prompt.asks].suffix):
            asked = prompt.render(item["category"]) + ending
            lessons.append((data, asked, json.dumps(said, ensure_ascii=False)))
    return write_lessons(folder, lessons)
