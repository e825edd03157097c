"""What a published data set's `source.yaml` may say."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from culture_conflict.sources.folder.settings import Category, Medium

__all__ = ["HUB_FIELDS", "HubColumns", "HubDefaults", "HubSettings", "HubWords"]

Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
_REPO = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*")
_COMMIT = re.compile(r"[0-9a-f]{40}")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class HubColumns(_Part):
    """Which column of the data set holds what: the published names (ConfusedTourist Table 3)."""

    id: Text = "id"
    image: Text = "image"
    item: Text = "item"
    origin_country: Text = "origin_country"
    adversarial_country: Text = "adversarial_country"
    category: Text = "category"
    difficulty: Text = "difficulty"
    perturb_method: Text = "perturb_method"
    perturb_context: Text = "perturb_context"
    pair_method: Text = "pair_method"
    landmark_name: Text = "landmark_name"
    item_url: Text = "item_url"
    item_url_license: Text = "item_url_license"
    flag_url: Text = "flag_url"
    flag_url_license: Text = "flag_url_license"
    landmark_url: Text = "landmark_url"
    landmark_url_license: Text = "landmark_url_license"


class HubDefaults(_Part):
    """What holds where a row's own cell is empty; Table 3 has no author at all."""

    licence: Text | None = None
    author: Text | None = None


class HubWords(_Part):
    """Further words of the data set for a factor's values, e.g. `{pasted: stacked}`."""

    category: dict[Text, Category] = Field(default_factory=dict)
    difficulty: dict[Text, Literal["none", "easy", "hard"]] = Field(default_factory=dict)
    perturb_method: dict[Text, Literal["none", "stacked", "generative", "control"]] = Field(
        default_factory=dict
    )
    perturb_context: dict[
        Text, Literal["none", "flag", "landmark", "flag_landmark", "congruent_flag", "grey_patch"]
    ] = Field(default_factory=dict)
    pair_method: dict[Text, Literal["none", "desc", "geo"]] = Field(default_factory=dict)


class HubSettings(_Part):
    """The whole of `source.yaml` of `kind: hub`: Parquet with embedded pictures.

    `path` is a Parquet file or a folder of shards inside the source's folder (`.` is the folder
    itself), or, with `repo`, inside the repository. `repo` names a data set of the hub, fetched at
    the commit `revision`.
    """

    kind: Literal["hub"]
    title: Text
    medium: Medium
    benchmark: Literal["confused_tourist"] = "confused_tourist"
    enabled: bool = True
    repo: Text | None = None
    revision: Annotated[Text | None, Field(validate_default=True)] = None
    path: Annotated[Text | None, Field(validate_default=True)] = None
    split: Text = "train"
    columns: HubColumns = HubColumns()
    words: HubWords = HubWords()
    defaults: HubDefaults = HubDefaults()

    @field_validator("repo")
    @classmethod
    def _named(cls, repo: str | None) -> str | None:
        if repo is not None and not _REPO.fullmatch(repo):
            raise ValueError("owner/name")
        return repo

    @field_validator("revision")
    @classmethod
    def _pinned(cls, revision: str | None, info: object) -> str | None:
        repo = getattr(info, "data", {}).get("repo")
        if repo is not None and not _COMMIT.fullmatch(revision or ""):
            raise ValueError(
                "the 40 hexadecimal digits of a commit, so that the data never change unseen"
            )
        return revision

    @field_validator("path")
    @classmethod
    def _somewhere(cls, path: str | None, info: object) -> str | None:
        if path is None and getattr(info, "data", {}).get("repo") is None:
            raise ValueError("a Parquet file or folder in this folder, unless `repo:` names one")
        return path


HUB_FIELDS: dict[tuple[str, ...], tuple[str, ...]] = {
    (): tuple(HubSettings.model_fields),
    ("columns",): tuple(HubColumns.model_fields),
    ("words",): tuple(HubWords.model_fields),
    ("defaults",): tuple(HubDefaults.model_fields),
}
