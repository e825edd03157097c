"""Which maker a source's texts come from, and what it needs to start."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars as pl

from culture_conflict.benchmarks.signpost.making import MAKERS, by_gazetteer, from_given
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home
from culture_conflict.models.words import listed

__all__ = ["make_replacements"]


def make_replacements(
    home: Home,
    tables: Mapping[str, pl.DataFrame],
    *,
    maker: str,
    model: str,
    seed: int,
    log: Callable[[str], None],
) -> pl.DataFrame:
    """REPLACEMENTS from the source's tables items, ocr_spans and given_texts.

    An empty `maker` takes the texts that the source gives, or else the gazetteer; `model` is a
    registry key, for the maker `llm` only.

    Raises:
        RegistryError: an unknown maker, no texts given, or a model that can't be asked.
        ProviderError: nobody can be asked, or the spending limit is reached.
    """
    items, spans, given = (tables[name] for name in ("items", "ocr_spans", "given_texts"))
    maker = maker or ("gazetteer" if given.is_empty() else "published")
    if maker not in MAKERS:
        raise RegistryError(f"maker {maker!r} is unknown. Known makers: {listed(MAKERS)}.")
    if maker == "published" and given.is_empty():
        raise RegistryError(
            "maker published: this source gives no replacement texts. Add its texts table, or "
            "choose the maker gazetteer or llm."
        )
    if maker == "published":
        return from_given(items, spans, given)
    if maker == "gazetteer":
        return by_gazetteer(items, spans, seed=seed)
    return _asked(home, items, spans, model, log)


def _asked(
    home: Home,
    items: pl.DataFrame,
    spans: pl.DataFrame,
    model: str,
    log: Callable[[str], None],
) -> pl.DataFrame:
    from culture_conflict.benchmarks.signpost.asking_maker import FORM, by_model
    from culture_conflict.models.api.provider import ApiModel, ApiPlace
    from culture_conflict.models.registry import load_registry
    from culture_conflict.models.settings import API_PROVIDERS

    if not model:
        raise RegistryError("maker llm: expected the registry key of a model, `model`. Name one.")
    setting = load_registry(home.models_file).require_enabled(model)
    if setting.provider not in API_PROVIDERS:
        raise RegistryError(
            f"maker llm: model {model!r} is of provider {setting.provider!r}, which writes no "
            f"texts. Choose a model behind one of {listed(API_PROVIDERS)}."
        )
    if setting.structured != "plain":
        setting = setting.model_copy(update={"structured": "json_schema"})
    provider = ApiModel(setting, ApiPlace(FORM, home.accounts, home.fitted, log))
    return by_model(
        items,
        spans,
        pictures=home.pictures,
        provider=provider,
        model=model,
        root=home.makings,
        log=log,
    )
