"""ocr_screen: rows of OCR libraries, recorded readings of pictures, failures and settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.benchmarks_signpost import read_in_cases as seen


def _file(given: Any) -> str:
    return str(Path(given["file"]).name)


_OF_A_HUNDRED = {
    "processed": lambda found: found.n_read,
    "rejected": lambda found: [{"reason": each.reason} for each in found.rejected],
    "run_succeeds": lambda found: found.table.height == 99,
}


def _of_a_hundred() -> dict[str, Callable[[Any], Any]]:
    def of(name: str) -> Callable[[Any], Any]:
        return lambda _: _OF_A_HUNDRED[name](seen.one_of_a_hundred_fails())

    return {name: of(name) for name in _OF_A_HUNDRED}


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    at = files / "files"
    return _of_a_hundred() | {
        "kept": lambda given: [each.text for each in seen.screened(given).kept],
        "conf": lambda given: seen.screened(given).kept[0].confidence,
        "no_exception": lambda given: seen.screened(given).passes,
        "texts": lambda given: seen.texts(at, _file(given)),
        "passes_screen": lambda given: seen.reason(at, _file(given)) is None,
        "reason": lambda given: seen.reason(at, _file(given)),
        "one_of": lambda given: seen.turned(at, _file(given)),
        "never_kept": lambda given: sorted({"1"} - set(seen.texts(at, _file(given)))),
        "horizontal_may_find": lambda given: seen.texts(at, Path(given["compare"]).name)[0],
        "vertical_result": lambda given: seen.vertical(at, _file(given)),
        "config_rejected_at_load": seen.refused_at_load,
    }
