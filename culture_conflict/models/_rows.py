"""From a row as written to a model setting; what is wrong is told with file, line and remedy."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NoReturn

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from culture_conflict.errors import RegistryError
from culture_conflict.models._yaml import Row, load_document
from culture_conflict.models.api.routes import row_fault
from culture_conflict.models.settings import PROVIDERS, ModelSetting, is_slug, slug
from culture_conflict.models.words import did_you_mean, listed
from culture_conflict.yaml_keys import readable

__all__ = ["Place", "read_rows", "to_setting"]

_LIST = "models"
_EXPECTED = {
    "key": "a text such as `gpt-5-high`",
    "provider": "a text: the name of a provider",
    "name": "a text: the model's name for people",
    "kind": "vlm or reference",
    "revision": 'a text, in quotes where it looks like a number: "2025"',
    "parameters": "names with a text, a finite number, true, false or null each",
    "enabled": "true or false",
    "nightly": "true or false",
    "gpus": "a whole number of GPUs, 0 or more",
    "gpu_memory_gb": "a positive number of GiB",
    "model": "a text: the model's id at the provider",
    "base_url": "a text such as `https://host/v1`",
    "key_env": "the name of an environment variable, such as OPENAI_API_KEY; never the key itself",
    "account": "a text of a-z, 0-9, dot, underscore and hyphen",
    "structured": "json_schema, prompt or plain",
    "limits": "requests_per_minute, tokens_per_minute, in_flight (to 256), timeout_s, deadline_s: "
    "whole numbers from 1",
    "picture": "max_side (from 64), max_base64_bytes (from 4096), min_side, max_pixels (from "
    "4096): whole numbers",
    "serve": "python, dtype, max_model_len (from 1024), max_num_seqs, gpu_memory_utilization (to "
    "1), kv_cache_gb, quantization, trust_remote_code, reasoning_parser, enforce_eager, seed, "
    "start_timeout_s",
    "retry": "default or signpost",
    "larger_budget": "a whole number of tokens",
    "price": "unknown, or {input: ..., output: ...} in US dollars per million tokens",
    "max_cost_usd": "US dollars",
    "max_cost_usd_per_day": "US dollars",
}
_VALUE_HIDDEN = ("parameters", "key_env", "base_url")
_SECRET = re.compile(
    r"(?:^|[_-])(?:key|apikey|secret|password|passwd|bearer|authorization|credentials?)$"
    r"|secret[_-]|(?:^|[_-])token$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Place:
    """Where a row stands, so that a message can name it."""

    file: str
    row: Row

    def key(self) -> str:
        """The row's key, checked."""
        if not isinstance(self.row.value, dict):
            self.refuse(f"expected a row of fields ({', '.join(_EXPECTED)})", "Write key: value.")
        if strange := [name for name in self.row.value if not isinstance(name, str)]:
            fields = ", ".join(_EXPECTED)
            self.refuse(f"field {strange[0]!r} is unknown", f"Fields: {fields}.")
        key = self.row.value.get("key")
        if not isinstance(key, str):
            got = "no key" if key is None else f"{key!r}"
            self.refuse(f"`key`: expected {_EXPECTED['key']}, got {got}", "Write it in quotes.")
        if not is_slug(key):
            self.refuse(
                f"`key` can't be {key[:200]!r}: expected at most 100 of a-z, 0-9, dot, underscore "
                f"and hyphen, beginning with a letter or digit",
                f"Write `key: {slug(key)}` and keep the exact id in `name` or in a parameter.",
            )
        return key

    def refuse(self, what: str, remedy: str, field: str = "key") -> NoReturn:
        """Raise a `RegistryError` that names the file, the line and the row."""
        value = self.row.value
        named = value.get("key") if isinstance(value, dict) else None
        model = f", model `{named}`" if isinstance(named, str) and is_slug(named) else ""
        line = self.row.lines.get(field, self.row.line)
        raise RegistryError(f"{self.file}, line {line}{model}: {what}. {remedy}")


def read_rows(file: str, data: bytes) -> list[Row]:
    """The rows under `models:`; an empty file has none.

    Raises:
        RegistryError: the text is no YAML, or is not laid out as a list under `models:`.
    """
    with readable(file):
        document, rows = load_document(data, _LIST)
    if document is None:
        return []
    top = document if isinstance(document, dict) else {"": document}
    surplus = sorted(str(name) for name in top if name != _LIST)
    if surplus or not isinstance(top.get(_LIST), list | None):
        hint = did_you_mean(surplus[0], [_LIST]) if surplus else ""
        raise RegistryError(
            f"{file}: expected one list under `models:` and nothing else{hint}. "
            f"Begin the file with `models:` and each row with `- key: ...`."
        )
    return rows


def to_setting(place: Place, values: dict[str, Any]) -> ModelSetting:
    """The row as a setting.

    Raises:
        RegistryError: a field is unknown, missing or of the wrong kind, a parameter looks like a
            credential, or no provider has the name given.
    """
    parameters = values.get("parameters")
    for name in parameters if isinstance(parameters, dict) else ():
        if _SECRET.search(str(name)):
            what = f"parameter `{name}` looks like a credential, which would reach the tables"
            place.refuse(what, "Take it out; keys come from the environment.", "parameters")
    try:
        setting = ModelSetting.model_validate(values)
    except ValidationError as error:
        # A misspelt field is also a missing one: the spelling is what to mend.
        first = min(error.errors(), key=lambda found: found["type"] == "missing")
        place.refuse(*_complaint(first), field=str(first["loc"][0]) if first["loc"] else "key")
    _check_provider(place, setting)
    if fault := row_fault(setting):
        place.refuse(fault.what, fault.remedy, fault.field)
    return setting


def _check_provider(place: Place, setting: ModelSetting) -> None:
    if setting.provider not in PROVIDERS:
        hint = did_you_mean(setting.provider, PROVIDERS)
        what = f"provider `{setting.provider}` is unknown{hint}"
        place.refuse(what, f"Known providers: {listed(PROVIDERS)}.", "provider")
    kind = PROVIDERS[setting.provider]
    if setting.kind != kind:
        what = f"provider `{setting.provider}` makes a {kind}, the row says {setting.kind}"
        place.refuse(what, f"Write `kind: {kind}`.", "kind")


def _complaint(error: ErrorDetails) -> tuple[str, str]:
    """What is wrong with a field, and the remedy; a parameter's value is never repeated."""
    field = str(error["loc"][0]) if error["loc"] else ""
    if error["type"] == "missing" and len(error["loc"]) == 1:
        return f"`{field}` is missing: expected {_EXPECTED[field]}", f"Add `{field}:`."
    if field not in _EXPECTED:
        hint = did_you_mean(field, _EXPECTED)
        return f"field `{field}` is unknown{hint}", f"Fields: {', '.join(_EXPECTED)}."
    if field == "parameters":
        where = ".".join(str(part) for part in error["loc"][:2])
        got = f"a {type(error['input']).__name__}"
    elif field in _VALUE_HIDDEN:
        where, got = field, "something else"
    else:
        # Pydantic names the members of a union beside the fields; only ours are lower-case.
        path = [str(part) for part in error["loc"] if str(part).islower()]
        where, got = ".".join(path), repr(error["input"])[:80]
    return f"`{where}`: expected {_EXPECTED[field]}, got {got}", "Mend this field."
