"""Stacked pictures against Algorithm 1 taken literally, and against encoding alone.

`python -m culture_conflict_tests.benchmarks stacking`, or `python -m
culture_conflict_tests.benchmarks.stacking 243` for another number of items than 48 (243 items are
those of the paper). Items are 1600x1200 pixels with four pairs each, flags 1200x800 (PNG),
landmarks 1280x960 (JPEG). All three ways write the same settings; naive and ours also keep their
pictures on disk. The originals and controls that ours makes beside are not counted as outputs.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import polars as pl
from PIL import Image

from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.threads import usable_cores
from culture_conflict_tests.benchmarks_confused_tourist import small_world

_SIZE = (1600, 1200)
_COUNTRIES = ("PER", "NPL", "JPN", "CHL", "FRA", "KEN")
_CONTEXTS = ("flag", "landmark", "flag_landmark")
_NAIVE_ITEMS = 12
_ENCODED = 60
_OPTIONS = {"quality": 92, "subsampling": "4:4:4"}


@dataclass(frozen=True)
class Source:
    """Items and cues whose pictures are in `store`, and four pairs per item."""

    store: PictureStore
    items: pl.DataFrame
    cues: pl.DataFrame
    pairs: pl.DataFrame

    @property
    def n_outputs(self) -> int:
        return self.pairs.height * len(_CONTEXTS)


def drawn(size: tuple[int, int], seed: int) -> Image.Image:
    """Soft shapes with a little grain: coded, about as large as a photograph."""
    draw = np.random.default_rng(seed)
    coarse = draw.integers(0, 256, (size[1] // 40, size[0] // 40, 3), dtype=np.uint8)
    smooth = np.asarray(Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC))
    grain = draw.normal(0, 3, (size[1], size[0], 1))
    return Image.fromarray(np.clip(smooth + grain, 0, 255).astype(np.uint8))


def make_source(root: Path, n_items: int) -> Source:
    store = PictureStore(root)
    photos = [
        store.put(small_world.saved(drawn(_SIZE, n), "JPEG", quality=90)) for n in range(n_items)
    ]
    items = small_world.items(
        *(
            {"item_id": f"i{n:03}", "country": "IDN", "picture": picture}
            for n, picture in enumerate(photos)
        )
    )
    return Source(
        store, items, small_world.cues(*_cues(store)), small_world.pairs(*_pairs(n_items))
    )


def _cues(store: PictureStore) -> Iterator[dict[str, str]]:
    for n, code in enumerate(("IDN", *_COUNTRIES)):
        flag = small_world.saved(drawn((1200, 800), 1000 + n), "PNG", compress_level=1)
        yield {"cue_id": f"f-{code}", "kind": "flag", "country": code, "picture": store.put(flag)}
        for k in range(3):
            view = small_world.saved(drawn((1280, 960), 2000 + 3 * n + k), "JPEG", quality=90)
            yield {
                "cue_id": f"l-{code}-{k}",
                "kind": "landmark",
                "country": code,
                "picture": store.put(view),
            }


def _pairs(n_items: int) -> Iterator[dict[str, str]]:
    cells = [(method, level) for method in ("desc", "geo") for level in ("easy", "hard")]
    for n in range(n_items):
        for k, (method, difficulty) in enumerate(cells):
            code = _COUNTRIES[(n + k) % len(_COUNTRIES)]
            yield {
                "item_id": f"i{n:03}",
                "adversarial_country": code,
                "method": method,
                "difficulty": difficulty,
                "flag": f"f-{code}",
                "landmark": f"l-{code}-{(n + k) % 3}",
            }


def naive(source: Source, first: int, n_items: int, out: Path) -> int:
    """Algorithm 1 as it is written: open anew, shrink, paste, save, for every output."""
    pictures = dict(source.items.select("item_id", "picture").iter_rows())
    cues = dict(source.cues.select("cue_id", "picture").iter_rows())
    made = 0
    for pair in source.pairs.slice(4 * first, 4 * n_items).iter_rows(named=True):
        for context in _CONTEXTS:
            image = Image.open(source.store.path(pictures[pair["item_id"]])).convert("RGB")
            offset = round(0.02 * min(image.size))
            share = (image.width // 5, image.height // 5)
            if "flag" in context:
                flag = Image.open(source.store.path(cues[pair["flag"]])).convert("RGBA")
                flag.thumbnail(share, Image.Resampling.LANCZOS)
                image.paste(flag, (image.width - flag.width - offset, offset), flag)
            if "landmark" in context:
                landmark = Image.open(source.store.path(cues[pair["landmark"]])).convert("RGBA")
                landmark.thumbnail(share, Image.Resampling.LANCZOS)
                image.paste(landmark, (offset, image.height - landmark.height - offset), landmark)
            image.save(out / f"{first}-{made}.jpg", **_OPTIONS)
            made += 1
    return made


def naive_rate(source: Source, n_items: int, out: Path, cores: int) -> tuple[int, float]:
    """Outputs of the literal loop, and how many per second all cores make together."""
    share = n_items // cores
    with ProcessPoolExecutor(cores, get_context("spawn")) as pool:
        list(pool.map(_warm, [0.2] * cores))  # polars' threads do not survive a fork
        started = time.perf_counter()
        runs = [pool.submit(naive, source, n * share, share, out) for n in range(cores)]
        made = sum(run.result() for run in runs)
        return made, made / (time.perf_counter() - started)


def _warm(seconds: float) -> None:
    """Keeps one process busy while its neighbours start."""
    time.sleep(seconds)


def encode_all(paths: list[Path]) -> float:
    """Seconds to encode these pictures into memory, nothing else."""
    images = [Image.open(path).convert("RGB") for path in paths]
    started = time.perf_counter()
    for image in images:
        image.save(io.BytesIO(), "JPEG", **_OPTIONS)
    return time.perf_counter() - started


def encode_rate(paths: list[Path], cores: int) -> float:
    """Outputs per second if encoding every output whole were all there is to do."""
    shares = [paths[n::cores] for n in range(cores)]
    with ProcessPoolExecutor(cores, get_context("spawn")) as pool:
        return len(paths) / max(pool.map(encode_all, shares))


def compare(root: Path, n_items: int) -> None:
    source = make_source(root / "pictures", n_items)
    cores = usable_cores()
    (root / "naive").mkdir()
    made, literal = naive_rate(source, min(_NAIVE_ITEMS, n_items), root / "naive", cores)
    limit = encode_rate(sorted((root / "naive").iterdir())[:_ENCODED], cores)
    shutil.rmtree(root / "naive")
    rates = {}
    for workers in (1, cores):
        store = PictureStore(root / f"run-{workers}")  # none of the outputs is there yet
        shutil.copytree(source.store.root, store.root)
        started = time.perf_counter()
        stack_images(source.items, source.cues, source.pairs, store, workers=workers)
        rates[workers] = source.n_outputs / (time.perf_counter() - started)
    print(f"{n_items} items of {_SIZE[0]}x{_SIZE[1]}, {source.n_outputs} outputs, {cores} cores")
    print(f"  Algorithm 1, {cores} processes (baseline, {made} outputs): {literal:.1f}/s")
    print(f"  encoding the same alone, {cores} processes (baseline): {limit:.1f}/s")
    print(f"  ours, 1 thread: {rates[1]:.1f}/s")
    print(
        f"  ours, {cores} threads: {rates[cores]:.1f}/s, {rates[cores] / literal:.1f} x "
        f"Algorithm 1 (target 3.5), {rates[cores] / limit:.2f} x encoding alone (target 0.8)"
    )


def main(n_items: int = 48) -> None:
    with tempfile.TemporaryDirectory() as folder:
        compare(Path(folder), n_items)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
