"""litellm, loaded so that it does nothing but the request."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from culture_conflict.errors import ProviderError
from culture_conflict.extras import how_to_install

__all__ = ["load_litellm", "versions"]

# Set before the import, which would fetch prices from the network and might read a `.env`.
_BEFORE_IMPORT = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MODE": "PRODUCTION"}


@dataclass(frozen=True)
class _Needed:
    package: str
    version: str


_PINNED = _Needed("litellm", "1.110.2")


def load_litellm() -> Any:
    """The module, set to do nothing but the request.

    Raises:
        ProviderError: it is not installed, or is another release than the one looked through.
    """
    _require_pinned()
    os.environ.update(_BEFORE_IMPORT)
    import litellm

    # Its log may hold requests; what matters of a fault stands in the answer.
    logging.getLogger("LiteLLM").setLevel(logging.CRITICAL)
    litellm.suppress_debug_info = True
    litellm.turn_off_message_logging = True
    litellm.drop_params = False
    litellm.num_retries = 0
    return litellm


def versions() -> dict[str, str]:
    """The releases that take part in a request; stored with each answer."""
    return {name: version(name) for name in ("litellm", "openai", "httpx2")}


def _require_pinned() -> None:
    try:
        found = version(_PINNED.package)
    except PackageNotFoundError:
        found = "none"
    if found != _PINNED.version:
        raise ProviderError(
            f"Models and editors behind an API need {_PINNED.package} {_PINNED.version}; found: "
            f"{found}: {how_to_install('api')}."
        )
