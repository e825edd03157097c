"""What a folder's `source.yaml` may say."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
)

from culture_conflict.sources.folder.amounts import Amounts
from culture_conflict.sources.folder.places import code_of

__all__ = [
    "FIELDS",
    "Category",
    "Columns",
    "Defaults",
    "Downloads",
    "FolderSettings",
    "Medium",
    "Sampling",
]

Category = Literal["cuisine", "attire", "music"]
Medium = Literal["photograph", "illustration", "drawing", "generated"]
Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Count = Annotated[int, Field(ge=1)]
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")
_CONTACT = re.compile(r"([^\s()@:]+@[^\s()@:]+|https://[^\s()]+)", re.ASCII)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Columns(_Part):
    """Which column of the items' table holds what: our name, then theirs."""

    external_id: Text = "external_id"
    name: Text = "name"
    category: Text = "category"
    country: Text = "country"
    description: Text = "description"
    picture: Text = "picture"
    aliases: Text = "aliases"
    url: Text = "url"
    licence: Text = "licence"
    author: Text = "author"
    consent: Text = "consent"
    latitude: Text = "latitude"
    longitude: Text = "longitude"


class Defaults(_Part):
    """What holds where a row's own cell is empty."""

    category: Category | None = None
    licence: Text | None = None
    author: Text | None = None


class Sampling(_Part):
    """How many are drawn at most, by a seed; all where nothing is said."""

    countries_per_sub_region: Count | None = None
    items_per_category_and_country: Count | None = None
    seed: int = 0


class Downloads(_Part):
    """Where pictures may be fetched from, and who asks: an e-mail or web address."""

    hosts: Annotated[tuple[Text, ...], Field(min_length=1)]
    contact: Text
    max_megabytes: Annotated[int, Field(ge=1, le=100)] = 20
    attempts: Annotated[int, Field(ge=1, le=10)] = 4

    @field_validator("hosts")
    @classmethod
    def _names(cls, hosts: tuple[str, ...]) -> tuple[str, ...]:
        if wrong := [host for host in hosts if not _HOST.fullmatch(host)]:
            raise ValueError(f"whole host names such as upload.wikimedia.org, not {wrong[0]!r}")
        return tuple(host.lower() for host in hosts)

    @field_validator("contact")
    @classmethod
    def _reachable(cls, contact: str) -> str:
        if not _CONTACT.fullmatch(contact):
            raise ValueError("an e-mail address or https://... by which you can be reached")
        return contact


class FolderSettings(_Part):
    """The whole of `source.yaml`; only `title` and `medium` must be there.

    `benchmark: culture_mix` makes dishes of the items, and places of the rows of `backgrounds.csv`,
    in the `amounts` of the paper or of your own;
    `categories` maps the table's words to ours; `countries` keeps only items of these (codes or
    names); `encoding` and `separator` are for tables in text that are not UTF-8 with a separator
    that can be told; `alias_format: list` reads cells such as `['Naan', {'Nan': 'Persian'}]`.
    """

    kind: Literal["folder"] = "folder"
    title: Text
    medium: Medium
    benchmark: Literal["confused_tourist", "culture_mix"] = "confused_tourist"
    enabled: bool = True
    encoding: Literal["utf-8", "windows-1252", "latin-1", "utf-16"] | None = None
    separator: Literal[",", ";", "|", "tab"] | None = None
    columns: Columns = Columns()
    defaults: Defaults = Defaults()
    categories: dict[Text, Category] = Field(default_factory=dict)
    countries: tuple[Text, ...] | None = None
    alias_format: Literal["separated", "list"] = "separated"
    alias_separator: Text = "|"
    alias_placeholders: tuple[Text, ...] = ()
    flags: Literal["packaged", "none"] = "none"
    sampling: Sampling = Sampling()
    downloads: Downloads | None = None
    amounts: Amounts | None = None

    @field_validator("amounts")
    @classmethod
    def _of_dishes(cls, amounts: Amounts | None, info: ValidationInfo) -> Amounts | None:
        if amounts is not None and info.data.get("benchmark") != "culture_mix":
            raise ValueError("only dishes of `benchmark: culture_mix` are mixed in amounts")
        return amounts

    @field_validator("countries")
    @classmethod
    def _codes(cls, names: tuple[str, ...] | None) -> tuple[str, ...] | None:
        """Countries as ISO 3166-1 alpha-3."""
        if names is None:
            return None
        codes = [code_of(name) for name in names]
        if None in codes:
            raise ValueError(f"{names[codes.index(None)]!r} names no country")
        return tuple(code for code in codes if code is not None)


FIELDS: dict[tuple[str, ...], tuple[str, ...]] = {
    (): tuple(FolderSettings.model_fields),
    ("columns",): tuple(Columns.model_fields),
    ("defaults",): tuple(Defaults.model_fields),
    ("sampling",): tuple(Sampling.model_fields),
    ("downloads",): tuple(Downloads.model_fields),
    ("amounts",): tuple(Amounts.model_fields),
}
