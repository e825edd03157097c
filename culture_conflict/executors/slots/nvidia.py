"""What `nvidia-smi` says: GPUs, and the MIG parts of those that are divided."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET

from culture_conflict.executors.slots.devices import Device, Seen

__all__ = ["query"]

_PROGRAM = "nvidia-smi"
_FIELDS = "index,uuid,name,memory.total,memory.free,mig.mode.current"
_TIMEOUT_S = 30
_GPU_LINE = re.compile(r"^GPU (\d+): ")
_MIG_LINE = re.compile(r"^\s+MIG (\S+)\s+Device\s+(\d+): \(UUID: (\S+)\)")
_Memory = tuple[float | None, float | None]


def query() -> Seen:
    """Every device of the host; none, with the reason, where the driver's program can't say."""
    if shutil.which(_PROGRAM) is None:
        return Seen((), f"{_PROGRAM} is not installed")
    output = _output(f"--query-gpu={_FIELDS}", "--format=csv,noheader,nounits")
    if isinstance(output, Seen):
        return output
    rows = [[cell.strip() for cell in line.split(",")] for line in output.splitlines() if line]
    if any(len(row) != len(_FIELDS.split(",")) for row in rows):
        return Seen((), f"{_PROGRAM} answered in an unknown form: {output[:200]!r}")
    devices = [
        Device(uuid, name, _gib(total), _gib(free), index)
        for index, uuid, name, total, free, mig in rows
        if mig != "Enabled"
    ]
    if len(devices) < len(rows):
        parts = _mig_parts()
        if isinstance(parts, Seen):
            return parts
        devices += parts
    return Seen(tuple(devices), f"{_PROGRAM} lists no device")


def _mig_parts() -> list[Device] | Seen:
    """A divided GPU can't be used as a whole; UUIDs are in the list, memory only in the XML."""
    listed, described = _output("-L"), _output("-q", "-x")
    if isinstance(listed, Seen):
        return listed
    memory = {} if isinstance(described, Seen) else _mig_memory(described)
    parts, gpu = [], -1
    for line in listed.splitlines():
        if whole := _GPU_LINE.match(line):
            gpu = int(whole.group(1))
        elif part := _MIG_LINE.match(line):
            profile, index, uuid = part.groups()
            total, free = memory.get((gpu, int(index)), (None, None))
            parts.append(Device(uuid, f"MIG {profile}", total, free, f"{gpu}:{index}"))
    return parts


def _mig_memory(described: str) -> dict[tuple[int, int], _Memory]:
    """(total, free) in GiB by the numbers of the GPU and of its part."""
    found: dict[tuple[int, int], _Memory] = {}
    for number, gpu in enumerate(ET.fromstring(described).iter("gpu")):  # noqa: S314 - the driver's
        for part in gpu.iter("mig_device"):
            total, free = (
                _gib((part.findtext(f"fb_memory_usage/{name}") or "").removesuffix(" MiB"))
                for name in ("total", "free")
            )
            found[number, int(part.findtext("index") or -1)] = total, free
    return found


def _gib(mib: str) -> float | None:
    return float(mib) / 1024 if mib.strip().isdigit() else None


def _output(*arguments: str) -> str | Seen:
    command = [_PROGRAM, *arguments]
    try:
        done = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Seen((), f"{_PROGRAM} did not answer: {error}")
    if done.returncode != 0:
        said = " ".join((done.stdout + done.stderr).split())[:300]
        return Seen((), f"{_PROGRAM} failed ({done.returncode}): {said}")
    return done.stdout
