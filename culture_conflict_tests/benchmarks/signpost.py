"""SIGNPOST's scores and marts at the paper's size, against a per-row script and against NumPy.

`python -m culture_conflict_tests.benchmarks signpost`, or `python -m
culture_conflict_tests.benchmarks.signpost 100000` for another number of predictions than 511,100.
Every way reads the same files in a process of its own, imports left out of its seconds and included
in its memory (Linux), and ends in the leaderboard's averages, which must agree. The script and
NumPy make these alone, without composites, intervals, tiers, checks or files.
"""

from __future__ import annotations

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
from culture_conflict_tests.benchmarks_signpost.small_scenes import VARIANTS, said, scene
from culture_conflict_tests.warehouse.synthetic import Synthetic

_GROUPS = {"im2gps3k": 651, "yfcc4k": 992, "googlesv": 2337, "baidusv": 1131}
_N_MODELS = 20
_N_PREDICTIONS = 5 * sum(_GROUPS.values()) * _N_MODELS
_SPREAD_KM = {"original": 3, "blank": 6, "similar": 5, "random": 9, "adversarial": 12}


def make(root: Path, n_models: int) -> list[str]:
    """Scenes and answers of the paper's size, without a tie or a null source."""
    store, draw = TableStore(root), np.random.default_rng(0)
    store.prepare(TABLES)
    models = [f"model-{n:02}" for n in range(n_models)]
    Synthetic.write_models(store, tuple(models))
    sources, sets = [], []
    for source, n_groups in _GROUPS.items():
        scenes = _scenes(source, n_groups, draw)
        store.write(TABLES["signpost_variants"], scenes, "signpost", source)
        for model in models:
            made = _answers(scenes, model, draw)
            store.write(TABLES["signpost_predictions"], made, "signpost", model, source)
        name = {"benchmark": "signpost", "source": source}
        sources.append(
            name | {"source_version": "v1", "kind": "hub", "title": "t", "medium": "photograph"}
        )
        sets.append(name | {"source_set": "published_four"})
    store.write(TABLES["sources"], TABLES["sources"].frame(sources), None)
    store.write(TABLES["source_sets"], TABLES["source_sets"].frame(sets), None)
    return models


def _scenes(source: str, n_groups: int, draw: np.random.Generator) -> pl.DataFrame:
    rows = []
    for n in range(n_groups):
        truth = (float(draw.uniform(-50, 60)), float(draw.uniform(-170, 170)))
        trap = (float(draw.uniform(-50, 60)), float(draw.uniform(-170, 170)))
        rows += scene(source, f"g{n}", truth, trap if n % 3 == 0 else None)
    return TABLES["signpost_variants"].frame(rows)


def _answers(scenes: pl.DataFrame, model: str, draw: np.random.Generator) -> pl.DataFrame:
    n = scenes.height
    first = TABLES["signpost_predictions"].frame([said(scenes.row(0, named=True), None, model)])
    spread = scenes["variant"].replace_strict(_SPREAD_KM).to_numpy() / 3
    trapped = (draw.random(n) < 0.12) & (scenes["variant"] == "adversarial").to_numpy()
    ok = draw.random(n) < 0.97
    places = {}
    for axis, limit in (("latitude", 90), ("longitude", 180)):
        near = np.clip(scenes[axis].to_numpy() + draw.standard_normal(n) * spread, -limit, limit)
        trap = scenes[f"trap_{axis}"].to_numpy()
        value = np.where(trapped & ~np.isnan(trap), trap + 0.1, near)
        places[axis] = pl.Series(value).set(pl.Series(~ok), None)
    return pl.concat([first] * n, rechunk=True).with_columns(
        scenes["variant_id"],
        scenes["picture"],
        picture_sent=scenes["picture"],
        state=pl.Series(np.where(ok, "ok", "unparsed")),
        **places,
    )


def script(root: Path) -> Callable[[], str]:
    from culture_conflict_tests.benchmarks.signpost_rows import averages_by_rows

    return lambda: _shown(averages_by_rows(root, list(_GROUPS)))


def numpy_alone(root: Path) -> Callable[[], str]:
    from culture_conflict_tests.benchmarks.signpost_rows import averages_by_arrays

    return lambda: _shown(averages_by_arrays(root, list(_GROUPS)))


def ours_scores(root: Path) -> Callable[[], str]:
    from culture_conflict.benchmarks.signpost.scoring import score

    def work() -> str:
        store = TableStore(root)
        for source in _GROUPS:
            scenes = store.read(TABLES["signpost_variants"], "signpost", source)
            for model in _models(root):
                made = store.read(TABLES["signpost_predictions"], "signpost", model, source)
                scores = score(made, scenes)
                store.write(TABLES["signpost_scores"], scores, "signpost", model, source)
        return "-"

    return work


def ours_intervals(root: Path) -> Callable[[], str]:
    from culture_conflict.statistics.signpost import signpost_intervals

    def work() -> str:
        store = TableStore(root)
        made = signpost_intervals(
            ((scenes, scores) for scenes, scores in _stored(store)),
            {"published_four": list(_GROUPS)},
            store.read(TABLES["models"], None),
        )
        store.write(TABLES["signpost_intervals"], made, "signpost")
        return "-"

    return work


def _stored(store: TableStore) -> list[tuple[pl.DataFrame, pl.DataFrame]]:
    read = [
        (
            store.read(TABLES["signpost_variants"], "signpost", source),
            pl.concat(
                store.read(TABLES["signpost_scores"], "signpost", model, source)
                for model in _models(store.root)
            ),
        )
        for source in _GROUPS
    ]
    return list(read)


def ours_marts(root: Path) -> Callable[[], str]:
    from culture_conflict.warehouse.build import build
    from culture_conflict.warehouse.read import read_mart

    def work() -> str:
        warehouse, scratch = root.with_name("w.duckdb"), root.with_name("work")
        build(tables=root, warehouse=warehouse, work=scratch, log=lambda _: None)
        board = read_mart(warehouse, "signpost_leaderboard").filter(origin="measured")
        names = [f"wla_{variant}" for variant in VARIANTS]
        rows = board.select("model", *names, "tbs_adversarial_km", "tfr").iter_rows()
        return _shown({str(row[0]): list(row[1:]) for row in rows})

    return work


_WAYS = {
    "script": script,
    "numpy": numpy_alone,
    "scores": ours_scores,
    "intervals": ours_intervals,
    "marts": ours_marts,
}


def _shown(averages: dict[str, list[float]]) -> str:
    """One number that is the same only where every average of every model is."""
    weights = [1.0, 2.0, 3.0, 5.0, 7.0, 0.001, 11.0]
    models = sorted(averages)
    total = sum(
        (n + 1) * sum(w * v for w, v in zip(weights, averages[model], strict=True))
        for n, model in enumerate(models)
    )
    return f"{total:.6f}"


def _models(root: Path) -> list[str]:
    return sorted(path.name for path in (root / "signpost_predictions" / "signpost").iterdir())


def _measure(way: str, root: Path) -> tuple[float, float, str]:
    command = [sys.executable, "-m", __spec__.name, way, str(root)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, megabytes, result = done.stdout.splitlines()[-1].split()
    return float(seconds), float(megabytes), result


def main(n_predictions: int = _N_PREDICTIONS) -> None:
    n_models = max(1, n_predictions * _N_MODELS // _N_PREDICTIONS)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tables"
        make(root, n_models)
        print(f"{5 * sum(_GROUPS.values()) * n_models:,} predictions of {n_models} models")
        found = {way: _measure(way, root) for way in _WAYS}
        found["marts"] = _measure("marts", root)  # by now the project is parsed
    assert len({found[way][2] for way in ("script", "numpy", "marts")}) == 1, found
    for way, (seconds, megabytes, _) in found.items():
        print(f"  {way}: {seconds:.1f} s, {megabytes:.0f} MB at most")
    script_s, scores_s = found["script"][0], found["scores"][0]
    print(f"  scores, written as tables: {script_s / scores_s:.1f} x as fast as the script")
    print(f"  scores and marts: {scores_s + found['marts'][0]:.1f} s for one pass over everything")


def _one(way: str, root: Path) -> None:
    work = _WAYS[way](root)
    started = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - started
    status = Path("/proc/self/status").read_text("utf-8")
    print(seconds, int(status.partition("VmHWM:")[2].split()[0]) / 1000, result)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        _one(sys.argv[1], Path(sys.argv[2]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) == 2 else _N_PREDICTIONS)
