"""From a registry row to somebody who can be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from culture_conflict.errors import RegistryError
from culture_conflict.models.api.provider import ApiModel, ApiPlace
from culture_conflict.models.protocol import Provider
from culture_conflict.models.reference.gallery import Example, Flag, Gallery, Texts
from culture_conflict.models.reference.target import Look
from culture_conflict.models.settings import API_PROVIDERS, ModelSetting
from culture_conflict.models.words import did_you_mean, listed

__all__ = ["ApiPlace", "Example", "Flag", "Galleries", "Gallery", "Texts", "make_provider"]


def _nothing() -> Gallery[Flag]:
    return Gallery("no backgrounds", tuple)


@dataclass(frozen=True)
class Galleries:
    """What reference models may know beforehand, as functions that are called when first needed.

    `flags` gives every flag that a source may show, `training` the training half of its items,
    `backgrounds` the places it may show, all with the names of `places.countries`, `texts` who
    reads writing. Each is called only for the model that looks at it. `look` says where items are:
    in the middle, or where the prompt points to.
    """

    flags: Callable[[], Gallery[Flag]]
    training: Callable[[], Gallery[Example]]
    texts: Callable[[], Texts]
    backgrounds: Callable[[], Gallery[Flag]] = _nothing
    look: Look = "middle"


def make_provider(
    setting: ModelSetting, galleries: Galleries, api: ApiPlace | None = None
) -> Provider:
    """The provider that a row names, with the row's parameters; `api` is for those over a network.

    Raises:
        RegistryError: no such provider, or it can't take these parameters.
    """
    makers = _makers(setting, galleries, api)
    if setting.provider not in makers:
        raise RegistryError(
            f"Model `{setting.key}`: provider `{setting.provider}` is unknown"
            f"{did_you_mean(setting.provider, makers)}. Known providers: {listed(makers)}."
        )
    if setting.kind == "reference" and setting.parameters:
        raise RegistryError(
            f"Model `{setting.key}`: reference models take no parameters, got "
            f"{listed(setting.parameters)}. Take them out of the row."
        )
    return makers[setting.provider]()


def _makers(
    setting: ModelSetting, galleries: Galleries, api: ApiPlace | None
) -> dict[str, Callable[[], Provider]]:
    from culture_conflict.models.reference.background_reader import BackgroundReader
    from culture_conflict.models.reference.flag_reader import FlagReader
    from culture_conflict.models.reference.nearest_image import NearestImage
    from culture_conflict.models.reference.prior import Prior
    from culture_conflict.models.reference.text_reader import TextReader
    from culture_conflict.models.replay.provider import Replay
    from culture_conflict.models.transformers.provider import TransformersModel
    from culture_conflict.models.vllm.provider import VllmModel

    return {
        "reference-prior": Prior,
        "reference-nearest-image": lambda: NearestImage(galleries.training(), galleries.look),
        "reference-background-reader": lambda: BackgroundReader(galleries.backgrounds()),
        "reference-flag-reader": lambda: FlagReader(galleries.flags()),
        "reference-text-reader": lambda: TextReader(galleries.texts()),
        "replay": lambda: Replay(setting.parameters),
        **({name: lambda: ApiModel(setting, api) for name in API_PROVIDERS} if api else {}),
        **({"transformers": lambda: TransformersModel(setting, api.form)} if api else {}),
        **({"vllm": lambda: VllmModel(setting, api)} if api else {}),
    }
