"""Nights of a small home: twenty pictures, a provider that can be told how to behave."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks import benchmark
from culture_conflict.defs.nights import night_assets, night_of
from culture_conflict.defs.resources import HomeResource
from culture_conflict.defs.runs import open_instance
from culture_conflict.defs.tables_io import tables_io
from culture_conflict.home import Home
from culture_conflict.models.protocol import Answer, Request
from culture_conflict.nights.night import ask_night, compare_night
from culture_conflict.nights.settings import load_night_settings
from culture_conflict.tables.canary_predictions import CANARY_PREDICTIONS
from culture_conflict.tables.evaluation_drift import EVALUATION_DRIFT
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.models.asking_kit import FakeProvider, Reply, World, number

BENCHMARK, MODEL, PICTURES = "confused_tourist", "reference-prior", 20


def says(country: str) -> Reply:
    """The same country, and the picture's own dish, to every request."""

    def reply(request: Request, _: int) -> Answer:
        text = json.dumps({"name": f"dish {number(request)}", "country": country})
        return Answer(text, finish_reason="stop", served_model=f"served-{country.lower()}")

    return reply


@dataclass
class Nightly:
    """A home with variants; `replies` is what the model does from now on."""

    home: Home
    patch: Any
    reply: Reply = field(default_factory=lambda: says("Japan"))
    calls: int = 0

    def __post_init__(self) -> None:
        variants = World(self.home.root).variants(range(PICTURES))
        self.home.tables.write(VARIANTS, variants, BENCHMARK, "sample")
        self.patch.setattr(benchmark, "make_provider", lambda *_: FakeProvider(self._count))

    def _count(self, request: Request, n: int) -> Answer:
        self.calls += 1
        return self.reply(request, n)

    def run(self, day: str, model: str = MODEL) -> None:
        """What the two assets of a night do."""
        night, _ = ask_night(self.home, model, day, "run", lambda _: None)
        self.home.tables.write(CANARY_PREDICTIONS, night, BENCHMARK, day, model)
        drift = compare_night(self.home, model, day, night)
        self.home.tables.write(EVALUATION_DRIFT, drift, BENCHMARK, day, model)

    def materialize(self, day: str) -> dg.ExecuteInProcessResult:
        """The same through Dagster, as the schedule's run does it."""
        assets = night_assets(load_night_settings(self.home.nights_file))
        with open_instance(self.home) as instance:
            return dg.materialize(
                assets,
                instance=instance,
                partition_key=night_of(day, MODEL),
                resources={"home": HomeResource(root=str(self.home.root)), "tables_io": tables_io},
                raise_on_error=False,
            )

    def answers(self, day: str) -> pl.DataFrame:
        return self.home.tables.read(CANARY_PREDICTIONS, BENCHMARK, day, MODEL)

    def drift(self, day: str) -> pl.DataFrame:
        return self.home.tables.read(EVALUATION_DRIFT, BENCHMARK, day, MODEL)

    def row(self, day: str, metric: str) -> dict[str, Any]:
        return self.drift(day).row(by_predicate=pl.col("metric") == metric, named=True)
