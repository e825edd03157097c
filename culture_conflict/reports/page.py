"""The page: every panel of every view in one file that needs nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from culture_conflict import __version__
from culture_conflict.places.shapes import world
from culture_conflict.reports.cells import table_rows
from culture_conflict.reports.model import Panel, Spec

if TYPE_CHECKING:
    import jinja2

__all__ = ["Section", "render"]

_TEMPLATES = Path(__file__).parent / "templates"
_POLICY = (
    "default-src 'none'; script-src {}; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)

_AUTOSIZE = {"autosize": {"type": "fit-x", "contains": "padding"}}


@dataclass(frozen=True)
class Section:
    """Panels that belong together: those of one view, of the paper, of all."""

    slug: str
    title: str
    lead: str
    panels: Sequence[Panel]
    warning: str | None = None


def render(sections: Sequence[Section], facts: Sequence[str], bundle: str) -> str:
    """The finished HTML. Whatever comes from tables is escaped; no script but our own two runs."""
    own = (_TEMPLATES / "page.js").read_text(encoding="utf-8")
    policy = _POLICY.format(" ".join(f"'sha256-{_sha256(text)}'" for text in (bundle, own)))
    template = _environment().get_template("page.html.j2")
    return template.render(
        sections=sections,
        facts=facts,
        version=__version__,
        policy=policy,
        style=(_TEMPLATES / "page.css").read_text(encoding="utf-8"),
        bundle=bundle,
        own=own,
        world=_script_json(world()),
        specs=_script_json(_specs(sections)),
    )


def _specs(sections: Sequence[Section]) -> dict[str, Spec]:
    return {
        f"{section.slug}-{panel.name}-{number}": {**_AUTOSIZE, **chart.spec}
        for section in sections
        for panel in section.panels
        for number, chart in enumerate(panel.charts)
    }


def _script_json(value: object) -> str:
    """JSON that can't end the element it stands in, whatever a model answered."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


def _environment() -> jinja2.Environment:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["table_rows"] = table_rows
    return environment
