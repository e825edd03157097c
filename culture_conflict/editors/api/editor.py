"""Image APIs as editors: Gemini image, GPT image, and whatever speaks OpenAI's images/edits."""

from __future__ import annotations

import hashlib
import io
import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from culture_conflict.editors.api.asking import EditAsking, Wanted
from culture_conflict.editors.api.bordering import Bordered, border
from culture_conflict.editors.api.options import ApiOptions, read_options
from culture_conflict.editors.api.paid import state_of
from culture_conflict.editors.blending import blend
from culture_conflict.editors.protocol import Edited, EditRecord, EditRequest
from culture_conflict.editors.registry import EditorRow
from culture_conflict.errors import EditError, PictureError
from culture_conflict.models.keys import canonical_json, request_key, sha256_of
from culture_conflict.pictures.cutout import opaque

if TYPE_CHECKING:
    from concurrent.futures import Future

    from PIL.Image import Image

    from culture_conflict.models.entry import Entry

__all__ = ["ApiEditor", "api_editor"]

_ADVICE = {
    "refused": "Its words are kept; ask in other words.",
    "filtered": "The provider's filter stopped it; ask in other words or take another picture.",
    "truncated": "Raise `max_tokens` of the row.",
    "empty": "It is asked again at the next run.",
    "unreadable": "It is asked again at the next run.",
    "error": "It is asked again at the next run.",
}


def api_editor(row: EditorRow, root: Path) -> ApiEditor:
    """The editor of a row of kind `api` for the home at `root`.

    Raises:
        RegistryError: the row can't be used.
    """
    return ApiEditor(read_options(row), root)


@dataclass(frozen=True)
class _Prepared:
    request: EditRequest
    bordered: Bordered
    wanted: Wanted


class ApiEditor:
    """Edits by asking; the same request is asked and paid for once, whatever run it belongs to.

    The key is read when the first picture is sent. A provider gives other pixels each time, so a
    seed only tells attempts apart, unless the row sends one.
    """

    def __init__(self, options: ApiOptions, root: Path) -> None:
        self._options = options
        self._asking = EditAsking(options, root)

    @property
    def key(self) -> str:
        return self._options.setting.key

    @property
    def version(self) -> str:
        setting = self._options.setting
        text = " ".join((setting.provider, self._parameters, *filter(None, [setting.base_url])))
        return f"{self.key}/{hashlib.sha256(text.encode()).hexdigest()[:10]}"

    @property
    def at_once(self) -> int:
        """How many edits it may be asked for at a time, by as many threads."""
        return self._options.setting.limits.in_flight

    @property
    def _parameters(self) -> str:
        return canonical_json({"model": self._options.setting.model, **self._options.parameters})

    def edit(self, request: EditRequest) -> Edited:
        """Do one edit, or take what was paid for.

        Raises:
            EditError: `refused`, `filtered`, `truncated`, `empty`, `unreadable` or `error`.
            ProviderError: no key, no library, a limit of spending, or a provider that is down.
            HomeError: what came can't be kept.
        """
        (made,) = self.edit_many([request])
        if isinstance(made, EditError):
            raise made
        return made

    def edit_many(self, requests: Iterable[EditRequest]) -> Iterator[Edited | EditError]:
        """Do edits in order, as many at once as the account allows.

        Raises:
            ProviderError: as `edit`; what came before is kept.
            HomeError: what came can't be kept.
        """
        begun: deque[tuple[_Prepared, Future[Entry]]] = deque()
        with self._asking.open() as ask:
            for request in requests:
                one = self._prepared(request)
                begun.append((one, ask(one.wanted)))
                if len(begun) > 2 * self.at_once:
                    yield self._finished(*begun.popleft())
            while begun:
                yield self._finished(*begun.popleft())

    def _prepared(self, request: EditRequest) -> _Prepared:
        first, *others = map(opaque, request.pictures)
        bordered = border(first, self._options.shape)
        pictures = [_png(bordered.picture), *(_png(border(one, None).picture) for one in others)]
        sent = json.dumps([hashlib.sha256(one).hexdigest() for one in pictures])
        key = request_key(
            picture_sent=sha256_of(sent),
            prompt_sha256=sha256_of(request.instruction),
            provider=self._options.setting.provider,
            revision=self._options.setting.base_url or "",
            parameters=self._parameters,
            evaluation="edit",
            repeat=request.seed,
        )
        wanted = Wanted(
            key=key,
            pictures=tuple(pictures),
            picture_sent=sha256_of(sent),
            instruction=request.instruction,
            prompt_id=request.prompt_id,
            seed=request.seed,
            parameters=self._parameters,
            made_of=request.made_of,
        )
        return _Prepared(request, bordered, wanted)

    def _finished(self, one: _Prepared, coming: Future[Entry]) -> Edited | EditError:
        entry = coming.result()
        state = state_of(text=entry.answer, finish=entry.finish_reason, words=entry.reasoning)
        if entry.error is not None or entry.answer is None or state != "ok":
            return self._refusal("error" if entry.error else state, entry)
        try:
            output = self._asking.picture(entry.answer)
        except PictureError as error:
            return EditError(f"Editor `{self.key}`: the kept output {error}", reason=error.reason)
        original = one.request.pictures[0].convert("RGB")
        whole = one.bordered.undone(output)
        record = self._record(one, entry, output)
        if one.request.mask is None or whole.size != original.size:
            return Edited(whole, record)
        return Edited(blend(original, whole, one.request.mask), record, unblended=whole)

    def _refusal(self, state: str, entry: Entry) -> EditError:
        said = entry.error or entry.reasoning or f"finish reason {entry.finish_reason}"
        what = " ".join(said.split())[:200]
        return EditError(f"Editor `{self.key}`: {state}: {what}. {_ADVICE[state]}", reason=state)

    def _record(self, one: _Prepared, entry: Entry, output: Image) -> EditRecord:
        notes: dict[str, str | int | float | bool] = {
            "sent_width": one.bordered.picture.width,
            "sent_height": one.bordered.picture.height,
            "output_width": output.width,
            "output_height": output.height,
            "parameters": self._parameters,
            "pictures_used": len(one.request.pictures),
            "asked_at": entry.asked_at,
            "output": str(entry.answer),
        }
        if entry.cost_usd is not None:
            notes["cost_usd"] = entry.cost_usd
        return EditRecord(
            editor=self.version,
            prompt_id=one.request.prompt_id,
            seed=one.request.seed,
            width=one.request.pictures[0].width,
            height=one.request.pictures[0].height,
            device="api",
            seconds=round(entry.latency_s, 3),
            checkpoint=self._options.setting.model,
            revision=entry.served_model,
            versions=dict(entry.versions),
            notes=notes,
        )


def _png(picture: Image) -> bytes:
    """Without metadata: what a file says of its place never leaves."""
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=6)
    return file.getvalue()
