"""`python -m culture_conflict_tests.editors_diffusers.dagster_run HOME STEPS`: runs in one process.

STEPS is JSON, a list of [asset keys, partition, op config]; prints the outcome of each step.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import dagster as dg

from culture_conflict.defs import confused_tourist, culture_mix, signpost
from culture_conflict.defs.culture_mix_attempts import attempts
from culture_conflict.defs.culture_mix_building import BUILDING
from culture_conflict.defs.culture_mix_freeing import freed
from culture_conflict.defs.partitions import editor_by_source, missing_partitions
from culture_conflict.defs.runs import open_instance
from culture_conflict.home import Home
from culture_conflict_tests.checkpoints.small_edits import look_at_small_pictures
from culture_conflict_tests.defs.test_materialize import materialize

ASSETS = [
    *confused_tourist.ASSETS,
    *(*BUILDING, freed, attempts, culture_mix.mix_variants),
    *signpost.ASSETS,
]


def main(home_folder: str, steps: str) -> None:
    look_at_small_pictures()
    home = Home(Path(home_folder)).prepare()
    with open_instance(home) as instance:
        for partitions, keys in missing_partitions(instance, home):
            instance.add_dynamic_partitions(str(partitions.name), keys)
    for keys, partition, ops in json.loads(steps):
        editor, _, source = partition.rpartition("|")
        key = editor_by_source(editor, source) if editor else partition
        result = materialize(home, ASSETS, *keys, partition=key, ops=ops)
        assert isinstance(result, dg.ExecuteInProcessResult)
        print(json.dumps({"keys": keys, "success": result.success}))


if __name__ == "__main__":
    main(*sys.argv[1:])
