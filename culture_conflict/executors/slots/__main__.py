"""Started by its path, without site-packages: the package's own folder is all it needs."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parents[3]))
    from culture_conflict.executors.slots.program import main

    sys.exit(main())
