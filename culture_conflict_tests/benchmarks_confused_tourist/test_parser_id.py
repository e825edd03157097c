"""The parser's name changes with everything that it consists of, and with nothing else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import culture_conflict
from culture_conflict.benchmarks.confused_tourist.parser_id import PARTS, parser_id

PACKAGE = Path(culture_conflict.__file__).parent
START = "benchmarks/confused_tourist/parsing.py"


def imported(part: str) -> set[str]:
    """Modules of the package that a module imports, as files below the package."""
    tree = ast.parse((PACKAGE / part).read_text())
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    own = [name for name in names if name.startswith("culture_conflict.")]
    return {"/".join(name.split(".")[1:]) + ".py" for name in own}


def consists_of(part: str) -> set[str]:
    found, left = set(), [part]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += imported(one)
    return found


def test_its_parts_are_what_parsing_imports_and_reads() -> None:
    modules = consists_of(START) - {"models/protocol.py", "errors.py"}
    sheets = {
        str(Path(module).parent / name)
        for module in modules
        for name in re.findall(r'"(\w+\.csv)"', (PACKAGE / module).read_text())
    }
    assert len(modules) > 8
    assert set(PARTS) == modules | sheets


def test_it_names_the_parser_and_a_hash() -> None:
    assert re.fullmatch(r"confused_tourist-[0-9a-f]{12}", parser_id())
