"""A running UI, asked and told in GraphQL as its own pages do."""

from __future__ import annotations

import contextlib
import json
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from culture_conflict.home import Home

__all__ = [
    "LOCATION",
    "Ui",
    "ask",
    "metrics_following",
    "runs_of",
    "stop_following",
    "wait",
    "wait_for_partition",
]

LOCATION = {"repositoryLocationName": "culture_conflict", "repositoryName": "__repository__"}
_FOLLOWING = LOCATION | {"sensorName": "metrics_follow"}
_RUNS = (
    "query ($job: String!) { runsOrError(filter: {pipelineName: $job}) {"
    " ... on Runs { results { runId status tags { key value } } } } }"
)
_PARTITIONS = (
    "query ($k: AssetKeyInput!) { assetNodeOrError(assetKey: $k) { ... on AssetNode {"
    " partitionKeysByDimension { name partitionKeys } } } }"
)
_SENSOR = (
    "query ($s: SensorSelector!) { sensorOrError(sensorSelector: $s) {"
    " ... on Sensor { sensorState { id } } } }"
)
_STOP = "mutation ($id: String!) { stopSensor(id: $id) { __typename } }"
_RESET = (
    "mutation ($s: SensorSelector!) { resetSensor(sensorSelector: $s) {"
    " ... on Sensor { sensorState { status } } } }"
)


@dataclass(frozen=True)
class Ui:
    """A running UI: where it listens and which home it serves."""

    url: str
    home: Home


def ask(ui: Ui, query: str, **variables: Any) -> dict[str, Any]:
    """The data that GraphQL answers."""
    body = json.dumps({"query": query, "variables": variables}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{ui.url}/graphql", body, headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        answer: dict[str, Any] = json.load(response)["data"]
    return answer


def runs_of(ui: Ui, job: str) -> list[dict[str, Any]]:
    """The runs of a job, the newest first, each with its tags as a dictionary."""
    found = ask(ui, _RUNS, job=job)["runsOrError"]["results"]
    return [run | {"tags": {tag["key"]: tag["value"] for tag in run["tags"]}} for run in found]


def wait(what: Callable[[], object], seconds: float) -> None:
    """Look once a second until it is so."""
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(1)


def wait_for_partition(ui: Ui, asset: list[str], dimension: str, key: str) -> None:
    """Wait until the asset has it; the sensor of the registries looks every minute."""

    def has_it() -> bool:
        node = ask(ui, _PARTITIONS, k={"path": asset})["assetNodeOrError"]
        keys = {each["name"]: each["partitionKeys"] for each in node["partitionKeysByDimension"]}
        return key in keys[dimension]

    wait(has_it, 240)


def stop_following(ui: Ui) -> None:
    """From now on no rebuild of the metrics follows what is made here."""
    state = ask(ui, _SENSOR, s=_FOLLOWING)["sensorOrError"]["sensorState"]
    assert ask(ui, _STOP, id=state["id"])["stopSensor"]["__typename"] == "StopSensorMutationResult"


@contextlib.contextmanager
def metrics_following(ui: Ui) -> Iterator[None]:
    """The sensor as the code has it, which is what a new home gets, for the time of a test."""
    back = ask(ui, _RESET, s=_FOLLOWING)["resetSensor"]
    assert back == {"sensorState": {"status": "RUNNING"}}
    try:
        yield
    finally:
        stop_following(ui)
