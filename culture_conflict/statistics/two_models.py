"""What the stored comparisons say of two models."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.catalog import BENCHMARKS, benchmark_name, get_benchmark
from culture_conflict.errors import ComparisonError
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry
from culture_conflict.tables.model_comparison import MODEL_COMPARISON

__all__ = ["comparisons_of"]


def comparisons_of(
    home: Home,
    models: tuple[str, str],
    *,
    benchmark: str | None = None,
    source: str | None,
    prompt_id: str | None,
    evaluation: str,
    rule: str = "guarded",
) -> pl.DataFrame:
    """Rows of MODEL_COMPARISON of two models, A being the first named, in all or one source.

    Without a `benchmark` those of each whose table was built.

    Raises:
        ComparisonError: both are one model, or nothing is common to them; it says what to do.
        RegistryError: a model is not in the registry, or there is no such benchmark or source.
        MissingTableError: the metrics were never built.
    """
    first, second = models
    registry = load_registry(home.models_file)
    for model in models:
        registry.get(model)
    if source is not None:
        benchmark_name(home, source, benchmark)
    if first == second:
        raise ComparisonError(f"Both models are {first}: name two different ones.")
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
    rows = _stored(home, benchmark).filter(*wanted)
    if rows.is_empty():
        where = "any source" if source is None else f"source {source}"
        of = "" if benchmark is None else f" of {benchmark}"
        prompt = "one prompt" if prompt_id is None else f"prompt {prompt_id}"
        raise ComparisonError(
            f"{first} and {second} have no picture of {where}{of} in common that both answered "
            f"with {prompt} in evaluation {evaluation}, judged by rule {rule}. Run "
            f"`culture-conflict evaluate` for both on the same source, then `culture-conflict "
            f"metrics`."
        )
    return rows if first < second else _turned(rows)


def _stored(home: Home, benchmark: str | None) -> pl.DataFrame:
    """The table of the benchmark, or of all that have one; without any the first is missed."""
    named = [get_benchmark(benchmark).name] if benchmark is not None else [*BENCHMARKS]
    held = [name for name in named if home.tables.path(MODEL_COMPARISON, name).exists()]
    return pl.concat([home.tables.read(MODEL_COMPARISON, name) for name in held or named[:1]])


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
