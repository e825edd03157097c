"""Real answers of real models, where the files with them are at hand: rates that make sense."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from culture_conflict.benchmarks.confused_tourist.matching import contained, same_item
from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.models.protocol import Answer
from culture_conflict.places.normalize import resolve_country

DATA = Path(__file__).parents[2].parent / "shared" / "data"
MODELS = ("gemini-1.5-flash", "gpt-4o-2024-08-06")
CATEGORIES = {"cuisine": "cuisine", "attire": "attire", "instruments": "music"}


def file(*parts: str) -> Path:
    path = DATA.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"{'/'.join(parts)}: these answers of real models lie outside the project")
    return path


def judged(model: str) -> Iterator[tuple[str, bool, bool, str]]:
    """Language, right as guarded, right as published, and the state, where the truth is known."""
    path = file("worldcuisines", f"answers_{model}.jsonl")
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        truth = resolve_country(row["answer"])
        if truth is not None:
            parsed = parse(Answer(text=row["prediction"]))
            right = parsed.state == "ok" and parsed.fields["country"] == truth
            yield row["lang"], right, contained(row["prediction"], [row["answer"]]), parsed.state


@pytest.mark.parametrize("model", MODELS)
def test_rates_are_near_the_published_ones(model: str) -> None:
    rows = list(judged(model))
    scores = json.loads(file("worldcuisines", f"published_scores_{model}.json").read_text("utf-8"))
    published = scores["2. Regional Cuisine"]
    languages = sorted({lang for lang, *_ in rows} & set(published))
    assert len(rows) > 2500
    assert len(languages) > 20
    for language in languages:
        mine = [right for lang, right, _, _ in rows if lang == language]
        assert abs(100 * sum(mine) / len(mine) - published[language]) < 15, language
    rate = 100 * sum(right for _, right, _, _ in rows) / len(rows)
    assert abs(rate - published["avg_score"]) < 8


@pytest.mark.parametrize("model", MODELS)
def test_the_guarded_rule_loses_hardly_any_answer_that_is_literally_right(model: str) -> None:
    rows = list(judged(model))
    lost = [row for row in rows if row[2] and not row[1]]
    assert len(lost) < 0.01 * len(rows)
    english = [state for lang, _, _, state in rows if lang == "en"]
    assert english.count("ok") > 0.9 * len(english)


def test_ten_wrong_answers_are_wrong_and_follow_the_cue() -> None:
    with file("confused_tourist", "metadata.csv").open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert len(rows) == 10
    for row in rows:
        given = {"name": row["model_item"], "country": row["model_country"]}
        parsed = parse(Answer(text=json.dumps(given, ensure_ascii=False)))
        assert parsed.state == "ok"
        assert parsed.fields["item"] == row["model_item"]
        assert parsed.fields["country"] == resolve_country(row["model_country"])
        assert parsed.fields["country"] != resolve_country(row["origin_country"])
        assert not same_item(row["model_item"], [row["item"]], CATEGORIES[row["category"]])
        told = parse(Answer(text=f"{row['model_item']} / {row['model_country']}"))
        assert told.fields == parsed.fields
