"""One hash for the content of many files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

__all__ = ["code_fingerprint", "fingerprint"]

_OURS = ("*.py", "*.csv", "*.md", "*.yaml", "*.sql", "*.j2", "*.css", "*.js")


def fingerprint(root: Path, patterns: Iterable[str], *extra: str) -> str:
    """sha256 over the names and bytes of the files below `root` that match, and `extra`."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in root.rglob(pattern)):
        digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    for text in extra:
        digest.update(f"\0{text}".encode())
    return digest.hexdigest()


def code_fingerprint(*extra: str) -> str:
    """The package's own code and data: what is made by other code is made again."""
    return fingerprint(Path(__file__).parents[1], _OURS, *extra)
