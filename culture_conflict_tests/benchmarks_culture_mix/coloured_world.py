"""A small world of dishes in which a country is a colour: it can be learnt without its dishes."""

from __future__ import annotations

import csv
import random
from pathlib import Path

from PIL import Image, ImageDraw

__all__ = ["NAME", "write_world"]

NAME = "coloured"
_SIDE = 64
_COLOURS = {"Japan": (210, 30, 40), "Mexico": (20, 140, 60), "Italy": (40, 60, 210)}
_FOODS = 9
_HEAD = "title: Coloured\nmedium: generated\nkind: mix\ndefaults: {licence: CC-BY-4.0}\n"
_COLUMNS = ("image_path", "food1_id", "food1_name", "food1_country")
_PLACES = ("Kenya1", "Peru1")


def write_world(folder: Path) -> Path:
    """Nine dishes of three countries, each alone and before two backgrounds."""
    rows: dict[str, list[dict[str, str]]] = {"sf": [], "sfb_street": []}
    draw = random.Random(0)
    for place, (country, colour) in enumerate(_COLOURS.items()):
        for n in range(_FOODS):
            food = {
                "food1_id": f"{place}{n}",
                "food1_name": f"D{place}{n}",
                "food1_country": country,
            }
            path = f"images/sf/{place}{n}.png"
            _write(folder / path, _dish(draw, colour))
            rows["sf"].append({**food, "image_path": path})
            for where in _PLACES:
                path = f"images/sfb/{place}{n}-{where}.png"
                _write(folder / path, _before(_dish(draw, colour), draw.randrange(90, 200)))
                rows["sfb_street"].append({**food, "image_path": path, "background_country": where})
    (folder / "source.yaml").write_text(_HEAD)
    (folder / "metadata").mkdir()
    for name, listed in rows.items():
        with (folder / "metadata" / f"{name}.csv").open("w", encoding="utf-8") as file:
            writer = csv.DictWriter(file, [*_COLUMNS, "background_country"])
            writer.writeheader()
            writer.writerows(listed)
    return folder


def _dish(draw: random.Random, colour: tuple[int, int, int]) -> Image.Image:
    """A blot of about this colour on white, of any shape and size."""
    shade = tuple(max(0, min(255, part + draw.randrange(-12, 13))) for part in colour)
    image = Image.new("RGB", (_SIDE, _SIDE), "white")
    left, top = draw.randrange(4, 20), draw.randrange(4, 20)
    box = (left, top, _SIDE - draw.randrange(4, 20), _SIDE - draw.randrange(4, 20))
    pen = ImageDraw.Draw(image)
    shapes = (pen.ellipse, pen.rectangle)
    draw.choice(shapes)(box, fill=shade)
    return image


def _before(dish: Image.Image, grey: int) -> Image.Image:
    """The dish with a grey place above it."""
    image = Image.new("RGB", (_SIDE, 2 * _SIDE), (grey, grey, grey))
    image.paste(dish, (0, _SIDE))
    return image


def _write(path: Path, image: Image.Image) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path)
