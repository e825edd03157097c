"""CPU per request of bare httpx, bare openai, bare litellm and us, against one loopback server.

64 requests in flight, a picture of about 100 kB, each way in a process of its own, the ways in turn
and the best of three rounds, so that a busy machine slows none of them alone; imports and the first
requests are left out. We read pictures, keep to the account's limits, count money, and write
each answer to the ledger. Target: at most 1.3 times the CPU of bare litellm.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
import warnings
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.models.api.kit import CANARY, KEY_ENV, Server

N, IN_FLIGHT, WARM_UP, ROUNDS = 500, 64, 64, 3
PROMPT = "Which dish is this? " * 20
One = Callable[[int], Awaitable[object]]


def main() -> None:
    server = Server.start()
    urllib.request.urlopen(server.root + "/_quiet").close()
    try:
        rounds = [{way: _milliseconds(way, server.url) for way in _WAYS} for _ in range(ROUNDS)]
    finally:
        server.stop()
    best = {way: min(each[way] for each in rounds) for way in _WAYS}
    for way, milliseconds in best.items():
        print(f"{way}: {milliseconds:.2f} CPU ms per request (best of {ROUNDS})")
    print(f"ratio to bare litellm {best['ours'] / best['litellm']:.2f} (target at most 1.30)")


def _milliseconds(way: str, url: str) -> float:
    command = [sys.executable, "-W", "ignore", "-m", __spec__.name, way, url]
    environment = os.environ | {KEY_ENV: CANARY}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout.split()[-1])


def _messages(url: str) -> list[dict[str, Any]]:
    picture = {"type": "image_url", "image_url": {"url": url}}
    return [{"role": "user", "content": [{"type": "text", "text": PROMPT}, picture]}]


def _picture(number: int) -> bytes:
    from culture_conflict_tests.models.api.kit import png

    return png(number) + os.urandom(100_000)


async def _all(one: One, n: int) -> None:
    numbers = iter(range(n))

    async def work() -> None:
        for number in numbers:
            await one(number)

    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))


async def _timed(one: One) -> float:
    await _all(one, WARM_UP)
    started = time.process_time()
    await _all(one, N)
    return time.process_time() - started


def _httpx(url: str) -> float:
    import httpx

    from culture_conflict.models.api.wire import data_url

    async def run() -> float:
        picture = _picture(1)
        limits = httpx.Limits(max_connections=IN_FLIGHT)
        async with httpx.AsyncClient(timeout=60, limits=limits, trust_env=False) as client:

            async def one(_: int) -> object:
                body = {"model": "m", "messages": _messages(data_url(picture, "image/png"))}
                return (await client.post(f"{url}/chat/completions", json=body)).json()

            return await _timed(one)

    return asyncio.run(run())


def _openai(url: str) -> float:
    return asyncio.run(_with_client(url, litellm=None))


def _litellm(url: str) -> float:
    from culture_conflict.models.api.library import load_litellm

    return asyncio.run(_with_client(url, litellm=load_litellm()))


async def _with_client(url: str, litellm: Any) -> float:
    from culture_conflict.models.api.wire import data_url, make_client
    from culture_conflict_tests.models.api.kit import row

    limits = {"in_flight": IN_FLIGHT, "timeout_s": 60}
    client = make_client(row(url, limits=limits), "key")
    picture = _picture(1)

    async def one(_: int) -> object:
        messages = _messages(data_url(picture, "image/png"))
        if litellm is None:
            return await client.chat.completions.create(model="m", messages=messages)
        return await litellm.acompletion(
            model="openai/m", messages=messages, client=client, api_key="key", max_retries=0
        )

    try:
        return await _timed(one)
    finally:
        await client.close()


def _ours(url: str) -> float:
    import polars as pl

    from culture_conflict_tests.models.api.kit import model, row
    from culture_conflict_tests.models.asking_kit import World

    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        limits = {"in_flight": IN_FLIGHT, "timeout_s": 60}
        world.setting = row(url, limits=limits, max_cost_usd=100.0, max_cost_usd_per_day=100.0)
        shas = [world.pictures.put(_picture(n)) for n in range(N + WARM_UP)]
        variants = world.variants(range(N + WARM_UP)).with_columns(picture=pl.Series(shas))
        world.ask(variants.head(WARM_UP), model(world.setting, world.root))
        started = time.process_time()
        _, report = world.ask(variants, model(world.setting, world.root))
        assert report.n_asked == N
        return time.process_time() - started


_WAYS: dict[str, Callable[[str], float]] = {
    "httpx": _httpx,
    "openai": _openai,
    "litellm": _litellm,
    "ours": _ours,
}

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(1000 * _WAYS[sys.argv[1]](sys.argv[2]) / N)
