"""Small made-up tables of CultureMix, with answers that depend on nothing but a seed."""

from __future__ import annotations

import random

import polars as pl

from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.places.normalize import resolve_country
from culture_conflict.statistics.culture_mix import culture_mix_intervals
from culture_conflict.statistics.mix_making import make_mix_comparisons
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore
from culture_conflict_tests.benchmarks_culture_mix.kit import (
    BENCHMARK,
    SOURCE,
    Row,
    answer,
    golden,
    picture,
    tables,
)

NAMES = {"JPN": "Japan", "ITA": "Italy", "PER": "Peru", "FRA": "France", "KOR": "South Korea"}
CODES = tuple(NAMES)
N_FOODS = 8
WORKED = ("worked-shift", "worked-entropy", "worked-name")
PHOTOS, TWICE = "photos", "asked-twice"
PROMPTS = ("base-v1", "direct-v1")
SOURCE_ROWS: list[Row] = [
    {
        "benchmark": BENCHMARK,
        "source": source,
        "source_version": "v1",
        "kind": "mix",
        "title": "Mixes",
        "medium": "generated",
    }
    for source in (SOURCE, *WORKED, PHOTOS, TWICE)
]


def pictures() -> list[tuple[Row, Row]]:
    """Eight foods: alone, in two copies, beside another, before four backgrounds, and both."""
    made = []
    for n in range(N_FOODS):
        food, country = f"food{n}", CODES[n % 5]
        name = {"name": f"dish {'abcdefgh'[n] * 4}", "country": country}
        other = (f"dish {'abcdefgh'[(n + 1) % 8] * 4}", CODES[(n + 1 + n // 5) % 5])
        made += [picture(f"{food}-sf{k}", food, **name, augmentation=k) for k in range(3)]
        made.append(picture(f"{food}-mf", food, "mf", **name, food2=other))
        for k in range(4):
            shown = {"background": CODES[(n + k) % 5], "kind": (None, "landmark", "street")[k % 3]}
            made.append(picture(f"{food}-sfb{k}", food, "sfb", **name, **shown))
            made.append(picture(f"{food}-mfb{k}", food, "mfb", **name, food2=other, **shown))
        made += _controls(food, name, other, 0.5 + n / 8)
    return made


def _controls(food: str, name: Row, other: tuple[str, str], ratio: float) -> list[tuple[Row, Row]]:
    """Two things of no culture, the mirrored pair, and the pair of another size."""
    pair = {"food2": other, "control_of": f"{SOURCE}-{food}-mf"}
    things = [
        picture(f"{food}-{thing}", food, "mf", **name, control="agnostic", object=thing)
        for thing in ("apple", "car")
    ]
    return [
        *things,
        picture(f"{food}-flip", food, "mf", **name, **pair, control="flip", target_side="right"),
        picture(f"{food}-size", food, "mf", **name, **pair, control="size_ratio", size_ratio=ratio),
    ]


def photographs() -> list[tuple[Row, Row]]:
    """Ten foods, each cut out and marked in two photographs."""
    made = []
    for n in range(10):
        food, country = f"dish{n}", CODES[n % 5]
        others = [("Rice", country if n % 2 else CODES[(n + k) % 5]) for k in (1, 2)]
        made.append(picture(f"{food}-cut", food, country=country, framing="crop"))
        made += [
            picture(f"{food}-in{k}", food, "mf", country=country, food2=other, framing="box")
            for k, other in enumerate(others)
        ]
    return made


def answers(model: str, variants: pl.DataFrame, prompt_id: str = "base-v1") -> pl.DataFrame:
    draw = random.Random(f"{model} {prompt_id}" if prompt_id != "base-v1" else model)
    states = ("ok", "hedged", "unparsed", "error")
    rows = []
    for variant in variants["variant_id"]:
        state, code = draw.choices(states, [88, 4, 4, 4])[0], draw.choice(CODES)
        said = {"ok": NAMES[code], "hedged": "Peru or Chile"}.get(state)
        rows.append(
            answer(
                variant,
                state=state,
                said=said,
                country=code if state == "ok" else None,
                item=f"dish {draw.choice('abcd') * 4}" if said else None,
                model=model,
                prompt_id=prompt_id,
            )
        )
    return TABLES["predictions"].frame(rows)


def _worked() -> tuple[tuple[list[tuple[Row, Row]], list[Row]], ...]:
    return golden_shift(), golden_entropy(), golden_names()


def golden_shift() -> tuple[list[tuple[Row, Row]], list[Row]]:
    """The worked cases of label shift as pictures of two foods, and the answers about them."""
    shown, said = [], []
    for row in golden("label_shift_rows"):
        food, country = row["item"], code(row["gold_country"])
        other = ("Other dish", code(row["distractor_country"]))
        shown += [
            picture(f"{food}-sf", food, country=country),
            picture(f"{food}-mf", food, "mf", country=country, food2=other),
        ]
        said += [named(f"{food}-sf", row["sf_prediction"])]
        said += [named(f"{food}-mf", row["mixed_prediction"])]
    return shown, said


def golden_entropy() -> tuple[list[tuple[Row, Row]], list[Row]]:
    """The worked cases of entropy as pictures of foods before backgrounds, and the answers."""
    shown, said = [], []
    for n, row in enumerate(golden("entropy_rows")):
        shown.append(picture(f"{row['food']}-{n}", row["food"], "sfb", background="PER"))
        said.append(named(f"{row['food']}-{n}", row["prediction"]))
    return shown, said


def golden_names() -> tuple[list[tuple[Row, Row]], list[Row]]:
    """The worked cases of names as pictures of one food each, and the answers about them."""
    rows = golden("name_match")
    shown = [picture(f"name{n}", f"food{n}", name=row["gold"]) for n, row in enumerate(rows)]
    said = [
        answer(f"name{n}", said="Japan", country="JPN", item=row["prediction"])
        for n, row in enumerate(rows)
    ]
    return shown, said


def code(name: str) -> str:
    found = resolve_country(name)
    assert found
    return found


def named(variant_id: str, country: str) -> Row:
    if not country:
        return answer(variant_id, state="unparsed")
    return answer(variant_id, said=country, country=code(country))


def write_mixes(store: TableStore, models: tuple[str, ...]) -> None:
    """Variants, pictures, answers, scores and intervals, as the assets write them."""
    made = pictures()
    _write(store, SOURCE, made, {model: answers(model, tables(made)[0]) for model in models})
    pairs = [one for one in made if one[1]["subtask"] in {"sf", "mf"} and not one[1]["control"]]
    for source, shown in ((PHOTOS, photographs()), (TWICE, pairs)):
        variants = tables(shown)[0]
        both = {
            model: pl.concat(answers(model, variants, prompt) for prompt in PROMPTS)
            for model in models
        }
        _write(store, source, shown, both)
    for source, (shown, said) in zip(WORKED, _worked(), strict=True):
        mine = [row | {"model": models[0]} for row in said]
        _write(store, source, shown, {models[0]: TABLES["predictions"].frame(mine)})


def _write(
    store: TableStore,
    source: str,
    shown: list[tuple[Row, Row]],
    answered: dict[str, pl.DataFrame],
) -> None:
    here = pl.lit(source).alias("source")
    own = pl.format("{}-{}", here, "variant_id").alias("variant_id")
    variants, mixed = (frame.with_columns(here, own) for frame in tables(shown))
    alone = mixed.filter(pl.col("control").is_null(), subtask="sf", augmentation=0)
    reference = variants["group_id"].replace_strict(
        alone["item_id"], alone["variant_id"], default=None, return_dtype=pl.String
    )
    itself = reference == variants["variant_id"]
    variants = variants.with_columns(
        reference_variant=pl.when(~itself.fill_null(value=True)).then(reference)
    )
    store.write(TABLES["variants"], variants, BENCHMARK, source)
    store.write(TABLES["mixed_images"], mixed, BENCHMARK, source)
    for model, frame in answered.items():
        predictions = frame.with_columns(here, own)
        scores = score(predictions, variants, mixed)
        store.write(TABLES["predictions"], predictions, BENCHMARK, model, source)
        store.write(TABLES["mix_scores"], scores, BENCHMARK, model, source)


def write_mix_intervals(store: TableStore, models: tuple[str, ...]) -> None:
    """As the asset does, from what is stored, with few draws."""
    made = []
    for source in (SOURCE, *WORKED, PHOTOS, TWICE):
        read = (TABLES["predictions"], TABLES["mix_scores"])
        names = [
            m for m in models if all(store.path(t, BENCHMARK, m, source).exists() for t in read)
        ]
        answered = [tuple(store.read(t, BENCHMARK, m, source) for t in read) for m in names]
        shown = [TABLES[name] for name in ("variants", "mixed_images")]
        of_source = [store.read(table, BENCHMARK, source) for table in shown]
        made.append(culture_mix_intervals(*of_source, answered, draws=50))
    store.write(TABLES["intervals"], pl.concat(made), BENCHMARK)


def write_mix_comparisons(store: TableStore) -> None:
    """The tables of paired tests, as the asset makes them."""
    registry = (store.read(TABLES[name], None) for name in ("models", "sources"))
    made = make_mix_comparisons(store, *registry, {PROMPTS[0]})
    names = ("model_comparison", "conflict_effect", "prompt_effect", "mix_mitigation")
    for name, frame in zip(names, made, strict=True):
        store.write(TABLES[name], frame, BENCHMARK)
