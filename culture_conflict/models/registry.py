"""Which models there are: the packaged registry, and the user's `models.yaml` on top of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.errors import RegistryError
from culture_conflict.models._rows import Place, read_rows, to_setting
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.words import did_you_mean, listed
from culture_conflict.tables.models import MODELS
from culture_conflict.yaml_keys import readable

__all__ = ["Registry", "load_registry", "models_table"]

_PACKAGED = "registry.yaml"


@dataclass(frozen=True)
class Registry:
    """Model settings by key, in the order of the files."""

    settings: Mapping[str, ModelSetting]

    def __iter__(self) -> Iterator[ModelSetting]:
        return iter(self.settings.values())

    def __len__(self) -> int:
        return len(self.settings)

    def __contains__(self, key: object) -> bool:
        return key in self.settings

    def enabled(self) -> list[ModelSetting]:
        """The settings that have partitions."""
        return [setting for setting in self if setting.enabled]

    def get(self, key: str) -> ModelSetting:
        """The setting of one key, enabled or not.

        Raises:
            RegistryError: there is none.
        """
        if key not in self.settings:
            raise RegistryError(
                f"Model `{key}` is not in the registry{did_you_mean(key, self.settings)}. Known: "
                f"{listed(self.settings)}. Take one of these or add a row to models.yaml."
            )
        return self.settings[key]

    def require_enabled(self, key: str) -> ModelSetting:
        """The setting of one key, to be asked.

        Raises:
            RegistryError: there is none, or it is switched off.
        """
        setting = self.get(key)
        if not setting.enabled:
            raise RegistryError(
                f"Model `{key}` is switched off. Set `enabled: true` in its row of models.yaml, or "
                f"let the command do so: culture-conflict models add {key}"
            )
        return setting


def load_registry(user_file: Path | None) -> Registry:
    """The packaged rows, and those of `user_file` where it exists.

    A user's row with a packaged key replaces the fields it gives; `parameters` count as one field.

    Raises:
        RegistryError: a file is no YAML or a row can't be used; it names file, line and row.
    """
    packaged = files("culture_conflict.models").joinpath(_PACKAGED)
    rows = _by_key("models/registry.yaml of the package", packaged.read_bytes(), {})
    if user_file is not None and user_file.exists():
        with readable(str(user_file)):
            data = user_file.read_bytes()
        rows |= _by_key(str(user_file), data, rows)
    return Registry({key: setting for key, (_, setting) in rows.items()})


def models_table(registry: Registry) -> pl.DataFrame:
    """The enabled rows as the MODELS table."""
    return MODELS.frame(
        [
            {
                "model": setting.key,
                "provider": setting.provider,
                "kind": setting.kind,
                "name": setting.name,
                "revision": setting.revision,
                "base_model": _base_of(setting, registry),
                "trained_on": setting.parameters.get("trained_on"),
            }
            for setting in registry.enabled()
        ]
    )


_Rows = dict[str, tuple[dict[str, Any], ModelSetting]]


def _by_key(file: str, data: bytes, below: _Rows) -> _Rows:
    """Each row's fields, laid over those of the same key in `below`, and its setting."""
    rows: _Rows = {}
    lines: dict[str, int] = {}
    for row in read_rows(file, data):
        place = Place(file, row)
        key = place.key()
        if key in rows:
            place.refuse(f"`key` stands in line {lines[key]} already", "Give each row its own key.")
        values = (below[key][0] if key in below else {}) | row.value
        rows[key] = values, to_setting(place, values)
        lines[key] = row.line
    return rows


def _base_of(setting: ModelSetting, registry: Registry) -> str | None:
    """The row of an adapter's checkpoint by itself, rather one that is asked in the same way."""
    if "adapter" not in setting.parameters:
        return None
    mine = {k: v for k, v in setting.parameters.items() if k not in {"adapter", "trained_on"}}
    same = [
        one
        for one in registry
        if (one.provider, one.model, one.revision)
        == (setting.provider, setting.model, setting.revision)
        and "adapter" not in one.parameters
    ]
    alike = sorted(same, key=lambda one: dict(one.parameters) != mine)
    return alike[0].key if alike else None
