"""The editor that changes nothing: the plain join as a picture of its own."""

from __future__ import annotations

from culture_conflict.editors.protocol import Edited, EditRecord, EditRequest

__all__ = ["Composed"]


class Composed:
    """Gives the request's first picture back."""

    key = "composed"
    version = "composed"  # the first; pictures are named by it, and the next is composed/2

    def edit(self, request: EditRequest) -> Edited:
        """Do one edit; the seed and the prompt change nothing."""
        picture = request.pictures[0].convert("RGB")
        record = EditRecord(
            editor=self.version,
            prompt_id=request.prompt_id,
            seed=request.seed,
            width=picture.width,
            height=picture.height,
        )
        return Edited(picture, record)
