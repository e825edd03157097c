"""Run as a program: N steps with random needs, one after another, that notice an overlap."""

from __future__ import annotations

import os
import random
import subprocess
import sys

from culture_conflict_tests.executors.slot_kit import PROGRAM

# A folder can be made once only: whoever fails to make it shares the device.
STEP = """
for device in $(echo "$CUDA_VISIBLE_DEVICES" | tr , ' '); do
  mkdir "$BUSY/$device" || echo "$device" >> "$BUSY/overlaps"
done
sleep {hold:.3f}
for device in $(echo "$CUDA_VISIBLE_DEVICES" | tr , ' '); do
  rmdir "$BUSY/$device"; echo "$device" >> "$BUSY/used"
done
"""


def main(seed: int, steps: int) -> None:
    chance = random.Random(seed)
    for _ in range(steps):
        needs = chance.choice((1, 1, 1, 2))
        shell = STEP.format(hold=chance.uniform(0, 0.04))
        command = [*PROGRAM, "--gpus", str(needs), "--", "sh", "-c", shell]
        subprocess.run(command, check=False, env=os.environ, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
