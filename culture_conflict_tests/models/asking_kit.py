"""A provider that can be told how to behave, and a small world to ask it in."""

from __future__ import annotations

import asyncio
import json
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.models.engine import Report, evaluate
from culture_conflict.models.protocol import Answer, Parsed, Request, Scalar
from culture_conflict.models.settings import ModelSetting
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.catalog import table_of
from culture_conflict.tables.variants import VARIANTS

PNG = b"\x89PNG\r\n\x1a\n"
Reply = Callable[[Request, int], Answer]


def picture(n: int) -> bytes:
    """A file of PNG's parts that holds a number and no pixels."""
    return PNG + _chunk(b"nuMb", str(n).encode()) + _chunk(b"IEND", b"")


def number(request: Request) -> int:
    return number_in(request.picture)


def number_in(data: bytes) -> int:
    """The number that `picture` wrote."""
    start = len(PNG) + 8
    return int(data[start : data.index(b"IEND", start) - 8])


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def echo(request: Request, _: int) -> Answer:
    text = json.dumps({"name": f"dish {number(request)}", "country": "Japan"})
    return Answer(text, finish_reason="stop", cost_usd=0.001, input_tokens=5)


@dataclass
class FakeProvider:
    """Answers with `reply(request, n)`, where n counts the requests to it so far."""

    reply: Reply = echo
    batch_size: int = 1
    in_flight: int = 4
    parameters: Mapping[str, Scalar] = field(default_factory=lambda: {"temperature": 0})
    delay_s: float = 0.0
    calls: int = 0
    asked: list[int] = field(default_factory=list)
    prompts: set[str] = field(default_factory=set)
    closed: int = 0
    now: int = 0
    most: int = 0

    async def ask(self, requests: Sequence[Request]) -> Sequence[Answer]:
        assert 1 <= len(requests) <= self.batch_size
        self.now += 1
        self.most = max(self.most, self.now)
        first = self.calls
        self.calls += len(requests)
        self.asked += [number(request) for request in requests]
        self.prompts |= {request.prompt for request in requests}
        try:
            await asyncio.sleep(self.delay_s)
            return [self.reply(request, first + n) for n, request in enumerate(requests)]
        finally:
            self.now -= 1

    async def close(self) -> None:
        self.closed += 1


def parse(answer: Answer) -> Parsed:
    if not (answer.text or "").strip():
        return Parsed("empty")
    try:
        fields = json.loads(answer.text or "")
    except ValueError:
        return Parsed("unparsed")
    country = "JPN" if fields["country"] == "Japan" else None
    values = {"item": fields["name"], "country_answer": fields["country"], "country": country}
    return Parsed("ok", values)


@dataclass
class World:
    """A home's picture store and ledger, and variants of one source."""

    root: Path
    setting: ModelSetting = field(
        default_factory=lambda: ModelSetting(
            key="fake", provider="reference-prior", name="Fake", kind="reference", revision="1"
        )
    )

    @property
    def pictures(self) -> PictureStore:
        return PictureStore(self.root / "store" / "pictures")

    @property
    def ledger(self) -> Path:
        return self.root / "ledger"

    @property
    def folder(self) -> Path:
        return self.ledger / "confused_tourist" / "fake" / "sample"

    def variants(self, numbers: Sequence[int], category: str = "cuisine") -> pl.DataFrame:
        rows = [self._variant(n, place, category) for place, n in enumerate(numbers)]
        return VARIANTS.frame(rows)

    def ask(
        self, variants: pl.DataFrame, provider: FakeProvider, **changes: Any
    ) -> tuple[pl.DataFrame, Report]:
        arguments: dict[str, Any] = {
            "setting": self.setting,
            "prompt_text": lambda category: f"Name the {category}.",
            "prompt_id": "base",
            "parse": parse,
            "pictures": self.pictures,
            "ledger_root": self.ledger,
            "run_id": "run",
            "wait_s": 0.0,
        }
        made, report = evaluate(variants=variants, provider=provider, **(arguments | changes))
        benchmark = None if variants.is_empty() else variants["benchmark"][0]
        return table_of(benchmark, "predictions").validate(made), report

    def _variant(self, n: int, place: int, category: str) -> dict[str, object]:
        return {
            "variant_id": f"v{place}",
            "external_id": f"x{place}",
            "benchmark": "confused_tourist",
            "source": "sample",
            "source_version": "1",
            "group_id": f"g{place}",
            "variant": "original",
            "reference_variant": None,
            "category": category,
            "truth_items": ["dish"],
            "truth_country": "JPN",
            "other_countries": [],
            "distractor_country": None,
            "trap": None,
            "perturb_method": "none",
            "pair_method": "none",
            "difficulty": "none",
            "perturb_context": "none",
            "editor": "none",
            "recipe": "{}",
            "picture": self.pictures.put(picture(n)),
            "width": 1,
            "height": 1,
            "gates": None,
            "review": "not_needed",
            "licence": "CC0-1.0",
            "author": None,
            "medium": "illustration",
        }
