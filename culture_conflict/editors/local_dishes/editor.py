"""The editor that puts dishes on a table before a place, by drawing alone."""

from __future__ import annotations

import random
import time
from importlib.metadata import version
from typing import TYPE_CHECKING

from culture_conflict.editors.local_dishes.placing import cast_shadow, relit, standing
from culture_conflict.editors.local_dishes.table import KINDS, table_top
from culture_conflict.editors.protocol import Edited, EditRecord, EditRequest
from culture_conflict.errors import EditError

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["LocalDishes"]

_HORIZON = 0.58
_ROOM = {1: (0.52, 0.42), 2: (0.40, 0.36)}
_CENTRES = {1: (0.5,), 2: (0.27, 0.73)}


class LocalDishes:
    """Harmonizes a background with one or two dishes: table, perspective, shadow, colour.

    The request's pictures are the plain join (background above, food below), the background alone,
    and each dish as RGBA on a transparent ground. What lies above the table is the join's own.
    """

    key = "local"
    version = "local"  # the first; pictures are named by it, and the next is local/2

    def edit(self, request: EditRequest) -> Edited:
        """Do one edit; the seed chooses table, light and small shifts.

        Raises:
            EditError: there are not one or two dishes, or nothing was changed.
        """
        started = time.monotonic()
        joined, _, *dishes = request.pictures
        if len(dishes) not in _ROOM or any(dish.mode != "RGBA" for dish in dishes):
            raise EditError(
                f"local: expected one or two dishes as RGBA, got "
                f"{', '.join(dish.mode for dish in dishes) or 'none'}. Cut them out first."
            )
        rng = random.Random(request.seed)  # noqa: S311 - a picture's seed
        kind, look = rng.choice(KINDS), rng.randrange(4)
        made = _scene(request, kind, look, rng)
        if made.tobytes() == joined.tobytes():
            raise EditError("local: the edited picture equals the plain join. Report this.")
        record = EditRecord(
            editor=self.version,
            prompt_id=request.prompt_id,
            seed=request.seed,
            width=made.width,
            height=made.height,
            seconds=time.monotonic() - started,
            versions={name: version(name) for name in ("pillow", "numpy", "scipy")},
            notes={"table": kind, "look": look},
        )
        return Edited(made, record)


def _scene(request: EditRequest, kind: str, look: int, rng: random.Random) -> Image.Image:
    joined, background, *dishes = request.pictures
    width, height = joined.size
    horizon = round(_HORIZON * height)
    made = joined.copy()
    ambience = _mean(background)
    top = table_top(kind, look, (width, height - horizon))
    made.paste(_tinted(top, ambience), (0, horizon))
    lean = rng.choice((-1, 1)) * rng.uniform(0.10, 0.2)
    room = _ROOM[len(dishes)]
    placed = [
        standing(
            dish,
            (centre + rng.uniform(-0.015, 0.015)) * width,
            (0.935 + rng.uniform(-0.015, 0.01)) * height,
            (room[0] * width, room[1] * height),
            scale=_share(dish),
        )
        for dish, centre in zip(dishes, _CENTRES[len(dishes)], strict=True)
    ]
    for one in placed:
        cast_shadow(made, one, lean)
    for one in placed:
        lit = relit(one.dish, ambience)
        made.paste(lit, (one.left, one.top), lit)
    return made


def _share(dish: Image.Image) -> float:
    """How much of its square the dish fills, against a dish that fills it as `in_square` does."""
    box = dish.getchannel("A").getbbox() or (0, 0, *dish.size)
    return min(1.0, max(box[2] - box[0], box[3] - box[1]) / (0.88 * max(dish.size)))


def _mean(picture: Image.Image) -> tuple[float, float, float]:
    from PIL import ImageStat

    red, green, blue = ImageStat.Stat(picture.convert("RGB")).mean
    return red, green, blue


def _tinted(table: Image.Image, ambience: tuple[float, float, float]) -> Image.Image:
    """The table in a little of the light of the place."""
    mean = sum(ambience) / 3 or 1.0
    tables: list[int] = []
    for level in ambience:
        gain = (1 + 0.18 * (level / mean - 1)) * (1 + 0.12 * (mean / 150 - 1))
        tables += [min(255, round(value * gain)) for value in range(256)]
    return table.point(tables)
