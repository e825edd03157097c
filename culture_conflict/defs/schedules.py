"""`nightly_reevaluation`: asks every nightly model once a day, if it is switched on."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

import dagster as dg

from culture_conflict.defs.nights import CANARY, night_of
from culture_conflict.defs.runs import add_partitions
from culture_conflict.errors import RegistryError
from culture_conflict.executors._dagster import schedule_execution_time_iterator
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry
from culture_conflict.models.replay.provider import NAME as REPLAY
from culture_conflict.nights.settings import NightSettings

_Ticked = Callable[[dg.ScheduleEvaluationContext], Iterator[dg.RunRequest | dg.SkipReason]]

__all__ = ["NIGHTLY", "nightly_models", "nightly_schedule", "ticks_on"]

NIGHTLY = "nightly_reevaluation"


def nightly_models(home: Home) -> list[str]:
    """Models that are enabled, marked `nightly: true`, and can be asked.

    Raises:
        RegistryError: `models.yaml` can't be used.
    """
    rows = load_registry(home.models_file).enabled()
    return [row.key for row in rows if row.nightly and row.provider != REPLAY]


def nightly_schedule(settings: NightSettings) -> dg.ScheduleDefinition:
    """The schedule; a day has one run per model, whatever the cron line says.

    Raises:
        RegistryError: the cron line or the time zone makes no sense.
    """
    status = dg.DefaultScheduleStatus
    try:
        return dg.schedule(
            name=NIGHTLY,
            job=CANARY,
            cron_schedule=settings.cron,
            execution_timezone=settings.time_zone,
            default_status=status.RUNNING if settings.enabled else status.STOPPED,
            required_resource_keys={"home"},
            description="Asks every model with `nightly: true` again; set by nights.yaml.",
        )(_requests(settings))
    except dg.DagsterInvalidDefinitionError as error:
        raise RegistryError(
            f"nights.yaml: the schedule {settings.cron!r} in {settings.time_zone!r} makes no "
            f"sense ({error}). Mend `cron` or `time_zone`."
        ) from error


def ticks_on(settings: NightSettings, day: date) -> list[datetime]:
    """When the schedule ticks on a day, in its own time zone, by the daemon's own clock.

    On the day that the clocks go forward a time that does not exist becomes the first one that
    does; on the day that they go back a time that exists twice counts once.

    Raises:
        RegistryError: the cron line or the time zone makes no sense.
    """
    nightly_schedule(settings)
    zone = ZoneInfo(settings.time_zone)
    start = datetime(day.year, day.month, day.day, tzinfo=zone)
    end = (start + timedelta(days=1)).timestamp()
    ticks = schedule_execution_time_iterator(start.timestamp(), settings.cron, settings.time_zone)
    before = takewhile(lambda tick: tick.timestamp() < end, ticks)
    return [tick.astimezone(zone) for tick in before]


def _requests(settings: NightSettings) -> _Ticked:
    def nightly(
        context: dg.ScheduleEvaluationContext,
    ) -> Iterator[dg.RunRequest | dg.SkipReason]:
        """One run per model with a key of its day: ticking twice asks nobody twice."""
        home: Home = context.resources.home
        zone = ZoneInfo(settings.time_zone)
        day = context.scheduled_execution_time.astimezone(zone).date().isoformat()
        models = nightly_models(home)
        if not models:
            yield dg.SkipReason(
                "No enabled model that can be asked has `nightly: true`: write it into its row of "
                "models.yaml."
            )
        elif day < settings.since:
            yield dg.SkipReason(f"{day} is before `since: {settings.since}` of nights.yaml.")
        else:
            add_partitions(context.instance, home)
            for model in models:
                yield dg.RunRequest(f"{NIGHTLY}|{day}|{model}", partition_key=night_of(day, model))

    return nightly
