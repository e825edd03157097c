"""A model of the registry as maker of replacement texts: every picture asked about once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.benchmarks.signpost.asked_maker import (
    MAX_SPANS,
    Asked,
    ask,
    prompt_id,
    render,
)
from culture_conflict.benchmarks.signpost.making import by_group
from culture_conflict.benchmarks.signpost.making_rows import GroupSpan, asked_rows, chosen_spans
from culture_conflict.benchmarks.signpost.makings import Makings
from culture_conflict.benchmarks.signpost.reading_scenes import countries_of
from culture_conflict.benchmarks.signpost.replacements import KINDS
from culture_conflict.models.api.forms import AnswerForm
from culture_conflict.models.protocol import Answer, Expecting, Parsed, Provider
from culture_conflict.pictures.store import PictureStore, media_type
from culture_conflict.places.countries import country
from culture_conflict.tables.replacements import REPLACEMENTS

__all__ = ["FORM", "SHOWN_SPANS", "by_model"]

SHOWN_SPANS = 10  # of so many texts of a picture the model chooses up to three


def _parse(answer: Answer) -> Parsed:
    return Parsed("error" if answer.error else "ok" if (answer.text or "").strip() else "empty")


@dataclass(frozen=True)
class _Form(AnswerForm):
    """A list of up to three spans with three texts each, as a closed JSON schema."""

    @property
    def schema(self) -> dict[str, Any]:
        texts = {kind: {"type": "string"} for kind in KINDS}
        entry = {
            "type": "object",
            "properties": {"number": {"type": "integer"}, **texts},
            "required": ["number", *KINDS],
            "additionalProperties": False,
        }
        return {
            "type": "object",
            "properties": {"spans": {"type": "array", "items": entry}},
            "required": ["spans"],
            "additionalProperties": False,
        }

    @property
    def suffix(self) -> str:
        return ""  # the prompt itself shows the form


FORM = _Form("replacements", ("spans",), _parse)


def by_model(
    items: pl.DataFrame,
    ocr_spans: pl.DataFrame,
    *,
    pictures: PictureStore,
    provider: Provider,
    model: str,
    root: Path,
    log: Callable[[str], None],
) -> pl.DataFrame:
    """REPLACEMENTS by a model; what it made before under `root` is not asked for again.

    Raises:
        ProviderError: nobody can be asked, or the spending limit is reached; answers stay kept.
    """
    countries = countries_of(items)
    chosen = chosen_spans(ocr_spans, countries, most=SHOWN_SPANS)
    places = {row["group_id"]: _place(row, countries[row["group_id"]]) for row in items.to_dicts()}
    makings = Makings(root, provider.parameters, prompt_id())
    groups = [*by_group(chosen)]
    made = asyncio.run(_all(groups, places, pictures, provider, makings))
    log(f"replacements: {provider.calls} requests for {len(groups)} pictures")
    rows = [
        _ranked(asked_rows(spans, asked, model)) for spans, asked in zip(groups, made, strict=True)
    ]
    return REPLACEMENTS.validate(pl.concat([REPLACEMENTS.empty(), *rows]))


def _place(item: Mapping[str, Any], iso3: str) -> str:
    """City, province and country in words, as far as they are known (Appendix A)."""
    parts = (item["place"], item["region"], country(iso3).name)
    return ", ".join(dict.fromkeys(part for part in parts if part))


def _ranked(rows: pl.DataFrame) -> pl.DataFrame:
    """Of a refused picture the best three spans stand for all that were shown."""
    return rows if (rows["state"] == "ok").any() else rows.sort("span_rank").head(MAX_SPANS)


async def _all(
    groups: Sequence[Sequence[GroupSpan]],
    places: Mapping[str, str],
    pictures: PictureStore,
    provider: Provider,
    makings: Makings,
) -> list[Asked]:
    room = asyncio.Semaphore(provider.in_flight)

    async def one(group: Sequence[GroupSpan]) -> Asked:
        spans, picture = [each.span for each in group], group[0].picture
        location = places[group[0].group_id]
        if kept := makings.get(picture, spans, location):
            return kept
        async with room:
            data = pictures.get(picture)
            asked = await ask(provider, data, media_type(data), spans, location)
        makings.put(picture, spans, location, asked)
        return asked

    try:
        _expect(provider, groups, places)
        return [*await asyncio.gather(*map(one, groups))]
    finally:
        await provider.close()


def _expect(
    provider: Provider, groups: Sequence[Sequence[GroupSpan]], places: Mapping[str, str]
) -> None:
    if isinstance(provider, Expecting) and groups:
        prompts = [render([each.span for each in g], places[g[0].group_id]) for g in groups]
        provider.expect(len(groups), max(prompts, key=len))
