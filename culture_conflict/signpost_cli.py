"""`culture-conflict signpost ...`: who reads and writes the texts, and an audit of the tiers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from culture_conflict.errors import RegistryError
from culture_conflict.home import Home

if TYPE_CHECKING:
    import polars as pl

__all__ = ["signpost_app"]

signpost_app = typer.Typer(no_args_is_help=True, help="SIGNPOST: texts, traps and tiers.")

_SIGNPOST = "signpost"
_Source = Annotated[str, typer.Option(help="Name of a source of street scenes.")]


def _home() -> Home:
    return Home.from_environment().prepare()


@signpost_app.command()
def texts(
    source: _Source = "sample",
    *,
    reader: Annotated[str, typer.Option(help="Who reads the signs.")] = "rapidocr",
    min_confidence: Annotated[float, typer.Option(help="Texts below it are dropped.")] = 0.3,
    maker: Annotated[
        str, typer.Option(help="gazetteer, llm or published; else what the source brings.")
    ] = "",
    model: Annotated[str, typer.Option(help="Registry key, for the maker llm.")] = "",
    seed: Annotated[int, typer.Option(help="Seed of the maker gazetteer.")] = 42,
    geocoder: Annotated[str, typer.Option(help="gazetteer or nominatim.")] = "gazetteer",
    user_agent: Annotated[
        str, typer.Option(help="For nominatim: your project and an address to write to.")
    ] = "",
    domain: Annotated[
        str, typer.Option(help="A Nominatim of your own.")
    ] = "nominatim.openstreetmap.org",
) -> None:
    """Read a source's signs, make the texts that replace them, and look up the traps."""
    from culture_conflict.definitions import defs
    from culture_conflict.defs.runs import execute, open_instance
    from culture_conflict.sources.catalog import get_source

    home = _home()
    get_source(_SIGNPOST, source, home.sources_folder)
    chosen: dict[str, dict[str, Any]] = {
        "reading": {"reader": reader, "min_confidence": min_confidence},
        "replacements": {"maker": maker, "model": model, "seed": seed},
        "trap_targets": {"geocoder": geocoder, "user_agent": user_agent, "domain": domain},
    }
    ops = {f"{_SIGNPOST}__{name}": {"config": config} for name, config in chosen.items()}
    with open_instance(home) as instance:
        execute(defs, f"{_SIGNPOST}_build", instance, partition=source, ops=ops)


@signpost_app.command()
def pictures(
    source: _Source = "sample",
    editor: Annotated[str, typer.Option(help="Who edits the pictures.")] = "local",
) -> None:
    """Letter the texts that `texts` made onto the signs; then models can be asked."""
    from culture_conflict.commands import build_pictures

    build_pictures(_home(), source, editor)


@signpost_app.command()
def audit(
    output: Annotated[Path, typer.Option(help="CSV to write.")],
    source: _Source = "sample",
    seed: Annotated[int, typer.Option(help="Which sample.")] = 42,
) -> None:
    """Draw scenes for people to judge: at most 100 of T1, 150 of T2 and 100 of T3."""
    from culture_conflict.benchmarks.signpost.tier_audit import audit_sample

    sample = audit_sample(_tiers(source), seed=seed)
    sample.select("group_id", "external_id", "tier_text", "picture").write_csv(output)
    console = Console()
    console.print(Text(f"{output}: {sample.height} scenes of {source}, without their tiers."))
    console.print(
        "Add a column per rater with T1, T2 or T3, then: culture-conflict signpost", end=" "
    )
    console.print("agreement --labels FILE")


@signpost_app.command()
def agreement(
    labels: Annotated[Path, typer.Option(help="CSV with group_id and a column per rater.")],
    source: _Source = "sample",
    seed: Annotated[int, typer.Option(help="The sample that was drawn.")] = 42,
) -> None:
    """Cohen's kappa of every two raters, the automatic tiers being one of them."""
    import polars as pl

    from culture_conflict.benchmarks.signpost.tier_audit import audit_sample
    from culture_conflict.statistics.tier_audit import tier_agreement

    try:
        given = pl.read_csv(labels, infer_schema=False)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise RegistryError(f"{labels} can't be read as CSV: {str(error)[:200]}") from error
    raters = given.drop("external_id", "tier_text", "picture", strict=False)
    raters = raters.with_columns(pl.all().replace("", None))
    found = tier_agreement(audit_sample(_tiers(source), seed=seed), raters)
    for (one, other), result in found.items():
        kappa = f"{result.kappa:.3f}" if result.kappa is not None else f"none: {result.reason}"
        told = (
            f"{one} and {other}: kappa {kappa}; {result.n} scenes, {result.n_left_out} unlabelled"
        )
        Console().print(Text(told), soft_wrap=True)


def _tiers(source: str) -> pl.DataFrame:
    from culture_conflict.tables.screenings import SCREENINGS

    return _home().tables.read(SCREENINGS, _SIGNPOST, source).filter(state="kept")
