"""When nights tick, whom they ask, and that one day has one night."""

from __future__ import annotations

from datetime import UTC, date, datetime

import dagster as dg
import pytest

from culture_conflict.defs.nights import CANARY, days_by_model, night_assets
from culture_conflict.defs.partitions import partition_of
from culture_conflict.defs.resources import HomeResource
from culture_conflict.defs.runs import open_instance
from culture_conflict.defs.schedules import NIGHTLY, nightly_schedule, ticks_on
from culture_conflict.defs.tables_io import tables_io
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home
from culture_conflict.nights.settings import NightSettings

NEW_YORK = "America/New_York"
ROWS = """\
models:
  - {key: reference-prior, nightly: true}
  - {key: reference-flag-reader, nightly: true, enabled: false}
  - {key: mine, provider: replay, name: Mine, revision: "1", nightly: true}
  - key: fresh
    provider: reference-prior
    name: New
    kind: reference
    revision: "2"
    nightly: true
"""


def tick(home: Home, at: datetime, settings: NightSettings) -> dg.ScheduleExecutionData | object:
    """What the daemon gets when the schedule ticks at that time."""
    schedule = nightly_schedule(settings)
    defs = dg.Definitions(
        assets=night_assets(settings),
        jobs=[CANARY],
        schedules=[schedule],
        resources={"home": HomeResource(root=str(home.root)), "tables_io": tables_io},
    )
    with open_instance(home) as instance:
        return (
            defs.get_repository_def()
            .get_schedule_def(NIGHTLY)
            .evaluate_tick(
                dg.build_schedule_context(
                    instance=instance,
                    scheduled_execution_time=at,
                    repository_def=defs.get_repository_def(),
                    resources={"home": home},
                )
            )
        )


# Dagster itself warns of the tags that it gives to a run of two dimensions.
@pytest.mark.filterwarnings("ignore:Non-compliant tag keys:DeprecationWarning")
def test_each_nightly_model_is_asked_once_for_the_day_of_the_schedules_zone(home: Home) -> None:
    home.models_file.write_text(ROWS)
    settings = NightSettings(cron="0 22 * * *", time_zone=NEW_YORK)
    late = datetime(2026, 12, 2, 3, 0, tzinfo=UTC)  # ten in the evening of the day before
    requests = tick(home, late, settings).run_requests
    assert [(one.run_key, one.partition_key) for one in requests] == [
        (f"{NIGHTLY}|2026-12-01|{model}", f"2026-12-01|{model}")
        for model in ("reference-prior", "fresh")
    ]
    assert partition_of(requests[0].partition_key) == ("2026-12-01", "reference-prior")


def test_without_a_nightly_model_or_before_the_first_day_it_says_so(home: Home) -> None:
    at = datetime(2026, 12, 2, 3, 0, tzinfo=UTC)
    assert "nightly: true" in str(tick(home, at, NightSettings()).skip_message)
    home.models_file.write_text(ROWS)
    later = NightSettings(since="2027-01-01")
    assert "before `since: 2027-01-01`" in str(tick(home, at, later).skip_message)


def test_it_is_off_unless_switched_on() -> None:
    status = dg.DefaultScheduleStatus
    assert nightly_schedule(NightSettings()).default_status == status.STOPPED
    assert nightly_schedule(NightSettings(enabled=True)).default_status == status.RUNNING


@pytest.mark.parametrize(
    "settings", [NightSettings(cron="61 2 * * *"), NightSettings(time_zone="America/New_Yrok")]
)
def test_a_schedule_that_makes_no_sense_does_not_load(settings: NightSettings) -> None:
    with pytest.raises(RegistryError, match=r"Mend `cron` or `time_zone`"):
        nightly_schedule(settings)


def test_on_days_when_clocks_change_there_is_one_night() -> None:
    forward = ticks_on(NightSettings(cron="30 2 * * *", time_zone=NEW_YORK), date(2026, 3, 8))
    assert [f"{one:%H:%M}" for one in forward] == ["03:00"]
    back = ticks_on(NightSettings(cron="30 1 * * *", time_zone=NEW_YORK), date(2026, 11, 1))
    assert [f"{one:%H:%M}" for one in back] == ["01:30"]
    plain = ticks_on(NightSettings(cron="30 2 * * *", time_zone=NEW_YORK), date(2026, 3, 9))
    assert [f"{one:%H:%M}" for one in plain] == ["02:30"]


def test_a_missed_night_is_a_missing_partition() -> None:
    settings = NightSettings(since="2026-11-10")
    days = days_by_model(settings).get_partitions_def_for_dimension("day")
    keys = days.get_partition_keys(current_time=datetime(2026, 11, 12, 23, 0, tzinfo=UTC))
    assert keys == ["2026-11-10", "2026-11-11", "2026-11-12"]


def test_the_code_location_has_the_schedule_and_watches_for_failed_nights(home: Home) -> None:
    from culture_conflict.definitions import defs

    repository = defs.get_repository_def()
    assert repository.get_schedule_def(NIGHTLY).job_name == CANARY.name
    sensor = repository.get_sensor_def("night_failed")
    assert sensor.default_status == dg.DefaultSensorStatus.RUNNING
    assert CANARY.name in {job.name for job in repository.get_all_jobs()}
