"""The real code location with one more asset, whose GPU step writes what its start-up cost."""

import json
import os
import time
from pathlib import Path

import dagster as dg

from culture_conflict.definitions import defs as location
from culture_conflict.executors.launch import execute_by_executor
from culture_conflict.executors.needs import gpu


@dg.asset(op_tags=gpu(1))
def start_up() -> None:
    cost = json.dumps({"cpu_s": time.process_time()})
    Path(os.environ["CULTURE_CONFLICT_TEST_FILE"]).write_text(cost)


defs = dg.Definitions.merge(
    location,
    dg.Definitions(assets=[start_up], jobs=[dg.define_asset_job("start_up_job", ["start_up"])]),
)

if __name__ == "__main__":
    with dg.DagsterInstance.get() as instance:
        module = "culture_conflict_tests.executors.start_up"
        assert execute_by_executor(module, "start_up_job", instance, {}, {}).success
