"""Reads drawn signs with EasyOCR and with rapidocr, in a process that has the torch shim.

`python in_easyocr.py WEIGHTS` prints one JSON object.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from culture_conflict.readers.catalog import make_reader
from culture_conflict.readers.languages import language_groups
from culture_conflict.readers.protocol import Reader, ReaderError, ReaderSettings

LINES = ("HARBOR STREET", "Market Hall 24")


def sign() -> Image.Image:
    """White letters on a blue board before a grey wall."""
    picture = Image.new("RGB", (640, 400), (150, 146, 140))
    pen = ImageDraw.Draw(picture)
    pen.rectangle((60, 60, 580, 320), fill=(24, 62, 120))
    font = ImageFont.load_default(56)
    for number, line in enumerate(LINES):
        pen.text((80, 100 + 80 * number), line, font=font, fill=(250, 250, 250))
    return picture


def read(reader: Reader, picture: Image.Image) -> list[Any]:
    return [(one.quad, one.text, one.confidence) for one in reader.read(picture)]


def easy(weights: Path, **settings: Any) -> Reader:
    return make_reader("easyocr", ReaderSettings(weights=weights, **settings))


def warned(reader: Reader, picture: Image.Image) -> list[str]:
    """What is warned of while a picture is read, and then by torch itself."""
    import torch

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        reader.read(picture)
        told_then = [str(one.message) for one in told]
        list(torch.utils.data.DataLoader([1], pin_memory=True))
        return [*told_then, "then", *(str(one.message) for one in told[len(told_then) :])]


def missing(weights: Path) -> str:
    try:
        easy(weights, languages=("ch_sim", "en")).read(sign())
    except ReaderError as error:
        return str(error)
    return ""


def groups_as_easyocr() -> bool:
    from easyocr import config

    together: Sequence[Sequence[str]] = (
        config.latin_lang_list,
        config.arabic_lang_list,
        config.bengali_lang_list,
        config.cyrillic_lang_list,
        config.devanagari_lang_list,
        *([name] for name in config.other_lang_list),
    )
    whole = language_groups([name for group in together for name in group if name != "en"])
    expected = sorted(sorted(set(group) - {"en"}) for group in together)
    return sorted(sorted(group) for group in whole) == expected


def main(weights: Path) -> None:
    picture, plain = sign(), easy(weights)
    turned = picture.transpose(Image.Transpose.ROTATE_90)
    told = {
        "easyocr": read(plain, picture),
        "again": read(easy(weights), picture),
        "paragraph": read(easy(weights, paragraph=True), picture),
        "turned": read(easy(weights, rotations=(90, 270)), turned),
        "not_turned": read(plain, turned),
        "blank": read(plain, Image.new("RGB", (320, 200), "white")),
        "rapidocr": read(make_reader("rapidocr", ReaderSettings()), picture),
        "warned": warned(plain, picture),
        "missing": missing(weights),
        "groups_as_easyocr": groups_as_easyocr(),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
