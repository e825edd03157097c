"""The README's first journey, as written, against the scripted server."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from culture_conflict_tests.models.api.kit import CANARY, Server

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[3]
_MAIN = "from culture_conflict.cli import main; main()"


def journey() -> list[list[str]]:
    """The commands of `Judge a model` that ask an API, in order."""
    text = (ROOT / "README.md").read_text("utf-8")
    section = text.partition("### Judge a model")[2].partition("\n### ")[0]
    section = section.partition("behind an API")[2]
    blocks = re.findall(r"^```\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


def test_a_model_is_judged_as_the_readme_says(server: Server, tmp_path: Path) -> None:
    environment = os.environ | {"CULTURE_CONFLICT_HOME": str(tmp_path / "home")}
    environment |= {"PYTHONPATH": str(ROOT), "MY_KEY": CANARY}
    told = ""
    commands = [each for each in journey() if each[0] == "culture-conflict"]
    assert [each[1] for each in commands][:2] == ["models", "models"]
    commands.insert(0, ["culture-conflict", "build"])
    for command in commands:
        given = [each.replace("http://127.0.0.1:8000/v1", server.url) for each in command[1:]]
        line = [sys.executable, "-W", "ignore", "-c", _MAIN, *given]
        done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        told += done.stdout + done.stderr
    assert "state ok" in told
    assert re.search(r"full evaluation of sample: \d+ pictures: about \$0\.", told)
    assert re.search(r"my-model.*\d", told.rpartition("Leaderboard")[2] or told)
    n_pictures = len({each["picture"] for each in server.seen()})
    assert n_pictures > 100
    assert len(server.seen()) == n_pictures  # that of the check is not among the variants
    assert CANARY not in told
    for path in (tmp_path / "home").rglob("*"):
        if path.is_file():
            assert CANARY.encode() not in path.read_bytes(), path
