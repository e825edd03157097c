"""SIGNPOST's building side as assets: items → ocr_spans, screenings → replacements → traps."""

from collections.abc import Iterator
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.signpost.making import told_diversity
from culture_conflict.benchmarks.signpost.making_choice import make_replacements
from culture_conflict.benchmarks.signpost.reading_scenes import countries_of, read_scenes_of
from culture_conflict.benchmarks.signpost.traps import trap_targets
from culture_conflict.defs.partitions import SIGNPOST_SOURCES
from culture_conflict.defs.previews import counts, picture_preview, spans_preview
from culture_conflict.home import Home
from culture_conflict.readers.cache import ReadingCache
from culture_conflict.readers.catalog import make_reader
from culture_conflict.readers.protocol import ReaderSettings
from culture_conflict.sources.catalog import get_source
from culture_conflict.sources.scenes.read import read_scenes

__all__ = ["ASSETS", "BENCHMARK"]

BENCHMARK = "signpost"
_PREVIEWED = 24


class ReaderConfig(dg.Config):
    """Who reads signs (rapidocr, easyocr, easyocr-zh), and from which confidence on (ruling 23)."""

    reader: str = "rapidocr"
    min_confidence: float = 0.3


class MakerConfig(dg.Config):
    """Who makes the texts: gazetteer, llm (with a registry key as `model`) or published.

    An empty `maker` is `published` where the source gives texts, else `gazetteer`.
    """

    maker: str = ""
    model: str = ""
    seed: int = 42


class GeocoderConfig(dg.Config):
    """The offline gazetteer, or nominatim, which needs a user agent with an address to write to."""

    geocoder: str = "gazetteer"
    user_agent: str = ""
    domain: str = "nominatim.openstreetmap.org"
    scheme: str = "https"
    gap_s: float = 1.0


def _multi(name: str, inputs: tuple[str, ...] = (), **outs: str) -> dict[str, Any]:
    return {
        "name": f"{BENCHMARK}__{name}",
        "outs": {
            out: dg.AssetOut(
                key=[BENCHMARK, out],
                io_manager_key="tables_io",
                description=description,
                kinds={"polars", "parquet"},
            )
            for out, description in outs.items()
        },
        "ins": {table: dg.AssetIn(key=[BENCHMARK, table]) for table in inputs},
        "group_name": BENCHMARK,
        "required_resource_keys": {"home"},
        "partitions_def": SIGNPOST_SOURCES,
    }


def _home(context: dg.AssetExecutionContext) -> Home:
    home: Home = context.resources.home
    return home


@dg.multi_asset(
    **_multi(
        "source",
        items="Street scenes of a source with where they are; panoramas as views.",
        given_texts="Replacement texts that a published data set brings; else none.",
        rejects="Rows of the source's own table that became no scene, and why.",
    )
)
def scene_tables(context: dg.AssetExecutionContext) -> Iterator[dg.Output[pl.DataFrame]]:
    """Read a source; its pictures go into the store without what else their files tell."""
    home = _home(context)
    source = get_source(BENCHMARK, context.partition_key, home.sources_folder)
    made = read_scenes(source, home.pictures)
    for note in made.notes:
        context.log.info(f"{source.name}: {note}")
    reasons = counts(made.rejects, "reason")
    groups = made.items["group_id"].n_unique()
    context.log.info(f"items: {groups} scenes, {made.items.height} pictures; rejected: {reasons}")
    told: dict[str, Any] = {"scenes": groups, "countries": counts(made.items, "country")}
    preview = picture_preview(made.items.head(_PREVIEWED), home.pictures, "external_id")
    yield dg.Output(made.items, "items", metadata={**told, "preview": preview})
    yield dg.Output(made.given_texts, "given_texts", metadata={"texts": made.given_texts.height})
    yield dg.Output(made.rejects, "rejects", metadata={"reasons": reasons})


@dg.multi_asset(
    **_multi(
        "reading",
        ("items", "given_texts"),
        ocr_spans="Every text read in the scenes, with its corners and tier, usable or not.",
        screenings="Which scenes have usable text, their tier and its rule, or why they have none.",
    )
)
def scene_texts(
    context: dg.AssetExecutionContext,
    config: ReaderConfig,
    items: pl.DataFrame,
    given_texts: pl.DataFrame,
) -> Iterator[dg.Output[pl.DataFrame]]:
    """Read every scene once; readings are kept by picture, reader and settings."""
    home = _home(context)
    settings = ReaderSettings(min_confidence=config.min_confidence)
    found = read_scenes_of(
        items,
        given_texts,
        pictures=home.pictures,
        reader=make_reader(config.reader, settings),
        cache=ReadingCache(home.readings),
        settings=settings,
    )
    states, tiers = counts(found.screenings, "state"), counts(found.screenings, "tier")
    kept = found.screenings.filter(state="kept")
    context.log.info(f"ocr_spans: {states} scenes; tiers {tiers}; {found.n_read} pictures read")
    preview = spans_preview(kept.head(_PREVIEWED), found.spans, items, home.pictures)
    dropped = counts(found.spans.filter(state="dropped"), "reason")
    scripts = counts(found.spans.filter(state="kept"), "script")
    told: dict[str, Any] = {"dropped": dropped, "scripts": scripts, "preview": preview}
    yield dg.Output(found.spans, "ocr_spans", metadata=told)
    reasons = counts(found.screenings.filter(state="rejected"), "reason")
    rules = {"tiers": tiers, "rules": counts(kept, "tier_rule")}
    told = {"coverage": kept.height / max(1, found.screenings.height), "rejected": reasons}
    yield dg.Output(found.screenings, "screenings", metadata={**told, **rules})


def _settings(*tables: str) -> dict[str, Any]:
    return {
        "key_prefix": BENCHMARK,
        "group_name": BENCHMARK,
        "io_manager_key": "tables_io",
        "required_resource_keys": {"home"},
        "partitions_def": SIGNPOST_SOURCES,
        "ins": {table: dg.AssetIn(key=[BENCHMARK, table]) for table in tables},
        "kinds": {"polars", "parquet"},
    }


@dg.asset(name="replacements", **_settings("items", "given_texts", "ocr_spans"))
def scene_replacements(
    context: dg.AssetExecutionContext,
    config: MakerConfig,
    items: pl.DataFrame,
    given_texts: pl.DataFrame,
    ocr_spans: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Similar, Random and Adversarial for up to three texts of each scene (ruling 21)."""
    made = make_replacements(
        _home(context),
        {"items": items, "given_texts": given_texts, "ocr_spans": ocr_spans},
        maker=config.maker,
        model=config.model,
        seed=config.seed,
        log=context.log.info,
    )
    states, alike = counts(made, "state"), told_diversity(made)
    ready = made.filter(state="ok")
    context.log.info(f"replacements: {states}; adversarial texts, {alike}")
    told: dict[str, Any] = {
        "states": states,
        "adversarial_texts": alike,
        "makers": counts(made, "maker_record"),
    }
    scenes = ocr_spans.filter(state="kept")["group_id"].n_unique()
    covered = ready["group_id"].n_unique() / max(1, scenes)
    return dg.Output(
        made,
        metadata={
            **told,
            "coverage": covered,
            "random_geocodes": int(ready["random_geocodes"].sum() or 0),
        },
    )


@dg.asset(name="trap_targets", **_settings("items", "replacements"))
def scene_traps(
    context: dg.AssetExecutionContext,
    config: GeocoderConfig,
    items: pl.DataFrame,
    replacements: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Where each adversarial text points; the lowest rank that is found is the trap (ruling 18)."""
    from culture_conflict.places.choosing import choose_geocoder

    geocoder = choose_geocoder(config.model_dump(), _home(context).geocodes_file)
    made = trap_targets(replacements, geocoder, countries_of(items))
    groups = made.unique("group_id")
    states, statuses = counts(groups, "group_state"), counts(made, "status")
    context.log.info(f"trap_targets: {states} scenes by {geocoder.record}; texts {statuses}")
    coverage = made.filter("is_trap").height / max(1, groups.height)
    told: dict[str, Any] = {"scenes": states, "texts": statuses, "geocodable": coverage}
    return dg.Output(made, metadata={**told, "places": counts(made.filter("is_trap"), "country")})


ASSETS = [scene_tables, scene_texts, scene_replacements, scene_traps]
