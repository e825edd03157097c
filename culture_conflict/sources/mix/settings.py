"""What the `source.yaml` of a data set of mixed pictures may say."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from culture_conflict.sources.folder.settings import Medium

__all__ = ["MIX_FIELDS", "BackgroundKind", "MixColumns", "MixSettings", "MixTable", "Subtask"]

Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Subtask = Literal["sf", "mf", "sfb", "mfb"]
BackgroundKind = Literal["landmark", "street"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MixTable(_Part):
    """A table of pictures, and what holds for all of its rows unless a column says it."""

    path: Text
    subtask: Subtask | None = None
    background_kind: BackgroundKind | None = None

    @field_validator("path")
    @classmethod
    def _inside(cls, path: str) -> str:
        pure = PurePosixPath(path.replace("\\", "/"))
        if pure.is_absolute() or ".." in pure.parts or ":" in path:
            raise ValueError(f"a file in this folder, not {path!r}")
        return pure.as_posix()


class MixColumns(_Part):
    """Which column of the tables holds what: the published names are the defaults."""

    image_path: Text = "image_path"
    food1_id: Text = "food1_id"
    food1_name: Text = "food1_name"
    food1_country: Text = "food1_country"
    food2_id: Text = "food2_id"
    food2_name: Text = "food2_name"
    food2_country: Text = "food2_country"
    background_country: Text = "background_country"
    subtask: Text = "subtask"
    background_kind: Text = "background_kind"
    augmentation: Text = "augmentation"


class MixDefaults(_Part):
    """The tables name no licence and no author, so that this must."""

    licence: Text
    author: Text | None = None


class MixSettings(_Part):
    """The whole of `source.yaml` of `kind: mix`: pictures of foods, with tables that list them.

    Without `tables`, those of the published layout are read: `metadata/sf.csv`, `mf.csv`,
    `sfb_*.csv` and `mfb_*.csv`, each of the subtask it is named after, and of the kind of
    background where its name ends in `landmark` or `street`. `pictures` is the folder that paths
    of pictures begin in. `boxes` is a CSV, or COCO JSON, of photographs with a box around each
    food: image_path, x, y, width, height (pixels), food_name, food_country.
    """

    kind: Literal["mix"]
    title: Text
    medium: Medium
    benchmark: Literal["culture_mix"] = "culture_mix"
    enabled: bool = True
    encoding: Literal["utf-8", "windows-1252", "latin-1", "utf-16"] | None = None
    pictures: Text = "."
    tables: Annotated[tuple[MixTable, ...], Field(min_length=1)] | None = None
    boxes: Text | None = None
    columns: MixColumns = MixColumns()
    defaults: MixDefaults


MIX_FIELDS: dict[tuple[str, ...], tuple[str, ...]] = {
    (): tuple(MixSettings.model_fields),
    ("columns",): tuple(MixColumns.model_fields),
    ("defaults",): tuple(MixDefaults.model_fields),
}
