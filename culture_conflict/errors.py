"""The one family of errors that a user is meant to read."""


class CultureConflictError(Exception):
    """A failure whose message names the thing, what was expected and what to do."""


class MissingTableError(CultureConflictError):
    """A table was read before the asset that makes it was materialized."""


class InvalidTableError(CultureConflictError):
    """Rows break their table's schema; nothing was written."""


class RegistryError(CultureConflictError):
    """`models.yaml` or a source's description can't be used as it is."""


class HomeError(CultureConflictError):
    """`CULTURE_CONFLICT_HOME` can't be used: absent, read-only or full."""


class BusyError(CultureConflictError):
    """Another live process holds what this one needs."""


class DeviceError(CultureConflictError):
    """A step's GPUs can't be had: there are none, too few, or their locks can't be kept safely."""


class PictureError(CultureConflictError):
    """A picture can't be used.

    `reason` is one word for tables: `truncated`, `too_many_pixels`, `not_an_image`, `too_small` …
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class ProviderError(CultureConflictError):
    """A model's provider failed as a whole; answers received before are kept."""


class AnswersError(CultureConflictError):
    """A file of answers that a user already has can't be read or joined as asked."""


class StoppedError(CultureConflictError):
    """The user stopped the command; what was done until then is kept."""


class ComparisonError(CultureConflictError):
    """Two things can't be compared: nothing is common to them."""


class EditError(CultureConflictError):
    """One edit can't be done: a glyph is missing, a text does not fit, an output is unusable.

    `reason` is one word for tables: `missing_glyph`, `does_not_fit`, `blank_image` …
    """

    def __init__(self, message: str, *, reason: str = "failed") -> None:
        super().__init__(message)
        self.reason = reason
