"""Each reference model follows what it is named for, and nothing else."""

from __future__ import annotations

import asyncio
import inspect
import json
import threading
from collections.abc import Sequence
from dataclasses import fields

import pytest
from PIL import Image, ImageDraw

from culture_conflict.models.protocol import Answer, Request
from culture_conflict.models.reference.base import Reference
from culture_conflict.models.reference.flag_reader import FlagReader, flag_box
from culture_conflict.models.reference.gallery import Example, Flag, Gallery
from culture_conflict.models.reference.nearest_image import NearestImage
from culture_conflict.models.reference.prior import CONSTANTS, Prior
from culture_conflict.places.countries import countries as all_of_them
from culture_conflict.sources.sample.draw import draw_cue, flag_code
from culture_conflict_tests.models.drawing import SIZES, cue_image, flag, ground, jpeg, stacked

# Plain stripes, near doubles (Italy and Ireland, Romania and Chad, Indonesia and Monaco), fine
# emblems, nearly uniform reds and blues, and the two shapes that are no rectangle of 3:2.
CODES = [
    "FR",
    "IT",
    "IE",
    "RO",
    "TD",
    "ID",
    "MC",
    "PL",
    "AU",
    "NZ",
    "CN",
    "VN",
    "MA",
    "FM",
    "SO",
    "KZ",
    "BR",
    "US",
    "GB",
    "JP",
    "KR",
    "ZA",
    "SA",
    "MX",
    "EC",
    "CO",
    "NP",
    "CH",
]


def ask(model: Reference, pictures: Sequence[bytes], prompt: str = "?") -> list[dict[str, str]]:
    answers = asyncio.run(model.ask([Request(data, "image/jpeg", prompt) for data in pictures]))
    return [json.loads(answer.text or "null") for answer in answers]


def countries(model: Reference, pictures: Sequence[bytes]) -> list[str]:
    return [answer["country"] for answer in ask(model, pictures)]


@pytest.fixture(scope="module")
def reader() -> FlagReader:
    return FlagReader(Gallery("test", lambda: [flag(code) for code in CODES]))


def test_a_model_sees_only_picture_and_prompt() -> None:
    assert [field.name for field in fields(Request)] == ["picture", "media_type", "prompt"]
    for model in (Prior, NearestImage, FlagReader):
        assert list(inspect.signature(model.answer).parameters) == ["self", "request"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["plain", "blurred", "noise"])
def test_every_flag_is_read_at_its_place(
    reader: FlagReader, size: tuple[int, int], kind: str
) -> None:
    shown = [
        jpeg(stacked(ground(size, kind, seed), cue_image(flag(code).picture)))
        for seed, code in enumerate(CODES)
    ]
    assert countries(reader, shown) == CODES


def test_swapping_two_flags_swaps_the_answers(reader: FlagReader) -> None:
    grounds = [ground((640, 480), "blurred", 1), ground((512, 512), "plain", 2)]

    def shown(*codes: str) -> list[bytes]:
        pairs = zip(grounds, codes, strict=True)
        return [jpeg(stacked(under, cue_image(flag(code).picture))) for under, code in pairs]

    assert countries(reader, shown("JP", "BR")) == ["JP", "BR"]
    assert countries(reader, shown("BR", "JP")) == ["BR", "JP"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["plain", "blurred", "noise"])
def test_no_flag_is_read_where_there_is_none(
    reader: FlagReader, size: tuple[int, int], kind: str
) -> None:
    bare = [ground(size, kind, seed) for seed in range(8)]
    greys = [Image.new("RGBA", (240, 173), (n, n, n, 255)) for n in (0, 90, 128, 200, 255)]
    patched = [stacked(bare[0], grey) for grey in greys]
    reds = [Image.new("RGBA", (240, 173), colour) for colour in ("#de2910", "#c1272d", "#75b2dd")]
    patched += [stacked(bare[0], colour) for colour in reds]
    assert set(countries(reader, [jpeg(each) for each in bare + patched])) == {"unknown"}


def test_a_flag_anywhere_else_is_not_read(reader: FlagReader) -> None:
    japan = cue_image(flag("JP").picture)
    mirrored = stacked(ground((640, 480)), japan).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    assert countries(reader, [jpeg(mirrored)]) == ["unknown"]


@pytest.mark.parametrize(
    ("code", "names", "answer"),
    [
        ("NO", ("Svalbard and Jan Mayen", "Norway", "Bouvet Island"), "Norway"),
        ("US", ("United States Minor Outlying Islands", "United States"), "United States"),
        ("FR", ("Saint Martin", "Réunion", "France"), "France"),
        ("MC", ("Monaco", "Nowhere"), "Monaco"),
        ("MC", ("Nowhere", "Monaco"), "Nowhere"),
    ],
)
def test_one_drawing_of_several_countries_goes_to_the_state_then_to_the_first(
    code: str, names: tuple[str, ...], answer: str
) -> None:
    flags = [Flag(name, flag(code).picture) for name in names]
    shown = [jpeg(stacked(ground((640, 480)), cue_image(flags[0].picture)))]
    assert countries(FlagReader(Gallery("g", lambda: flags)), shown) == [answer]


def test_a_flag_that_differs_in_one_line_only_goes_to_the_state() -> None:
    flags = [Flag("Bouvet Island", flag("BV").picture), Flag("Norway", flag("NO").picture)]
    assert flags[0].picture != flags[1].picture
    shown = [jpeg(stacked(ground((640, 480)), cue_image(flags[0].picture)))]
    assert countries(FlagReader(Gallery("g", lambda: flags)), shown) == ["Norway"]


def test_a_flag_that_is_not_in_the_gallery_is_not_taken_for_another() -> None:
    model = FlagReader(Gallery("g", lambda: [flag(code) for code in ("FR", "IT", "RO", "CO")]))
    others = [stacked(ground((640, 480)), cue_image(flag(c).picture)) for c in ("IE", "EC", "ML")]
    assert set(countries(model, [jpeg(each) for each in others])) == {"unknown"}


def test_the_flag_reader_names_no_item_and_knows_nothing_without_flags(reader: FlagReader) -> None:
    shown = [jpeg(stacked(ground((640, 480)), cue_image(flag("JP").picture)))]
    assert ask(reader, shown) == [{"name": "unknown", "country": "JP"}]
    assert countries(FlagReader(Gallery("none", list)), shown) == ["unknown"]


@pytest.mark.parametrize(
    ("picture", "cue", "box"),
    [
        ((640, 480), (240, 173), (502, 10, 630, 102)),
        ((480, 640), (240, 173), (374, 10, 470, 79)),
        ((100, 100), (10, 10), (78, 2, 98, 22)),
        ((3, 3), (240, 173), (2, 0, 3, 1)),
    ],
)
def test_the_flags_place_is_that_of_ruling_13(
    picture: tuple[int, int], cue: tuple[int, int], box: tuple[int, int, int, int]
) -> None:
    assert flag_box(picture, cue) == box


def _dish(colour: str, shape: str) -> Image.Image:
    picture = Image.new("RGB", (320, 240), "#e8e0d0")
    draw = ImageDraw.Draw(picture)
    (draw.ellipse if shape == "round" else draw.rectangle)((100, 60, 220, 180), fill=colour)
    return picture


DISHES = [("red", "round"), ("red", "square"), ("green", "round"), ("green", "square")]


@pytest.fixture(scope="module")
def nearest() -> NearestImage:
    entries = [Example(f"{c} {s}", c, jpeg(_dish(c, s))) for c, s in DISHES]
    return NearestImage(Gallery("dishes", lambda: entries))


def test_the_nearest_picture_is_found_by_colour_and_shape(nearest: NearestImage) -> None:
    shown = [jpeg(_dish(c, s).resize((500, 400)), quality=60) for c, s in DISHES]
    assert [answer["name"] for answer in ask(nearest, shown)] == [f"{c} {s}" for c, s in DISHES]


def test_the_nearest_picture_ignores_the_corners(nearest: NearestImage) -> None:
    shown = [_dish(c, s) for c, s in DISHES]
    flagged = [stacked(each, cue_image(flag("CN").picture)) for each in shown]
    both = [each.transpose(Image.Transpose.ROTATE_180) for each in flagged]
    expected = ask(nearest, [jpeg(each) for each in shown])
    assert ask(nearest, [jpeg(each) for each in flagged]) == expected
    assert ask(nearest, [jpeg(each) for each in both]) == expected


def test_a_training_picture_is_not_near_because_of_its_corner() -> None:
    china = cue_image(flag("CN").picture)
    entries = [
        Example("trap", "", jpeg(stacked(_dish("#e00000", "round"), china))),
        Example("true", "", jpeg(_dish("#ff0000", "round"))),
    ]
    model = NearestImage(Gallery("g", lambda: entries))
    shown = [jpeg(stacked(_dish("#ff0000", "round"), china))]
    assert [answer["name"] for answer in ask(model, shown)] == ["true"]


def test_the_nearest_picture_is_found_by_colour_alone() -> None:
    plain = [Image.new("RGB", (90, 60), colour) for colour in ("red", "green", "blue")]
    entries = [Example(str(n), "", jpeg(each)) for n, each in enumerate(plain)]
    model = NearestImage(Gallery("plain", lambda: entries))
    assert [answer["name"] for answer in ask(model, [jpeg(p) for p in plain])] == ["0", "1", "2"]


def test_an_empty_training_half_knows_nothing() -> None:
    model = NearestImage(Gallery("none", list))
    assert ask(model, [jpeg(_dish("red", "round"))]) == [{"name": "unknown", "country": "unknown"}]


@pytest.mark.parametrize(
    ("prompt", "category"),
    [
        ("Which dish is this?", "cuisine"),
        ("Name this piece of TRADITIONAL CLOTHING.", "attire"),
        ("What instrument is it, and who eats food?", "music"),
    ],
)
def test_the_prior_answers_by_the_prompt_alone(prompt: str, category: str) -> None:
    expected = dict(zip(("name", "country"), CONSTANTS[category], strict=True))
    shown = [jpeg(_dish("red", "round")), b"not even a picture"]
    assert ask(Prior(), shown, prompt) == [expected, expected]


def test_the_prior_without_a_category_is_silent() -> None:
    assert ask(Prior(), [b""], "Dishonest seafood?") == [{"name": "unknown", "country": "unknown"}]


def test_a_picture_that_cannot_be_opened_is_a_fault_of_its_own(nearest: NearestImage) -> None:
    good = jpeg(_dish("red", "round"))
    requests = [Request(data, "image/jpeg", "?") for data in (good, good[:400], b"<html>", good)]
    answers: list[Answer] = list(asyncio.run(nearest.ask(requests)))
    assert [answer.error is None for answer in answers] == [True, False, False, True]
    assert "picture not opened (truncated)" in str(answers[1].error)
    assert "picture not opened (not_an_image)" in str(answers[2].error)


def test_galleries_are_loaded_once_when_first_needed_and_off_the_event_loop() -> None:
    loads: list[str] = []

    def load() -> list[Flag]:
        loads.append(threading.current_thread().name)
        return [flag("JP")]

    model = FlagReader(Gallery("record", load))
    assert model.parameters["gallery"] == "record"
    assert loads == []
    shown = Request(jpeg(ground((64, 64))), "image/jpeg", "?")

    async def twice() -> None:
        await asyncio.gather(model.ask([shown]), model.ask([shown, shown]))

    asyncio.run(twice())
    assert len(loads) == 1
    assert loads[0] != threading.main_thread().name
    assert model.calls == 3


@pytest.mark.slow
def test_every_flag_of_the_world_is_read() -> None:
    world = [Flag(c.name, draw_cue(flag_code(c.iso2))) for c in all_of_them().values()]
    model = FlagReader(Gallery("world", lambda: world))
    shown = [
        jpeg(stacked(ground((640, 480), "blurred", seed), cue_image(each.picture)))
        for seed, each in enumerate(world)
    ]
    pairs = zip(world, countries(model, shown), strict=True)
    missed = {each.country: answer for each, answer in pairs if each.country != answer}
    assert set(missed) <= {
        "Bouvet Island",
        "Heard Island and McDonald Islands",
        "Saint Martin",
        "Svalbard and Jan Mayen",
        "United States Minor Outlying Islands",
    }
    assert set(missed.values()) <= {"Australia", "France", "Norway", "United States"}
