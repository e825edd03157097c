"""SIGNPOST's texts as assets: ocr_spans → replacements → trap_targets."""

from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.signpost.making import told_diversity
from culture_conflict.benchmarks.signpost.making_choice import make_replacements
from culture_conflict.benchmarks.signpost.reading_scenes import countries_of
from culture_conflict.benchmarks.signpost.traps import trap_targets
from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.partitions import SIGNPOST_SOURCES
from culture_conflict.defs.previews import counts, in_words
from culture_conflict.defs.signpost_sources import SOURCES

__all__ = ["BUILDING"]

_OF = AssetsOf("signpost")


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


@dg.asset(name="replacements", **_OF.table(SIGNPOST_SOURCES, "items", "given_texts", "ocr_spans"))
def scene_replacements(
    context: dg.AssetExecutionContext,
    config: MakerConfig,
    items: pl.DataFrame,
    given_texts: pl.DataFrame,
    ocr_spans: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Similar, Random and Adversarial for up to three texts of each scene (ruling 21)."""
    made = make_replacements(
        home_of(context),
        {"items": items, "given_texts": given_texts, "ocr_spans": ocr_spans},
        maker=config.maker,
        model=config.model,
        seed=config.seed,
        log=context.log.info,
    )
    states, alike = counts(made, "state"), told_diversity(made)
    ready = made.filter(state="ok")
    context.log.info(f"replacements: {in_words(states)}; adversarial texts, {alike}")
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


@dg.asset(name="trap_targets", **_OF.table(SIGNPOST_SOURCES, "items", "replacements"))
def scene_traps(
    context: dg.AssetExecutionContext,
    config: GeocoderConfig,
    items: pl.DataFrame,
    replacements: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Where each adversarial text points; the lowest rank that is found is the trap (ruling 18)."""
    from culture_conflict.places.choosing import choose_geocoder

    geocoder = choose_geocoder(config.model_dump(), home_of(context).geocodes_file)
    made = trap_targets(replacements, geocoder, countries_of(items))
    groups = made.unique("group_id")
    states, statuses = counts(groups, "group_state"), counts(made, "status")
    context.log.info(
        f"trap_targets by {geocoder.record}: scenes: {in_words(states)}; "
        f"texts: {in_words(statuses)}"
    )
    coverage = made.filter("is_trap").height / max(1, groups.height)
    told: dict[str, Any] = {"scenes": states, "texts": statuses, "geocodable": coverage}
    return dg.Output(made, metadata={**told, "places": counts(made.filter("is_trap"), "country")})


BUILDING = [*SOURCES, scene_replacements, scene_traps]
