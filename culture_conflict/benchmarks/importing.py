"""Answers about a benchmark's pictures that a user already has, into the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from culture_conflict.benchmarks.catalog import get_benchmark, require_built
from culture_conflict.errors import AnswersError
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry
from culture_conflict.models.replay.files import read_answers
from culture_conflict.models.replay.importing import Imported, import_answers
from culture_conflict.models.replay.joining import Matched, match_answers
from culture_conflict.models.replay.provider import IMPORTED_PROMPT
from culture_conflict.tables.catalog import table_of

__all__ = ["BENCHMARK", "import_file"]

BENCHMARK = "confused_tourist"
_PLACE = ("latitude", "longitude")
_ANSWERS = ("answer", "item", "country", *_PLACE)


def import_file(
    home: Home,
    path: Path,
    *,
    model: str,
    source: str,
    key: Sequence[str],
    columns: Mapping[str, str],
    encoding: str = "utf-8",
    prompt_id: str = IMPORTED_PROMPT,
    benchmark: str = BENCHMARK,
) -> tuple[Matched, Imported]:
    """Join a file with a source's variants and write its answers as those of a `replay` model.

    `columns` maps each of `key` and `answer` (or `item` and `country`, of street scenes `latitude`
    and `longitude`; further `reasoning`, `finish_reason`, `served_model`) to the file's column.
    Predictions then need no call. `prompt_id` names the prompt that made the answers; without a
    name they are nobody's.

    Raises:
        AnswersError: the file can't be read or joined so, no answer's column is named, or answers
            to another prompt were imported before.
        RegistryError: the model is not in the registry, or its provider is not `replay`.
        MissingTableError: the source's variants were never materialized.
        BusyError: another process writes the ledger of this model and source.
    """
    setting = load_registry(home.models_file).get(model)
    _require_one_form(columns, benchmark)
    require_built(home, benchmark, source)
    variants = home.tables.read(table_of(benchmark, "variants"), benchmark, source)
    answers = read_answers(path, columns=columns, encoding=encoding)
    matched = match_answers(variants, answers, key)
    imported = import_answers(
        variants=get_benchmark(benchmark).ready(home, variants),
        matched=matched,
        setting=setting,
        ledger_root=home.ledger,
        prompt_id=prompt_id,
        imported_from=path.name,
    )
    return matched, imported


def _require_one_form(columns: Mapping[str, str], benchmark: str) -> None:
    named = [name for name in _ANSWERS if name in columns]
    of_scenes = benchmark == "signpost"
    allowed = _PLACE if of_scenes else ("item", "country")
    fits = set(named) <= set(allowed) and (not of_scenes or len(named) == 2)
    if not named or (named != ["answer"] and not fits):
        one, two = allowed
        raise AnswersError(
            f"Expected a column for the whole answer, or columns for {one} and {two}; got "
            f"{' and '.join(named) or 'neither'}. Name --answer-column, or --{one}-column and "
            f"--{two}-column."
        )
