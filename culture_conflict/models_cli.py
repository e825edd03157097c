"""`culture-conflict models`: which there are, adding one, and whether one can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from culture_conflict.errors import ProviderError, RegistryError
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry

if TYPE_CHECKING:
    from culture_conflict.models.protocol import Request
    from culture_conflict.models.settings import ModelSetting

__all__ = ["models_app"]

models_app = typer.Typer(no_args_is_help=True, help="Models: who is asked.")

_Key = Annotated[str, typer.Argument(help="Key of the row.")]
_PROVIDERS = "openai-compatible, vllm, openai, gemini, replay, ...: another one lists all."
_URL = "Address of the server, as http://127.0.0.1:8000/v1."
_Usd = Annotated[float | None, typer.Option(help="US dollars per million tokens; 0 for your own.")]
_BENCHMARK, _SAMPLE = "confused_tourist", "sample"


def _home() -> Home:
    return Home.from_environment().prepare()


@models_app.command("list")
def list_(
    *, everything: Annotated[bool, typer.Option("--all", help="Those switched off, too.")] = False
) -> None:
    """The models that are switched on; with --all, those of the papers that can be, too."""
    from culture_conflict.showing_models import print_models

    registry = load_registry(_home().models_file)
    print_models(list(registry) if everything else registry.enabled(), len(registry), Console())


@models_app.command()
def add(
    key: _Key,
    *,
    provider: Annotated[str | None, typer.Option(help=_PROVIDERS)] = None,
    model: Annotated[str | None, typer.Option(help="The provider's own id.")] = None,
    name: Annotated[str | None, typer.Option(help="Name for people.")] = None,
    revision: Annotated[str | None, typer.Option(help="A new one asks everything again.")] = None,
    base_url: Annotated[str | None, typer.Option(help=_URL)] = None,
    key_env: Annotated[str | None, typer.Option(help="Variable that holds the key.")] = None,
    structured: Annotated[str | None, typer.Option(help="json_schema, prompt or plain.")] = None,
    price_input: _Usd = None,
    price_output: _Usd = None,
) -> None:
    """Write a row into models.yaml: a new model, or one of the package, switched on."""
    from culture_conflict.models.adding import add_row

    home = _home()
    given = {
        "provider": provider,
        "model": model,
        "name": name,
        "revision": revision,
        "base_url": base_url,
        "key_env": key_env,
        "structured": structured,
        "price": _price(price_input, price_output),
    }
    fields: dict[str, Any] = {"key": key, **{k: v for k, v in given.items() if v is not None}}
    if key not in load_registry(None):
        fields = {"name": model or key, "revision": "1", **fields}
        fields |= {} if provider == "replay" else {"parameters": {"temperature": 0}}
        fields = {"key": key, **fields}
    setting = add_row(home.models_file, {**fields, "enabled": True})
    _say(f"Added `{key}` to {home.models_file}.")
    if setting.is_api:
        _say(f"Next: culture-conflict models check {key}")


@models_app.command()
def check(
    key: _Key,
    *,
    source: Annotated[str, typer.Option(help="Whose pictures a full evaluation asks about.")] = (
        _SAMPLE
    ),
    benchmark: Annotated[str | None, typer.Option(help="Where several have such a source.")] = None,
) -> None:
    """Send one picture: tell what the model takes and what a full evaluation will cost."""
    from culture_conflict.benchmarks.catalog import benchmark_name
    from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
    from culture_conflict.models.api.checking import check as check_one
    from culture_conflict.models.vllm.memory import needed

    home = _home()
    setting = load_registry(home.models_file).get(key)
    if not setting.is_api:
        raise RegistryError(
            f"Model `{key}`: provider `{setting.provider}` is not behind an API; there is nothing "
            f"to check."
        )
    name = benchmark_name(home, source, benchmark)
    if told := needed(setting):
        _say(told)
    found = check_one(setting, CONFUSED_TOURIST.api_place(home, log=_say), _one_picture(home))
    for line in found.lines():
        _say(line)
    n_pictures = _n_pictures(home, setting, name, source)
    if n_pictures is None:
        build = f"culture-conflict build --source {source} --benchmark {name}"
        _say(f"full evaluation: build source {source} first: {build}")
    else:
        _say(f"full evaluation of {source}: {found.cost_of(n_pictures)}")
    if found.state != "ok":
        raise ProviderError(
            f"Model `{key}` did not give a usable answer to the picture (state {found.state}). "
            f"The lines above say what came; mend the row or the account and check again."
        )


@models_app.command()
def memory() -> None:
    """The GPU memory in GiB that open-weight checkpoints need, with the arithmetic."""
    from rich.table import Table

    from culture_conflict.models.vllm.memory import table

    headers, *rows = table(list(load_registry(_home().models_file)))
    shown = Table(*headers, title="GiB of GPU memory")
    for row in rows:
        shown.add_row(*map(Text, row))
    Console().print(shown)


def _price(given: float | None, got: float | None) -> dict[str, float] | None:
    if given is None and got is None:
        return None
    if given is None or got is None:
        raise RegistryError("Give both --price-input and --price-output, or neither.")
    return {"input": given, "output": got}


def _one_picture(home: Home) -> Request:
    """The first dish of the sample with the base prompt."""
    import polars as pl

    from culture_conflict.benchmarks.confused_tourist.prompts import PROMPTS
    from culture_conflict.models.protocol import Request
    from culture_conflict.pictures.store import media_type
    from culture_conflict.sources.catalog import get_source, read_source

    items = read_source(get_source(_BENCHMARK, _SAMPLE), home.pictures).items
    dish = items.filter(pl.col("category") == "cuisine").row(0, named=True)
    data = home.pictures.get(dish["picture"])
    return Request(data, media_type(data), PROMPTS.load().render("cuisine"))


def _n_pictures(home: Home, setting: ModelSetting, benchmark: str, source: str) -> int | None:
    """Distinct requests of a source, if its variants are built."""
    from culture_conflict.benchmarks.catalog import get_benchmark

    asked = get_benchmark(benchmark)
    if not home.tables.path(asked.variants, benchmark, source).exists():
        return None
    variants = home.tables.read(asked.variants, benchmark, source)
    ready = asked.ready(home, asked.asked_of(home, setting, variants))
    return ready.select("picture", "category").n_unique()


def _say(line: str) -> None:
    Console().print(Text(line), soft_wrap=True)
