"""One warehouse written by hand, and the report made of it with a stand-in for Vega."""

from __future__ import annotations

from pathlib import Path

import pytest

from culture_conflict.home import Home
from culture_conflict.reports import write
from culture_conflict_tests.reports.kit import Parsed, everything, parsed


@pytest.fixture(scope="session")
def report_home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home with nothing but a warehouse."""
    home = Home(tmp_path_factory.mktemp("report") / "home")
    home.work.mkdir(parents=True)
    everything().write(home.warehouse)
    return home


@pytest.fixture(scope="session")
def html(report_home: Home) -> str:
    """The report's text."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(write, "vega_bundle", lambda _: "window.vegaEmbed = null;")
        path: Path = write.write_report(report_home).path
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def page(html: str) -> Parsed:
    """The report as a parser sees it."""
    return parsed(html)
