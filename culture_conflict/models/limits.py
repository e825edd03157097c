"""The parts of a registry row that say how an API may be asked, and what it costs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

__all__ = ["Limits", "PictureLimits", "Price", "Retry", "Structured"]

Structured = Literal["json_schema", "prompt", "plain"]
Retry = Literal["default", "signpost"]

_Count = Annotated[int, Field(ge=1)]
_Dollars = Annotated[FiniteFloat, Field(ge=0)]
_STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)


class Limits(BaseModel):
    """What one account allows; every run on the account shares it."""

    model_config = _STRICT

    requests_per_minute: _Count | None = None
    tokens_per_minute: _Count | None = None
    in_flight: Annotated[int, Field(ge=1, le=256)] = 8
    timeout_s: _Count = 120
    deadline_s: _Count = 600


class PictureLimits(BaseModel):
    """The pictures that are sent as they are.

    Pixels of the longer and of the shorter side, bytes in base64, pixels in all.
    """

    model_config = _STRICT

    max_side: Annotated[int, Field(ge=64)] | None = None
    max_base64_bytes: Annotated[int, Field(ge=4096)] | None = None
    min_side: _Count | None = None
    max_pixels: Annotated[int, Field(ge=4096)] | None = None


class Price(BaseModel):
    """US dollars per million tokens; 0 for a server of your own."""

    model_config = _STRICT

    input: _Dollars
    output: _Dollars
