"""How a run of the command ended: well, stopped, or failed with a message for people."""

from collections.abc import Iterator

import dagster as dg

from culture_conflict.errors import CultureConflictError, StoppedError
from culture_conflict.executors._dagster import RunFailureReason, SerializableErrorInfo

__all__ = ["INTERRUPTIONS", "Result", "RunFailedError", "require_success", "stopped"]

_INTERRUPTED = dg.DagsterExecutionInterruptedError
INTERRUPTIONS = (KeyboardInterrupt, _INTERRUPTED)
"""What an interruption raises: outside of a run, and inside."""

Result = dg.ExecuteInProcessResult | dg.JobExecutionResult
"""What a run that the command executed came to."""


class RunFailedError(CultureConflictError):
    """A run ended without success; the message holds the step and its error."""


def require_success(result: Result, job: str) -> None:
    """Tell why a run did not succeed.

    Raises:
        RunFailedError: a step failed; the message is the innermost error's.
        StoppedError: it was interrupted.
    """
    if result.success:
        return
    if _was_interrupted(result) or _ended_by_signal(result):
        raise stopped(job)
    raise RunFailedError(_told(*_why(result, job)))


def stopped(job: str) -> StoppedError:
    """What a person is told of a run that was interrupted."""
    return StoppedError(
        f"{job} was stopped. What was done is kept, answers of models too; run the same command "
        f"again to go on."
    )


def _was_interrupted(result: Result) -> bool:
    """Whether an interruption stands anywhere behind a step's error: some libraries dress it."""
    failures = result.filter_events(lambda event: event.is_step_failure)
    errors = [event.step_failure_data.error for event in failures]
    names = {one.cls_name for error in errors for one in _behind(error)}
    return not names.isdisjoint(interruption.__name__ for interruption in INTERRUPTIONS)


def _behind(error: SerializableErrorInfo | None) -> Iterator[SerializableErrorInfo]:
    if error is not None:
        yield error
        yield from _behind(error.cause)
        yield from _behind(error.context)


def _ended_by_signal(result: Result) -> bool:
    """Whether no step but the run itself was interrupted: between steps, or while one waited."""
    ends = result.filter_events(lambda event: event.is_job_failure)
    reasons = [event.job_failure_data.failure_reason for event in ends]
    return RunFailureReason.UNEXPECTED_TERMINATION in reasons


def _why(result: Result, job: str) -> tuple[str | None, str, str | None]:
    """The step that failed, the message of its innermost error, and that error's class."""
    failures = result.filter_events(lambda event: event.is_step_failure)
    for event in failures:
        error = event.step_failure_data.error
        while error is not None and error.cause is not None:
            error = error.cause
        if error is not None:
            return event.step_key, error.message.strip(), error.cls_name
    return job, f"it failed; `culture-conflict ui` shows its log (run {result.run_id}).", None


def _told(step_key: str | None, said: str, class_name: str | None) -> str:
    """What an error of ours says, which people are meant to read; others with step and class."""
    name, _, message = said.partition(": ")
    ours = name.startswith("culture_conflict.") and name.endswith(f".{class_name}")
    return message if ours and message else f"{step_key}: {said}"
