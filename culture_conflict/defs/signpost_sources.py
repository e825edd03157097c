"""SIGNPOST's street scenes as assets: items, given_texts → ocr_spans, screenings."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.signpost.reading_scenes import read_scenes_of
from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.partitions import SIGNPOST_SOURCES
from culture_conflict.defs.previews import counts, in_words, picture_preview, spans_preview
from culture_conflict.readers.cache import ReadingCache
from culture_conflict.readers.catalog import make_reader
from culture_conflict.readers.protocol import ReaderSettings
from culture_conflict.sources.catalog import get_source
from culture_conflict.sources.scenes.read import read_scenes

__all__ = ["SOURCES"]

_OF = AssetsOf("signpost")
_PREVIEWED = 24


class ReaderConfig(dg.Config):
    """Who reads signs (rapidocr, easyocr), and from which confidence on (ruling 23).

    For easyocr also whether lines are joined (the paper's setting for all sources but BaiduSV),
    its codes of languages (by itself English; the paper's for BaiduSV: ch_sim and en), and the
    folder of its weights where it is not EasyOCR's own.
    """

    reader: str = "rapidocr"
    min_confidence: float = 0.3
    paragraph: bool = False
    languages: list[str] = []  # noqa: RUF012 - pydantic copies it
    weights: str = ""

    @property
    def settings(self) -> ReaderSettings:
        """The same for a reader."""
        return ReaderSettings(
            paragraph=self.paragraph,
            min_confidence=self.min_confidence,
            languages=tuple(self.languages),
            weights=Path(self.weights) if self.weights else None,
        )


@dg.multi_asset(
    **_OF.step(
        "signpost__source",
        SIGNPOST_SOURCES,
        items="Street scenes of a source with where they are; panoramas as views.",
        given_texts="Replacement texts that a published data set brings; else none.",
        rejects="Rows of the source's own table that became no scene, and why.",
    )
)
def scene_tables(context: dg.AssetExecutionContext) -> Iterator[dg.Output[pl.DataFrame]]:
    """Read a source; its pictures go into the store without what else their files tell."""
    home = home_of(context)
    source = get_source(_OF.benchmark, context.partition_key, home.sources_folder)
    made = read_scenes(source, home.pictures)
    for note in made.notes:
        context.log.info(f"{source.name}: {note}")
    reasons = counts(made.rejects, "reason")
    groups, rejected = made.items["group_id"].n_unique(), in_words(reasons)
    context.log.info(f"items: {groups} scenes, {made.items.height} pictures; rejected: {rejected}")
    told: dict[str, Any] = {"scenes": groups, "countries": counts(made.items, "country")}
    preview = picture_preview(made.items.head(_PREVIEWED), home.pictures, "external_id")
    yield dg.Output(made.items, "items", metadata={**told, "preview": preview})
    yield dg.Output(made.given_texts, "given_texts", metadata={"texts": made.given_texts.height})
    yield dg.Output(made.rejects, "rejects", metadata={"reasons": reasons})


@dg.multi_asset(
    **_OF.step(
        "signpost__reading",
        SIGNPOST_SOURCES,
        "items",
        "given_texts",
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
    home = home_of(context)
    settings = config.settings
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
    context.log.info(
        f"ocr_spans: scenes: {in_words(states)}; of them {in_words(tiers)}; "
        f"{found.n_read} pictures read"
    )
    preview = spans_preview(kept.head(_PREVIEWED), found.spans, items, home.pictures)
    dropped = counts(found.spans.filter(state="dropped"), "reason")
    scripts = counts(found.spans.filter(state="kept"), "script")
    told: dict[str, Any] = {"dropped": dropped, "scripts": scripts, "preview": preview}
    yield dg.Output(found.spans, "ocr_spans", metadata=told)
    reasons = counts(found.screenings.filter(state="rejected"), "reason")
    rules = {"tiers": tiers, "rules": counts(kept, "tier_rule")}
    told = {"coverage": kept.height / max(1, found.screenings.height), "rejected": reasons}
    yield dg.Output(found.screenings, "screenings", metadata={**told, **rules})


SOURCES = [scene_tables, scene_texts]
