"""The library that holds the keys is the one looked through, and nothing else runs beside it."""

from __future__ import annotations

import re
import sysconfig
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import pytest

from culture_conflict_tests.models.api.looking import audited_import

ROOT = Path(__file__).parents[3]
# Files that run code at each start of Python; each of these was read.
EXPECTED_PTH = {
    "_editable_impl_culture_conflict.pth",
    "_virtualenv.pth",
    "coloredlogs.pth",
    "distutils-precedence.pth",
}
# A proxy's packages; litellm[proxy] would bring them.
PROXY = {"litellm-proxy-extras", "litellm-enterprise", "fastapi-sso"}


def test_site_packages_hold_no_unexpected_start_up_file() -> None:
    folder = Path(sysconfig.get_paths()["purelib"])
    assert {path.name for path in folder.glob("*.pth")} <= EXPECTED_PTH


def test_litellm_is_pinned_by_version_and_hash_and_comes_without_its_proxy() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["optional-dependencies"]["api"] == ["litellm==1.110.2"]
    lock = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
    assert re.search(r"^litellm==1\.110\.2 \\\n    --hash=sha256:[0-9a-f]{64}", lock, re.MULTILINE)
    installed = {each.metadata["Name"].casefold() for each in distributions()}
    assert not installed & PROXY


@pytest.mark.slow
def test_importing_it_calls_nobody_and_reads_no_dotenv(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("FROM_DOTENV=read\n")
    assert audited_import(tmp_path) == ["0", "True", "None"]


@pytest.mark.parametrize("lock", ["core.txt", "dev.txt"])
def test_neither_the_core_nor_the_fast_tests_need_torch(lock: str) -> None:
    text = (ROOT / "requirements" / lock).read_text("utf-8")
    names = set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))
    assert "polars" in names
    assert not names & {"torch", "transformers", "diffusers", "vllm", "easyocr"}
