"""What tokens cost: the row's own price, else the package's table, else unknown."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

from culture_conflict.models.limits import Price
from culture_conflict.models.settings import ModelSetting

__all__ = ["price_of"]


def price_of(setting: ModelSetting) -> Price | None:
    """US dollars per million tokens; None is unknown, which is not 0."""
    if isinstance(setting.price, Price):
        return setting.price
    if setting.price == "unknown":
        return None
    if setting.provider == "vllm":
        return Price(input=0, output=0)
    return _table().get((setting.provider, setting.model or ""))


@cache
def _table() -> dict[tuple[str, str], Price]:
    """`prices.csv`: list prices, by `litellm_key` those of the table in the pinned litellm.

    Where that has several for one direction, as image models have, it is the dearest.
    """
    text = files("culture_conflict.models.api").joinpath("prices.csv").read_text(encoding="utf-8")
    return {
        (row["provider"], row["model"]): Price(
            input=float(row["input_usd"]), output=float(row["output_usd"])
        )
        for row in csv.DictReader(text.splitlines())
    }
