"""Started by its path, without site-packages: a command under a keeper of its own."""

import argparse
import os
import signal
import sys
from pathlib import Path


def main() -> int:
    """Run the command until it ends, or until `--parent` or this process is told to."""
    from culture_conflict.processes.keeper import Stopped, run_step, stop_on_signals
    from culture_conflict.processes.tree import die_with_parent

    parser = argparse.ArgumentParser(prog="processes", description=__doc__)
    parser.add_argument("--parent", type=int, required=True, help="process that this ends with")
    parser.add_argument("--grace", type=float, default=5.0, help="seconds from asking to force")
    parser.add_argument("command", nargs="+", help="what to run, after --")
    options = parser.parse_args()
    stop_on_signals()
    try:
        die_with_parent(options.parent, signal.SIGTERM)
        return run_step(
            options.command, os.environ, (), parent=options.parent, grace_s=options.grace
        )
    except Stopped:
        return 128 + signal.SIGTERM


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parents[2]))
    sys.exit(main())
