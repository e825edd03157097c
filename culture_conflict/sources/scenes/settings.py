"""What the `source.yaml` of a folder of street scenes may say."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from culture_conflict.places.datums import Datum
from culture_conflict.sources.folder.settings import Medium

__all__ = [
    "RECIPES",
    "SCENE_FIELDS",
    "Recipe",
    "SceneColumns",
    "SceneSampling",
    "SceneSettings",
    "View",
]

Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Recipe = Literal["im2gps3k", "yfcc4k", "googlesv", "baidusv"]
Stratum = Literal["country", "region"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SceneColumns(_Part):
    """Which column holds what; without a word the usual names are tried (`listing.USUAL`)."""

    external_id: Text | None = None
    picture: Text | None = None
    latitude: Text | None = None
    longitude: Text | None = None
    country: Text | None = None
    region: Text | None = None
    place: Text | None = None
    heading: Text | None = None
    url: Text | None = None
    licence: Text | None = None
    author: Text | None = None
    consent: Text | None = None


class SceneDefaults(_Part):
    """What holds where a row's own cell is empty."""

    licence: Text | None = None
    author: Text | None = None
    country: Text | None = None


class SceneSampling(_Part):
    """A share of each country's or region's scenes, but at least so many, drawn by the seed."""

    by: Stratum
    share: Annotated[float, Field(gt=0, le=1)] = 0.01
    at_least: Annotated[int, Field(ge=0)] = 10
    seed: int = 42


class View(_Part):
    """The views cut from a panorama: pixels, and the horizontal angle of view in degrees."""

    width: Annotated[int, Field(ge=64, le=4096)] = 1024
    height: Annotated[int, Field(ge=64, le=4096)] = 768
    degrees: Annotated[float, Field(gt=10, lt=170)] = 90.0
    headings: tuple[Annotated[int, Field(ge=0, le=359)], ...] = (0, 90, 180, 270)


class RecipeRules(_Part):
    """How the paper treats one of its sources (Appendix B)."""

    sampling: SceneSampling | None = None
    panoramas: bool = False


RECIPES: dict[Recipe, RecipeRules] = {
    "im2gps3k": RecipeRules(),
    "yfcc4k": RecipeRules(),
    "googlesv": RecipeRules(sampling=SceneSampling(by="country"), panoramas=True),
    # The paper gives no share for its provinces; the one of the countries is taken.
    "baidusv": RecipeRules(sampling=SceneSampling(by="region"), panoramas=True),
}


class SceneSettings(_Part):
    """The whole of `source.yaml` of `kind: scenes`; only `title` and `medium` must be there.

    `ids` is a file with one id a line: only these are taken. `recipe` treats the folder as the
    paper treats that source; `sampling` and `panoramas` say it otherwise. `texts` is a table of
    replacement texts from which quintuplets are rebuilt. `datum` is what the table's coordinates
    are given on; EXIF is always read as WGS 84.
    """

    kind: Literal["scenes"]
    title: Text
    medium: Medium
    benchmark: Literal["signpost"] = "signpost"
    enabled: bool = True
    encoding: Literal["utf-8", "windows-1252", "latin-1", "utf-16"] | None = None
    separator: Literal[",", ";", "|", "tab"] | None = None
    recipe: Recipe | None = None
    items: Text | None = None
    ids: Text | None = None
    texts: Text | None = None
    pictures: Text = "."
    coordinates: Literal["table", "exif", "either"] = "either"
    datum: Datum | None = None
    columns: SceneColumns = SceneColumns()
    defaults: SceneDefaults = SceneDefaults()
    sampling: SceneSampling | None = None
    panoramas: bool | None = None
    view: View = View()

    @field_validator("items", "ids", "texts", "pictures")
    @classmethod
    def _inside(cls, path: str | None) -> str | None:
        pure = PurePosixPath((path or ".").replace("\\", "/"))
        if pure.is_absolute() or ".." in pure.parts or ":" in str(path):
            raise ValueError(f"a path in this folder, not {path!r}")
        return path

    @property
    def given_on(self) -> Datum:
        """The datum of the table's coordinates: WGS 84 unless it says otherwise."""
        return self.datum or "wgs84"

    @property
    def drawn(self) -> SceneSampling | None:
        """The sampling in force."""
        recipe = RECIPES[self.recipe].sampling if self.recipe else None
        return self.sampling or recipe

    @property
    def are_panoramas(self) -> bool:
        """Whether pictures twice as wide as high are cut into views."""
        if self.panoramas is not None:
            return self.panoramas
        return RECIPES[self.recipe].panoramas if self.recipe else False


SCENE_FIELDS: dict[tuple[str, ...], tuple[str, ...]] = {
    (): tuple(SceneSettings.model_fields),
    ("columns",): tuple(SceneColumns.model_fields),
    ("defaults",): tuple(SceneDefaults.model_fields),
    ("sampling",): tuple(SceneSampling.model_fields),
    ("view",): tuple(View.model_fields),
}
