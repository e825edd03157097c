"""The terminal's share of Dagster's log: what assets say of their progress, nothing else."""

import logging
import sys

import dagster as dg

__all__ = ["terminal_logger"]


class _AssetMessages(logging.Handler):
    """Writes messages that assets logged; Dagster's own events stay in its event log.

    Its errors too, of steps that a failed one keeps from running: the command says what failed.
    """

    def emit(self, record: logging.LogRecord) -> None:
        meta = getattr(record, "dagster_meta", {})
        said_here = record.levelno < logging.ERROR and not meta.get("dagster_event")
        if meta.get("step_key") and said_here:
            sys.stderr.write(f"    {meta.get('orig_message', record.getMessage())}\n")
            sys.stderr.flush()


@dg.logger
def terminal_logger(_: dg.InitLoggerContext) -> logging.Logger:
    """A logger for runs that the command executes itself; it is no child of the root logger."""
    logger = logging.Logger("culture_conflict.terminal", logging.INFO)  # noqa: LOG001
    logger.addHandler(_AssetMessages())
    return logger
