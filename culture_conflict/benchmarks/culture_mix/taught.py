"""What an adapter was taught: a record in its own folder, whatever a row of the registry says."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from culture_conflict.errors import RegistryError
from culture_conflict.models.settings import ModelSetting

__all__ = ["RECORD", "TaughtRecord", "taught_record"]

RECORD = "taught.json"
_MEND = "Fine-tune it again; a record is never written by hand."


@dataclass(frozen=True)
class TaughtRecord:
    """A source, the seed of its split, and the sha256 of pictures and item_ids of foods taught."""

    source: str
    split_seed: int
    pictures: frozenset[str]
    foods: frozenset[str]

    @property
    def trained_on(self) -> str:
        """As a row says it."""
        return f"{self.source}/{self.split_seed}"

    def text(self) -> str:
        """The file's content."""
        told = {
            "source": self.source,
            "split_seed": self.split_seed,
            "foods": sorted(self.foods),
            "pictures": sorted(self.pictures),
        }
        return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def taught_record(setting: ModelSetting) -> TaughtRecord | None:
    """The record beside the adapter that a row names; None without an adapter or a record.

    Raises:
        RegistryError: the record can't be read, or the row's `trained_on` says something else.
    """
    adapter = setting.parameters.get("adapter")
    path = Path(adapter).expanduser() / RECORD if isinstance(adapter, str) else None
    if path is None or not path.is_file():
        return None
    record = _read(setting.key, path)
    stated = setting.parameters.get("trained_on")
    if stated not in (None, record.trained_on):
        raise RegistryError(
            f"Model `{setting.key}`: its row says `trained_on: {stated}`, but {path} says "
            f"{record.trained_on}. Mend the row, or leave `trained_on` out."
        )
    return record


def _read(key: str, path: Path) -> TaughtRecord:
    try:
        found = json.loads(path.read_text("utf-8"))
        pictures, foods = frozenset(found["pictures"]), frozenset(found["foods"])
        return TaughtRecord(str(found["source"]), int(found["split_seed"]), pictures, foods)
    except (ValueError, KeyError, TypeError) as error:
        raise RegistryError(
            f"Model `{key}`: {path} is no record of what an adapter was taught "
            f"({type(error).__name__}: {error}). {_MEND}"
        ) from error
