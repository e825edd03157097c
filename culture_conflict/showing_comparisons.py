"""Two models compared, in the terminal."""

from __future__ import annotations

from typing import Any

import polars as pl
from rich import box
from rich.console import Console
from rich.table import Table

from culture_conflict.errors import ComparisonError
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry
from culture_conflict.sources.catalog import get_source
from culture_conflict.tables.model_comparison import MODEL_COMPARISON

__all__ = ["comparisons_of", "print_comparison"]

BENCHMARK = "confused_tourist"
LEVEL = 0.05

_Row = dict[str, Any]
_HEADINGS = ("what", "A", "B", "A - B", "95 % interval", "p Holm", "items", "pictures", "better")
_LEGEND = """\
All but p in % or points, rule {rule}. Only pictures that both answered; pictures: of how many.
drop: right on the original minus right here; distraction: wrong country answers that name
the cue's country: of both, less is better. p: sign flips of whole items, corrected (Holm)
for all tests of either model; "better" is said only where it is below 0.05."""


def comparisons_of(
    home: Home,
    models: tuple[str, str],
    *,
    source: str | None,
    prompt_id: str | None,
    evaluation: str,
    rule: str = "guarded",
) -> pl.DataFrame:
    """Rows of MODEL_COMPARISON of two models, A being the first named, in all or one source.

    Raises:
        ComparisonError: both are one model, or nothing is common to them; it says what to do.
        RegistryError: a model is not in the registry, or there is no such source.
        MissingTableError: the metrics were never built.
    """
    first, second = models
    registry = load_registry(home.models_file)
    for model in models:
        registry.get(model)
    if source is not None:
        get_source(BENCHMARK, source, home.sources_folder)
    if first == second:
        raise ComparisonError(f"Both models are {first}: name two different ones.")
    table = home.tables.read(MODEL_COMPARISON, BENCHMARK)
    wanted = [
        pl.col("model_a").is_in(models),
        pl.col("model_b").is_in(models),
        pl.col("evaluation") == evaluation,
        pl.col("rule") == rule,
        pl.col("n_common") > 0,
    ]
    if source is not None:
        wanted.append(pl.col("source") == source)
    if prompt_id is not None:
        wanted.append(pl.any_horizontal(pl.col("prompt_id_a", "prompt_id_b") == prompt_id))
    rows = table.filter(*wanted)
    if rows.is_empty():
        where = "any source" if source is None else f"source {source}"
        prompt = "one prompt" if prompt_id is None else f"prompt {prompt_id}"
        raise ComparisonError(
            f"{first} and {second} have no picture of {where} in common that both answered with "
            f"{prompt} in evaluation {evaluation}. Run `culture-conflict evaluate` for both on the "
            f"same source, then `culture-conflict metrics`."
        )
    return rows if first < second else _turned(rows)


def _turned(rows: pl.DataFrame) -> pl.DataFrame:
    """The same comparisons with A and B exchanged."""
    other = {f"{name}_a": f"{name}_b" for name in ("model", "kind", "prompt_id", "value")}
    exchanged = {**other, **{b: a for a, b in other.items()}}
    return rows.with_columns(
        *(pl.col(name).alias(new) for name, new in exchanged.items()),
        delta=0.0 - pl.col("delta"),
        ci_low=0.0 - pl.col("ci_high"),
        ci_high=0.0 - pl.col("ci_low"),
    )


def print_comparison(rows: pl.DataFrame, console: Console) -> None:
    """A table per source and prompt: who is better at what, by how much, and how sure that is."""
    a, b = rows.select("model_a", "model_b").row(0)
    console.print(f"A = {a}, B = {b}", markup=False, highlight=False)
    by = ("source", "is_sample", "prompt_id_a", "prompt_id_b")
    for (source, is_sample, *prompts), of in rows.group_by(by, maintain_order=True):
        note = " (illustrations: they prove the pipeline)" if is_sample else ""
        asked = " and ".join(str(prompt) for prompt in dict.fromkeys(prompts))
        console.print(_table(of, f"Source {source}{note}, prompt {asked}"))
    console.print(_LEGEND.format(rule=rows["rule"][0]), style="dim")


def _table(rows: pl.DataFrame, title: str) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in _HEADINGS:
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for row in rows.iter_rows(named=True):
        table.add_row(*_cells(row))
    return table


def _cells(row: _Row) -> tuple[str, ...]:
    pictures = "originals" if row["perturb_method"] == "none" else row["perturb_method"]
    return (
        f"{row['target']} {row['metric']}, {pictures}",
        _percent(row["value_a"]),
        _percent(row["value_b"]),
        _percent(row["delta"], sign=True),
        _interval(row),
        "-" if row["p_holm"] is None else f"{row['p_holm']:.4f}",
        str(row["n_groups"]),
        f"{row['n_common']}/{row['n_variants']}",
        _better(row),
    )


def _percent(value: float | None, *, sign: bool = False) -> str:
    return "-" if value is None else f"{100 * value:{'+' if sign else ''}.1f}"


def _interval(row: _Row) -> str:
    if row["ci_low"] is None:
        return "-"
    return f"{_percent(row['ci_low'], sign=True)} to {_percent(row['ci_high'], sign=True)}"


def _better(row: _Row) -> str:
    if row["p_holm"] is None or row["p_holm"] >= LEVEL or not row["delta"]:
        return "no difference shown"
    return "A" if (row["delta"] > 0) == (row["metric"] == "accuracy") else "B"
