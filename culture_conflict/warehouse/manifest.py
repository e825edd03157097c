"""What the dbt project holds, as dbt parsed it in a process of its own: once per state of it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, cast, get_args

from culture_conflict.errors import CultureConflictError
from culture_conflict.locks import exclusive

__all__ = [
    "PROJECT",
    "Layer",
    "Node",
    "ProjectError",
    "ensure_manifest",
    "parsed_project",
    "read_nodes",
]

PROJECT = Path(__file__).resolve().parents[2] / "dbt_metrics"

Layer = Literal["seeds", "staging", "intermediate", "marts"]

_DISTRIBUTIONS = ("dbt-core", "dbt-duckdb", "dbt-adapters", "duckdb")
_WRITTEN_BY_HAND = {".sql", ".yml", ".md", ".csv"}
_WRITTEN_BY_DBT = {"target", "logs", "dbt_packages"}
_SCRATCH = ".parsing-"
_PARSED = "partial_parse.msgpack"
_WAIT_S = 600
_PARSE = "import sys; from dbt.cli.main import cli; cli(sys.argv[1:])"


class ProjectError(CultureConflictError):
    """The dbt project can't be parsed."""


@dataclass(frozen=True)
class Node:
    """A seed or model: its layer, the table a staging model reads, the nodes it is made of."""

    name: str
    kind: Literal["seed", "model"]
    layer: Layer
    table: str | None
    depends_on: tuple[str, ...]
    description: str
    columns: Mapping[str, str]


def ensure_manifest(cache: Path) -> Path:
    """The manifest of the project as it is now; dbt runs only where none is in `cache` yet.

    Raises:
        ProjectError: dbt can't parse the project.
        BusyError: another process has been parsing for two minutes.
    """
    path = cache / "dbt" / f"manifest-{_fingerprint()}.json"
    if _is_made(path):
        return path
    with exclusive(cache / "dbt" / "manifest.lock", what="parsing dbt_metrics", wait_s=_WAIT_S):
        if not _is_made(path):
            _parse(path)
    return path


def parsed_project(manifest: Path) -> Path:
    """The same in dbt's own format, whole: what a build needs to start without parsing."""
    return manifest.with_suffix(".msgpack")


def _is_made(manifest: Path) -> bool:
    return manifest.exists() and parsed_project(manifest).exists()


def read_nodes(manifest: Path) -> tuple[Node, ...]:
    """Every seed and model of a manifest, in the order of layers, then of names."""
    nodes: dict[str, dict[str, Any]] = json.loads(manifest.read_bytes())["nodes"]
    names = {key: node["name"] for key, node in nodes.items()}
    read = [
        _node(node, names) for node in nodes.values() if node["resource_type"] in {"seed", "model"}
    ]
    layers = get_args(Layer)
    return tuple(sorted(read, key=lambda node: (layers.index(node.layer), node.name)))


def _node(node: dict[str, Any], names: Mapping[str, str]) -> Node:
    upstream = node.get("depends_on", {}).get("nodes", [])
    return Node(
        name=node["name"],
        kind=node["resource_type"],
        layer=cast(Layer, node["schema"]),
        table=node["config"]["meta"].get("table"),
        depends_on=tuple(sorted(names[key] for key in upstream)),
        description=node["description"].strip(),
        columns={name: column["description"].strip() for name, column in node["columns"].items()},
    )


def _fingerprint() -> str:
    """Hash of the project's files and of the versions that parse them."""
    digest = hashlib.sha256()
    for name in _DISTRIBUTIONS:
        digest.update(f"{name} {version(name)}\n".encode())
    for path in sorted(_files()):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(PROJECT)} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def _files() -> Iterator[Path]:
    for folder, folders, names in os.walk(PROJECT):
        folders[:] = [name for name in folders if name not in _WRITTEN_BY_DBT]
        yield from (Path(folder, n) for n in names if Path(n).suffix in _WRITTEN_BY_HAND)


def _parse(path: Path) -> None:
    for left_behind in path.parent.glob(f"{_SCRATCH}*"):
        shutil.rmtree(left_behind)
    with tempfile.TemporaryDirectory(prefix=_SCRATCH, dir=path.parent) as scratch:
        folders = ["--project-dir", str(PROJECT), "--profiles-dir", str(PROJECT)]
        results = ["--target-path", scratch, "--log-path", scratch, "--no-partial-parse"]
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-c", _PARSE, "parse", *folders, *results],
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"DBT_SEND_ANONYMOUS_USAGE_STATS": "false"},
        )
        if done.returncode:
            raise ProjectError(f"{PROJECT} can't be parsed by dbt:\n{done.stdout}{done.stderr}")
        for old in path.parent.glob("manifest-*.*"):
            old.unlink()
        Path(scratch, _PARSED).replace(parsed_project(path))
        Path(scratch, "manifest.json").replace(path)
