"""Vectors are drawn with their shape and transparency, and read nothing but themselves."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from PIL import Image

from culture_conflict.errors import PictureError
from culture_conflict.pictures.open import open_cue
from culture_conflict.pictures.svg import render_svg, trim_transparent
from culture_conflict_tests.pictures.looking import bomb, saved

PENNON = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="110" viewBox="0 0 90 110">'
    '<path d="M0 0 L90 55 L25 55 L90 110 L0 110 Z" fill="#c8143c"/></svg>'
)


def drawing(inside: str, before: str = "", attributes: str = 'width="20" height="20"') -> str:
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"'
    return f"{before}<svg {spaces} {attributes}>{inside}</svg>"


@pytest.mark.parametrize(
    ("box", "size"),
    [
        ({"width": 180}, (180, 220)),
        ({"height": 55}, (45, 55)),
        ({"width": 200, "height": 220}, (180, 220)),
        ({}, (838, 1024)),
    ],
)
def test_shape_and_transparency_are_kept(box: dict[str, int], size: tuple[int, int]) -> None:
    image = open_cue(render_svg(PENNON, **box)).image
    assert image.size == size
    assert image.getpixel((image.width - 1, 0))[3] == 0
    assert image.getpixel((2, image.height // 2)) == (200, 20, 60, 255)


def test_the_same_drawing_gives_the_same_bytes() -> None:
    assert render_svg(PENNON, width=100) == render_svg(PENNON, width=100)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.png"
    Image.new("RGB", (20, 20), (255, 0, 0)).save(path)
    return path


@pytest.mark.parametrize("element", ["image", "feImage", "use"])
@pytest.mark.parametrize("attribute", ["href", "x:href"])
@pytest.mark.parametrize(
    "where",
    ["{path}", "file://{path}", "secret.png", "../secret.png", "file:///etc/passwd", "{web}"],
)
def test_other_files_are_never_read(
    secret: Path, monkeypatch: pytest.MonkeyPatch, element: str, attribute: str, where: str
) -> None:
    monkeypatch.chdir(secret.parent)
    target = where.format(path=secret, web="http://localhost/a.png")
    shape = f'<{element} {attribute}="{target}" width="20" height="20"/>'
    inside = f'<filter id="f">{shape}</filter><rect width="20" height="20" filter="url(#f)"/>'
    with pytest.raises(PictureError, match="self-contained") as caught:
        render_svg(drawing(inside if element == "feImage" else shape))
    assert caught.value.reason == "external_reference"


@pytest.mark.parametrize(
    "before",
    [
        '<!DOCTYPE svg [<!ENTITY e "/etc/passwd">]>',
        '<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE svg [<!ENTITY % e SYSTEM "/etc/passwd"> %e;]>',
        '<?xml-stylesheet href="/etc/passwd"?>',
    ],
)
def test_entities_and_style_files_are_refused(before: str) -> None:
    with pytest.raises(PictureError) as caught:
        render_svg(drawing("<rect/>", before))
    assert caught.value.reason == "external_reference"


def test_default_attributes_of_a_document_type_are_no_way_round(secret: Path) -> None:
    before = f'<!DOCTYPE svg [<!ATTLIST image href CDATA "{secret}">]>'
    with pytest.raises(PictureError, match="self-contained"):
        render_svg(drawing('<image width="20" height="20"/>', before))


def test_styles_reach_no_file(secret: Path) -> None:
    style = f"<style>rect{{fill:url({secret})}} image{{href:url({secret})}}</style>"
    inside = f'{style}<rect width="20" height="20"/><image width="20" height="20"/>'
    image = open_cue(render_svg(drawing(inside))).image
    assert image.getpixel((9, 9))[:3] != (255, 0, 0)


def test_what_common_programs_write_is_drawn() -> None:
    before = (
        '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
        '"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    picture = base64.b64encode(saved(Image.new("RGB", (2, 2), (0, 0, 255)))).decode()
    inside = (
        f'<a x:href="https://example.org"><rect id="r" width="9" height="9"/></a><use href="#r"/>'
        f'<image width="20" height="20" x:href="data:image/png;base64,{picture}"/>'
    )
    image = open_cue(render_svg(drawing(inside, before))).image
    assert image.getpixel((512, 512)) == (0, 0, 255, 255)


def test_an_embedded_bomb_is_refused() -> None:
    picture = base64.b64encode(bomb(30_000, 30_000)).decode()
    with pytest.raises(PictureError) as caught:
        render_svg(drawing(f'<image href="data:image/png;base64,{picture}"/>'))
    assert caught.value.reason == "too_many_pixels"


@pytest.mark.parametrize("attributes", ['width="900000" height="900000"', 'viewBox="0 0 1 90000"'])
def test_the_canvas_is_bounded(attributes: str) -> None:
    for box in ({}, {"width": 50}):
        image = open_cue(render_svg(drawing("<g/>", attributes=attributes), **box)).image
        assert max(image.size) <= 8192


@pytest.mark.parametrize(
    ("svg", "word"),
    [
        ("", "not_an_image"),
        ("<html><body/></html>", "not_an_image"),
        ("<svg xmlns='http://www.w3.org/2000/svg'>", "not_an_image"),
        (drawing("&unknown;"), "not_an_image"),
        (drawing('<image href="data:image/png;base64,A"/>'), "not_an_image"),
        (drawing("", attributes='width="0" height="0"'), "damaged"),
        (drawing(" " * 5_000_000), "too_many_pixels"),
    ],
)
def test_what_is_no_drawing_says_so(svg: str, word: str) -> None:
    with pytest.raises(PictureError) as caught:
        render_svg(svg)
    assert caught.value.reason == word


@pytest.mark.parametrize(
    ("side", "word"), [(0, "too_small"), (-5, "too_small"), (9000, "too_many_pixels")]
)
def test_sides_are_checked(side: int, word: str) -> None:
    with pytest.raises(PictureError) as caught:
        render_svg(PENNON, width=side)
    assert caught.value.reason == word


def test_nested_uses_do_not_explode() -> None:
    groups = '<g id="g0"><rect width="1" height="1"/></g>'
    for n in range(1, 9):
        uses = f'<use href="#g{n - 1}"/>' * 10
        groups += f'<g id="g{n}">{uses}</g>'
    with pytest.raises(PictureError) as caught:
        render_svg(drawing(groups))
    assert caught.value.reason == "damaged"


def test_transparent_edges_are_cut() -> None:
    image = Image.new("RGBA", (36, 36), (0, 0, 0, 0))
    image.paste((1, 2, 3, 255), (0, 5, 36, 31))
    image.putpixel((0, 5), (9, 9, 9, 1))
    trimmed = open_cue(trim_transparent(saved(image))).image
    assert trimmed.size == (36, 26)
    assert trimmed.getpixel((0, 0)) == (9, 9, 9, 1)


def test_an_empty_drawing_can_not_be_cut() -> None:
    with pytest.raises(PictureError) as caught:
        trim_transparent(saved(Image.new("RGBA", (9, 9), (0, 0, 0, 0))))
    assert caught.value.reason == "empty"


@pytest.mark.parametrize("levels", [100, 20_000])
def test_deep_nesting_is_refused_before_the_renderer_overflows(levels: int) -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
        + '<g opacity=".9">' * levels
        + '<rect width="9" height="9"/>'
        + "</g>" * levels
        + "</svg>"
    )
    with pytest.raises(PictureError, match="nests over 64 levels") as caught:
        render_svg(svg)
    assert caught.value.reason == "damaged"


def test_noise_that_takes_minutes_is_refused() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f">'
        '<feTurbulence numOctaves="30"/></filter><rect width="9" height="9"/></svg>'
    )
    with pytest.raises(PictureError, match="feTurbulence"):
        render_svg(svg)
