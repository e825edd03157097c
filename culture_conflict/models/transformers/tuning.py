"""Teaching a checkpoint by a LoRA adapter; its own weights stay as they are."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from culture_conflict.errors import ProviderError
from culture_conflict.extras import how_to_install
from culture_conflict.models.transformers.loading import Loaded, load
from culture_conflict.models.transformers.options import Options
from culture_conflict.models.transformers.tuning_settings import TuningSettings

__all__ = ["Example", "Tuned", "tune"]

_NEEDED = ("peft", "trl", "datasets")


@dataclass(frozen=True)
class Example:
    """One picture (its bytes are read when it is its turn), what is asked, what to answer."""

    picture: Callable[[], bytes]
    prompt: str
    answer: str


@dataclass(frozen=True)
class Tuned:
    """A trained adapter: the mean loss of training, steps taken, and what made it."""

    loss: float
    steps: int
    versions: dict[str, str] = field(default_factory=dict)


def tune(
    options: Options,
    examples: Sequence[Example],
    folder: Path,
    settings: TuningSettings,
    beside: Mapping[str, str],
) -> Tuned:
    """Train on the examples in the order given, once per epoch, and write the adapter's folder.

    `beside` are texts that are kept in that folder, by file name. Only the answers count for the
    loss. Pictures are as large as when the model is asked.

    Raises:
        ProviderError: a library is missing, the checkpoint can't be loaded, or no layer has a name
            that `targets` describes.
        PictureError: a picture can't be opened.
    """
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        raise ProviderError(
            f"Model `{options.key}`: fine-tuning needs {', '.join(missing)}: "
            f"{how_to_install('tuning')}."
        )
    import torch

    torch.manual_seed(settings.seed)
    loaded = load(options)
    with TemporaryDirectory(prefix="culture-conflict-tuning-") as scratch:
        trainer = _trainer(loaded, _dataset(examples, scratch), settings, scratch, options)
        result = trainer.train()
        _write(trainer, folder, beside)
    versions = {name: version(name) for name in ("torch", "transformers", *_NEEDED)}
    return Tuned(float(result.training_loss), int(result.global_step), versions | loaded.notes)


def _write(trainer: Any, folder: Path, beside: Mapping[str, str]) -> None:
    """The adapter appears whole or not at all."""
    unfinished = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(unfinished, ignore_errors=True)
    trainer.model.save_pretrained(unfinished)
    for name, text in beside.items():
        (unfinished / name).write_text(text, encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    unfinished.replace(folder)


def _dataset(examples: Sequence[Example], scratch: str) -> Any:
    """The examples on disk, so that pictures are never all in memory."""
    from datasets import Dataset, Features, Image, List, Value, disable_progress_bars

    from culture_conflict.pictures.open import open_picture

    disable_progress_bars()
    part = {"type": Value("string"), "text": Value("string")}
    turns = List({"role": Value("string"), "content": List(part)})
    features = Features({"prompt": turns, "completion": turns, "images": List(Image())})

    def rows() -> Iterator[dict[str, Any]]:
        for one in examples:
            asked = [{"type": "text", "text": one.prompt}, {"type": "image", "text": None}]
            said = [{"type": "text", "text": one.answer}]
            yield {
                "prompt": [{"role": "user", "content": asked}],
                "completion": [{"role": "assistant", "content": said}],
                "images": [open_picture(one.picture()).image],
            }

    return Dataset.from_generator(rows, features=features, cache_dir=scratch)


def _trainer(
    loaded: Loaded, dataset: Any, settings: TuningSettings, scratch: str, options: Options
) -> Any:
    import torch
    from peft import LoraConfig
    from trl import SFTConfig, SFTTrainer

    cuda = torch.cuda.is_available()
    adapter = LoraConfig(
        r=settings.rank,
        lora_alpha=settings.alpha,
        task_type="CAUSAL_LM",
        target_modules=settings.targets,
    )
    how = SFTConfig(
        output_dir=scratch,
        num_train_epochs=settings.epochs,
        learning_rate=settings.rate,
        per_device_train_batch_size=settings.batch_size,
        gradient_accumulation_steps=settings.accumulate,
        activation_checkpointing=settings.checkpointing,
        train_sampling_strategy="sequential",
        max_length=None,  # a cut would go through a picture's tokens
        completion_only_loss=True,
        bf16=cuda and options.dtype == "bfloat16",
        use_cpu=not cuda,
        dataloader_pin_memory=cuda,
        save_strategy="no",
        report_to=[],
        disable_tqdm=True,
        seed=settings.seed,
    )
    try:
        return SFTTrainer(
            model=loaded.model,
            processing_class=loaded.processor,
            train_dataset=dataset,
            peft_config=adapter,
            args=how,
        )
    except ValueError as error:
        raise ProviderError(
            f"Model `{options.key}`: it can't be fine-tuned with these settings: {error}"
        ) from error
