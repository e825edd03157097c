"""Vector drawings as PNG, with their transparency and without reaching for any other file."""

from __future__ import annotations

import base64
import binascii
import io
import re
from typing import NoReturn
from xml.parsers import expat

from culture_conflict.errors import PictureError
from culture_conflict.pictures.open import check_header, open_cue

__all__ = ["render_svg", "trim_transparent"]

_MAX_CHARACTERS = 5_000_000
_MAX_SIDE = 8192
_MAX_DEPTH = 64
_DEFAULT_SIDE = 1024
_SVG = "http://www.w3.org/2000/svg"
_INLINE = re.compile(
    r"\s*(?:#|data:image/(?:png|jpeg|jpg|gif|webp);base64,(.*))", re.IGNORECASE | re.DOTALL
)


def render_svg(svg: str, *, width: int | None = None, height: int | None = None) -> bytes:
    """Draw an SVG as a PNG with alpha; the drawing keeps its shape.

    With a width or a height (pixels) the other follows; with both it is fitted inside them; with
    neither its longer side gets 1024 pixels. No side exceeds 8192. Fonts of the machine are not
    used, so that the same drawing gives the same bytes; text needs to be drawn as paths.

    Raises:
        PictureError: `not_an_image`, `damaged`, `too_many_pixels` (over 5 million characters, a
            side asked beyond 8192, or a huge embedded picture), `too_small` (a side under 1), or
            `external_reference`: it declares entities or refers to anything outside itself,
            which the renderer would read from the disk.
    """
    import resvg_py

    _check_box(width, height)
    _check(svg)
    free = _MAX_SIDE if width or height else _DEFAULT_SIDE
    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg, width=width or free, height=height or free, skip_system_fonts=True
            )
        )
    except ValueError as error:
        raise PictureError(
            "damaged", f"The SVG can't be drawn ({error}). Export it again as plain SVG."
        ) from error


def trim_transparent(png: bytes) -> bytes:
    """Cut away fully transparent edges, so that the picture's shape is that of its content.

    Raises:
        PictureError: `empty`: nothing in the picture is visible; also what `open_cue` raises.
    """
    image = open_cue(png).image
    box = image.getchannel("A").getbbox()
    if box is None:
        raise PictureError(
            "empty", "The drawing is transparent everywhere; there is nothing to show."
        )
    trimmed = io.BytesIO()
    image.crop(box).save(trimmed, "PNG", compress_level=3)
    return trimmed.getvalue()


def _check_box(width: int | None, height: int | None) -> None:
    for side in (width, height):
        if side is not None and not 1 <= side <= _MAX_SIDE:
            reason = "too_small" if side < 1 else "too_many_pixels"
            raise PictureError(
                reason, f"A side of {side} pixels was asked for; give 1 to {_MAX_SIDE}."
            )


def _check(svg: str) -> None:
    """Walk through the XML once, without building anything, and refuse what points elsewhere."""
    if len(svg) > _MAX_CHARACTERS:
        raise PictureError(
            "too_many_pixels",
            f"The SVG has {len(svg)} characters; at most {_MAX_CHARACTERS} are read. Simplify it.",
        )
    parser = expat.ParserCreate("utf-8", namespace_separator=" ")
    walk = _Walk()
    parser.StartElementHandler, parser.EndElementHandler = walk.start, walk.end
    parser.EntityDeclHandler = _refuse_entity
    parser.ProcessingInstructionHandler = _refuse_instruction
    try:
        parser.Parse(svg.encode("utf-8", "replace"), True)
    except (expat.ExpatError, binascii.Error) as error:
        raise PictureError(
            "not_an_image", f"This is not an SVG: its text is broken ({error})."
        ) from error


class _Walk:
    """Checks each element; the first has to be `svg`.

    The renderer draws groups by recursion and would take the whole process down with a stack
    overflow; noise filters can keep it busy for minutes.
    """

    def __init__(self) -> None:
        self._depth = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._depth == 0 and name not in {f"{_SVG} svg", "svg"}:
            raise PictureError("not_an_image", f"This is not an SVG: it begins with <{name[:80]}>.")
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise PictureError(
                "damaged", f"The SVG nests over {_MAX_DEPTH} levels. Flatten its groups."
            )
        if name.rpartition(" ")[2] == "feTurbulence":
            raise PictureError(
                "unsupported", "The SVG has noise (feTurbulence). Export it without that filter."
            )
        for attribute, value in attributes.items():
            local = attribute.rpartition(" ")[2].rpartition(":")[2]
            if local == "href" and not name.endswith(" a"):
                _check_reference(name.rpartition(" ")[2], value)

    def end(self, _: str) -> None:
        self._depth -= 1


def _check_reference(element: str, value: str) -> None:
    """Only parts of the drawing itself, and embedded pictures whose header promises no bomb."""
    inline = _INLINE.match(value)
    if inline is None:
        _refuse(f"{element} refers to {value[:80]!r}")
    if inline[1] is not None:
        check_header(base64.b64decode(inline[1]))


def _refuse_entity(name: str, *_: object) -> None:
    _refuse(f"entity {name[:80]!r} is declared")


def _refuse_instruction(target: str, _: str) -> None:
    _refuse(f"instruction {target[:80]!r} names another file")


def _refuse(what: str) -> NoReturn:
    raise PictureError(
        "external_reference",
        f"The SVG is not self-contained: {what}. Export it as plain SVG with pictures embedded.",
    )
