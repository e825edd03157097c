"""What an edit is expected to cost, by tokens of pictures."""

from __future__ import annotations

from culture_conflict.models.api.budget import Budget

__all__ = ["EditBudget"]

# Our assumptions for estimates; edits are charged by the tokens that the provider counts.
_PICTURES_TOKENS = 2500
_PICTURE_TOKENS = 1300
_CHARACTERS_PER_TOKEN = 4


class EditBudget(Budget):
    """A `Budget` whose answers are pictures of about 1,300 tokens, whatever `max_tokens` says."""

    ROW = "row of editors.yaml"
    PRICE = "`price_input: ...` and `price_output: ...`"

    def tokens_of(self, prompt: str) -> int:
        """Tokens that the limiter counts for one edit."""
        return _sent(prompt) + _PICTURE_TOKENS

    def expected(self, prompt: str) -> float:
        """US dollars of one edit; 0 where the price is unknown."""
        if self.price is None:
            return 0.0
        return (_sent(prompt) * self.price.input + _PICTURE_TOKENS * self.price.output) / 1e6


def _sent(prompt: str) -> int:
    return _PICTURES_TOKENS + len(prompt) // _CHARACTERS_PER_TOKEN
