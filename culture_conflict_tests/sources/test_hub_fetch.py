"""Fetching from a hub: a loopback server that speaks its protocol stands for it."""

from __future__ import annotations

import builtins
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from culture_conflict.errors import RegistryError
from culture_conflict_tests.sources.hub_kit import original, perturbed, read, write
from culture_conflict_tests.sources.loopback import Reply, Server, serving

COMMIT = "0123456789abcdef0123456789abcdef01234567"
SETTINGS = f"kind: hub\ntitle: T\nmedium: photograph\nrepo: someone/data\nrevision: {COMMIT}\n"
TREE = f"/api/datasets/someone/data/tree/{COMMIT}"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, bytes]:
    made = {"data/train-00000-of-00001.parquet": [original(1), perturbed(2)]}
    shards = {name: write(tmp_path / name, rows).read_bytes() for name, rows in made.items()}
    return shards | {
        "loader.py": b"raise SystemExit",
        "data/test-0.parquet": b"",
        "README.md": b"x",
    }


@pytest.fixture
def hub(files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    from huggingface_hub import constants

    def reply(path: str, _: int) -> Reply:
        if path.startswith(TREE):
            listed = [
                {"type": "file", "oid": "0" * 40, "path": name, "size": len(data)}
                for name, data in files.items()
            ]
            kind = {"Content-Type": "application/json"}
            return Reply(200, json.dumps(listed).encode(), kind)
        name = path.partition(f"/resolve/{COMMIT}/")[2]
        if name not in files:
            return Reply(404, b"", {"X-Error-Code": "RepoNotFound"})
        etag = hashlib.sha256(files[name]).hexdigest()
        return Reply(200, files[name], {"ETag": f'"{etag}"', "X-Repo-Commit": COMMIT})

    with serving(reply) as server:
        endpoint = server.url("")
        monkeypatch.setattr(constants, "ENDPOINT", endpoint)
        template = endpoint + "/{repo_id}/resolve/{revision}/{filename}"
        monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", template)
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
        yield server


def _source(tmp_path: Path, settings: str = SETTINGS) -> Path:
    folder = tmp_path / "sources" / "ct"
    folder.mkdir(parents=True)
    (folder / "source.yaml").write_text(settings)
    return folder


def test_only_parquet_of_the_split_is_fetched_and_only_once(tmp_path: Path, hub: Server) -> None:
    folder = _source(tmp_path)
    tables, _ = read(folder)
    assert tables.imported_images["external_id"].to_list() == ["1", "2"]
    fetched = {one.path.partition("/resolve/")[2] for one in hub.asked} - {""}
    assert fetched == {f"{COMMIT}/data/train-00000-of-00001.parquet"}
    n_asked = len(hub.asked)
    again, _ = read(folder)
    assert len(hub.asked) == n_asked
    assert again.items.equals(tables.items)


def test_a_data_set_or_commit_that_is_not_there_is_told(tmp_path: Path, hub: Server) -> None:
    folder = _source(tmp_path, SETTINGS.replace("someone/data", "someone/other"))
    with pytest.raises(RegistryError, match=r"someone/other at 0123456789abcdef.*can't be fetched"):
        read(folder)
    assert hub.asked


def test_without_the_extra_the_error_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("huggingface_hub"):
            raise ImportError(name)
        return whole(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(RegistryError, match=r"pip install 'culture-conflict\[hub\]'"):
        read(_source(tmp_path))
