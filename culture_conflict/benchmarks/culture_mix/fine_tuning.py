"""Fine-tuning on CultureMix (§6.1): an adapter, what it was taught, and who it may be asked as."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.benchmarks.culture_mix.asking import CULTURE_MIX
from culture_conflict.benchmarks.culture_mix.splits import split_leaks
from culture_conflict.benchmarks.culture_mix.taught import RECORD, TaughtRecord
from culture_conflict.benchmarks.culture_mix.training_set import (
    answers_of,
    data_hash,
    training_pictures,
)
from culture_conflict.benchmarks.prompts import Prompt
from culture_conflict.errors import InvalidTableError, RegistryError
from culture_conflict.home import Home
from culture_conflict.models.api.forms import how_asked
from culture_conflict.models.keys import canonical_json
from culture_conflict.models.registry import load_registry
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.transformers.options import read_options
from culture_conflict.models.transformers.tuning import Example, Tuned, tune
from culture_conflict.models.transformers.tuning_settings import TuningSettings
from culture_conflict.models.transformers.weights import checkpoint_folder, folder_hash
from culture_conflict.tables.fine_tuned_model import FINE_TUNED_MODEL

__all__ = ["Parts", "adapter_folder", "fine_tune", "tuned_row"]

PROVIDER = "transformers"


@dataclass(frozen=True)
class Parts:
    """The tables of one source that fine-tuning reads."""

    items: pl.DataFrame
    variants: pl.DataFrame
    mixed_images: pl.DataFrame
    split: pl.DataFrame


def fine_tune(
    home: Home,
    model: str,
    parts: Parts,
    settings: TuningSettings,
    log: Callable[[str], None],
) -> pl.DataFrame:
    """Train an adapter for a model of the registry; FINE_TUNED_MODEL, one row.

    The adapter lies below the home under the hash of its data; nothing is asked, and no row of the
    registry changes: `tuned_row` is the one to add. What was taught is recorded beside it.

    Raises:
        RegistryError: the model is none of provider `transformers`, or is an adapter already.
        InvalidTableError: the split lets a test dish be seen in training, or trains nothing.
        ProviderError: a library is missing, or the checkpoint can't be loaded or taught.
    """
    setting = _base(home, model)
    leaks = split_leaks(parts.split, parts.items, parts.mixed_images)
    if leaks:
        raise InvalidTableError(
            f"mix_split: {len(leaks)} leaks, the first: {leaks[0]}. Materialize it again."
        )
    chosen = training_pictures(parts.split)
    if chosen.is_empty():
        raise InvalidTableError("mix_split: no picture is left for training. Take more foods.")
    prompt = CULTURE_MIX.prompts.load()
    taught = _taught(home, setting, parts, chosen, prompt)
    digest = data_hash(taught)
    source = str(chosen["source"][0])
    folder = adapter_folder(home, model, source, digest)
    folder.parent.mkdir(parents=True, exist_ok=True)
    log(f"{model}: {chosen.height} pictures of {chosen['item_id'].n_unique()} foods are taught")
    beside = {RECORD: _kept(parts.split, chosen).text()}
    tuned = tune(read_options(setting), _examples(home, taught), folder, settings, beside)
    log(f"{model}: mean loss {tuned.loss:.3f} after {tuned.steps} steps; adapter in {folder}")
    made = _record(setting, source, folder.relative_to(home.root), tuned, settings)
    counts = _counts(parts.split, chosen)
    row = {**made, **counts, "data_sha256": digest, "prompt_id": prompt.prompt_id}
    row["adapter_sha256"] = folder_hash(folder)
    return FINE_TUNED_MODEL.frame([row])


def adapter_folder(home: Home, model: str, source: str, digest: str) -> Path:
    """Where the adapter of a model lies that was taught data of this hash."""
    return home.adapters / model / source / digest[:16]


def tuned_row(home: Home, record: dict[str, Any]) -> dict[str, Any]:
    """The registry row under which a row of FINE_TUNED_MODEL can be asked, for the user to add.

    Its `trained_on` names the source and the split's seed, so that it is asked about the test part
    of that source only.
    """
    base = load_registry(home.models_file).get(record["model"])
    fields = base.model_dump(exclude_defaults=True, exclude={"key", "name", "enabled", "nightly"})
    trained = f"{record['source']}/{record['split_seed']}"
    parameters = {
        **base.parameters,
        "adapter": str(home.root / record["adapter"]),
        "trained_on": trained,
    }
    key = f"{record['model'][:70]}-tuned-{record['data_sha256'][:8]}"
    name = f"{base.name}, fine-tuned on {record['source']}"
    return {"key": key, **fields, "name": name, "parameters": parameters, "enabled": True}


def _base(home: Home, model: str) -> ModelSetting:
    setting = load_registry(home.models_file).require_enabled(model)
    if setting.provider != PROVIDER or "adapter" in setting.parameters:
        raise RegistryError(
            f"Model `{model}`: only a row of provider `{PROVIDER}` without an adapter can be "
            f"fine-tuned. Add one for its checkpoint."
        )
    return setting


def _taught(
    home: Home, setting: ModelSetting, parts: Parts, chosen: pl.DataFrame, prompt: Prompt
) -> list[tuple[str, str, str]]:
    """Each picture's sha256 with the words sent for it and the right answer."""
    form = CULTURE_MIX.forms[prompt.asks]
    suffix = how_asked(setting, form).suffix
    ready = CULTURE_MIX.ready(home, parts.variants)
    answers = answers_of(ready, form.fields)
    words = dict(ready.select("variant_id", "category").iter_rows())
    return [
        (picture, prompt.render(words[variant]) + suffix, answers[variant])
        for variant, picture in chosen.select("variant_id", "picture").iter_rows()
    ]


def _examples(home: Home, taught: list[tuple[str, str, str]]) -> list[Example]:
    def reading(sha: str) -> Callable[[], bytes]:
        return lambda: home.pictures.get(sha)

    return [Example(reading(sha), prompt, answer) for sha, prompt, answer in taught]


def _record(
    setting: ModelSetting, source: str, adapter: Path, tuned: Tuned, settings: TuningSettings
) -> dict[str, Any]:
    options = read_options(setting)
    own = folder_hash(checkpoint_folder(options)) if options.folder is not None else None
    return {
        "benchmark": CULTURE_MIX.name,
        "source": source,
        "model": setting.key,
        "base": setting.model,
        "base_revision": setting.revision,
        "base_weights": own,
        "adapter": adapter.as_posix(),
        "settings": settings.recorded(),
        "loss": tuned.loss,
        "steps": tuned.steps,
        "versions": canonical_json(tuned.versions),
    }


def _kept(split: pl.DataFrame, chosen: pl.DataFrame) -> TaughtRecord:
    """What stays with the adapter, so that nobody asks it about what it was taught."""
    pictures, foods = set(chosen["picture"]), set(chosen["item_id"])
    seed = int(split["seed"][0])
    return TaughtRecord(str(chosen["source"][0]), seed, frozenset(pictures), frozenset(foods))


def _counts(split: pl.DataFrame, chosen: pl.DataFrame) -> dict[str, int]:
    return {
        "split_seed": int(split["seed"][0]),
        "n_pictures": chosen.height,
        "n_foods": chosen["item_id"].n_unique(),
        "n_test": split.filter(pl.col("part") == "test").height,
    }
