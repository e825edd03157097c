"""Scores and marts of 500,000 predictions, against the same in pandas on the same files.

`python -m culture_conflict_tests.benchmarks scoring`, or `python -m
culture_conflict_tests.benchmarks.scoring 100000` for another number. Each way runs in a process of
its own, imports left out of its seconds and included in its memory (Linux). pandas makes three of
the marts and no test; ours makes all of them and tests them. What dbt costs without a row is
measured too, on tables of one item, and the project is parsed by then.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore
from culture_conflict_tests.warehouse.synthetic import BENCHMARK, NAMES, SOURCE, Synthetic

_N_PREDICTIONS, _N_ITEMS = 500_000, 2_500
_SAID = 400


def make(root: Path, n_predictions: int) -> None:
    """Predictions of as many models as it takes, with a few hundred different answers."""
    made = Synthetic(n_items=_N_ITEMS, models=())
    store, draw = made.write_shown(root), np.random.default_rng(0)
    variants = store.read(TABLES["variants"], BENCHMARK, SOURCE)
    n_models = max(1, n_predictions // variants.height)
    models = tuple(f"model-{n:02}" for n in range(n_models))
    Synthetic.write_models(store, models)
    first, _ = Synthetic(n_items=2, models=()).answers("m")
    for model in models:
        store.write(
            TABLES["predictions"], _answers(first, variants, model, draw), BENCHMARK, model, SOURCE
        )


def _answers(
    first: pl.DataFrame, variants: pl.DataFrame, model: str, draw: np.random.Generator
) -> pl.DataFrame:
    codes, n = list(NAMES), variants.height
    said = draw.integers(0, len(codes), n)
    states = draw.choice(["ok", "hedged", "refused", "error"], n, p=[0.9, 0.04, 0.03, 0.03])
    names = pl.Series([NAMES[codes[each]] for each in said])
    ok = pl.col("state") == "ok"
    rows = pl.concat([first.head(1)] * n, rechunk=True).with_columns(
        variants["variant_id"],
        variants["picture"],
        picture_sent=variants["picture"],
        model=pl.lit(model),
        state=pl.Series(states),
        country_answer=names,
        answer=names,
        country=pl.Series([codes[each] for each in said]),
        item_answer=pl.Series([f"thing {each}" for each in draw.integers(0, _SAID, n)]),
        error=pl.lit(None, pl.String),
    )
    return rows.with_columns(
        pl.when(ok).then("country"),
        *(
            pl.when(ok | (pl.col("state") == "hedged")).then(c)
            for c in ("country_answer", "answer")
        ),
    ).select(first.columns)


def ours_scoring(root: Path) -> Callable[[], str]:
    from culture_conflict.benchmarks.confused_tourist.scoring import score

    def work() -> str:
        store = TableStore(root)
        variants = store.read(TABLES["variants"], BENCHMARK, SOURCE)
        right = 0
        for model in _models(root):
            predictions = store.read(TABLES["predictions"], BENCHMARK, model, SOURCE)
            scores = score(predictions, variants)
            store.write(TABLES["scores"], scores, BENCHMARK, model, SOURCE)
            right += _sum(scores["correct_guarded"]) + _sum(scores["distracted_guarded"])
        return str(right)

    return work


def pandas_scoring(root: Path) -> Callable[[], str]:
    import pandas as pd

    from culture_conflict_tests.benchmarks.scoring_pandas import score

    def work() -> str:
        variants = pd.read_parquet(root / "variants" / BENCHMARK / f"{SOURCE}.parquet")
        right = 0
        for model in _models(root):
            path = root / "predictions" / BENCHMARK / model / f"{SOURCE}.parquet"
            scores = score(pd.read_parquet(path), variants)
            target = root.with_name("pandas") / f"{model}.parquet"
            target.parent.mkdir(exist_ok=True)
            scores.to_parquet(target)
            right += _sum(scores["correct_guarded"]) + _sum(scores["distracted_guarded"])
        return str(right)

    return work


def ours_marts(root: Path) -> Callable[[], str]:
    from culture_conflict.warehouse.build import build
    from culture_conflict.warehouse.read import read_mart

    def work() -> str:
        warehouse, scratch = root.with_name("w.duckdb"), root.with_name("work")
        build(tables=root, warehouse=warehouse, work=scratch, log=lambda _: None)
        board = read_mart(warehouse, "confused_tourist_leaderboard").filter(origin="measured")
        return f"{board['country_accuracy_stacked'].sum():.9f}"

    return work


def pandas_marts(root: Path) -> Callable[[], str]:
    from culture_conflict_tests.benchmarks.scoring_pandas import marts

    def work() -> str:
        board = marts(root)["leaderboard"]
        return f"{board[board['target'] == 'country']['correct_guarded'].sum():.9f}"

    return work


_WAYS = {
    "scores, pandas": pandas_scoring,
    "scores, ours": ours_scoring,
    "marts, pandas": pandas_marts,
    "marts, ours": ours_marts,
}


def _models(root: Path) -> list[str]:
    return sorted(path.name for path in (root / "predictions" / BENCHMARK).iterdir())


def _sum(flags: object) -> int:
    return int(flags.sum())  # type: ignore[attr-defined]


def _measure(way: str, root: Path) -> tuple[float, float, str]:
    """Seconds, peak megabytes and the sum that both ways must agree on."""
    command = [sys.executable, "-m", __spec__.name, way, str(root)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, megabytes, result = done.stdout.splitlines()[-1].split()
    return float(seconds), float(megabytes), result


def _draw(root: Path) -> None:
    """The intervals that the marts join, which an asset of its own makes beforehand."""
    Synthetic.write_stacked_intervals(TableStore(root), tuple(_models(root)))


def _fixed(root: Path) -> float:
    """Seconds of a second build of almost nothing, in the folder that the benchmark then fills."""
    Synthetic(n_items=1, models=("model-00",)).write(root)
    seconds = [_measure("marts, ours", root)[0] for _ in range(2)]
    shutil.rmtree(root)
    return seconds[1]


def main(n_predictions: int = _N_PREDICTIONS) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tables"
        fixed = _fixed(root)
        make(root, n_predictions)
        print(f"{n_predictions:,} predictions of {len(_models(root))} models")
        for what in ("scores", "marts"):
            if what == "marts":
                _draw(root)
            theirs, ours = (_measure(f"{what}, {who}", root) for who in ("pandas", "ours"))
            assert theirs[2] == ours[2], (theirs, ours)
            print(f"  {what} in pandas (baseline): {theirs[0]:.1f} s, {theirs[1]:.0f} MB at most")
            print(f"  {what}: {ours[0]:.1f} s, {ours[1]:.0f} MB at most", end="; ")
            print(f"{theirs[0] / ours[0]:.2f} x as fast (target 1)")
        print(f"  marts of one item, hence dbt itself: {fixed:.1f} s", end="; ")
        print(f"what the rows cost: {theirs[0] / max(ours[0] - fixed, 0.01):.1f} x as fast")


def _one(way: str, root: Path) -> None:
    work = _WAYS[way](root)
    started = time.perf_counter()
    result = work()
    print(time.perf_counter() - started, _peak_megabytes(), result)


def _peak_megabytes() -> float:
    """Of this process since its start; `getrusage` would count the process it came from too."""
    status = Path("/proc/self/status").read_text("utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1000


if __name__ == "__main__":
    if len(sys.argv) == 3:
        _one(sys.argv[1], Path(sys.argv[2]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) == 2 else _N_PREDICTIONS)
