"""What a model made, kept by what it was asked: nothing is paid for twice."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from culture_conflict.benchmarks.signpost.asked_maker import Asked
from culture_conflict.benchmarks.signpost.replacements import Span, Triple, check
from culture_conflict.models.protocol import Scalar
from culture_conflict.tables.ids import stable_id

__all__ = ["Makings"]


class Makings:
    """One small JSON file per request; a broken one is asked again, a failed one is never kept."""

    def __init__(self, root: Path, parameters: Mapping[str, Scalar], prompt_id: str) -> None:
        self._root = root
        self._by = stable_id(json.dumps(dict(parameters), sort_keys=True, default=str), prompt_id)
        self._prompt_id = prompt_id

    def get(self, picture: str, spans: Sequence[Span], location: str) -> Asked | None:
        """What these parameters and this prompt made of it before; None = not yet."""
        try:
            kept = json.loads(self._path(picture, spans, location).read_text(encoding="utf-8"))
            made = {spans[int(at)].span_id: Triple(*texts) for at, texts in kept["made"].items()}
            faults, attempts = tuple(map(str, kept["faults"])), int(kept["attempts"])
        except (FileNotFoundError, ValueError, KeyError, TypeError, IndexError, AttributeError):
            return None
        known = {span.span_id: span for span in spans}
        checked = {key: check(known[key], triple) for key, triple in made.items()}
        return Asked(made, checked, faults, attempts, self._prompt_id)

    def put(self, picture: str, spans: Sequence[Span], location: str, asked: Asked) -> None:
        """Keep what was made or refused; a request that failed is to be asked again."""
        if asked.failed:
            return
        at = {span.span_id: n for n, span in enumerate(spans)}
        made = {
            at[key]: (triple.similar, triple.random, triple.adversarial)
            for key, triple in asked.made.items()
        }
        kept = {"made": made, "faults": asked.faults, "attempts": asked.attempts}
        path = self._path(picture, spans, location)
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        temporary.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")
        temporary.replace(path)

    def _path(self, picture: str, spans: Sequence[Span], location: str) -> Path:
        asked = stable_id(self._by, location, *(span.text for span in spans))
        return self._root / picture[:2] / f"{picture}.{asked}.json"
