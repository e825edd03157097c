"""Which devices there are: from recorded forms of nvidia-smi's answers, and from a fake list."""

from __future__ import annotations

from pathlib import Path

import pytest

from culture_conflict.errors import DeviceError
from culture_conflict.executors.slots.devices import FAKE, VISIBLE, Device, Need, see_devices

CSV = """\
0, GPU-aaaa1111-0000, NVIDIA H200, 143771, 143157, Disabled
1, GPU-bbbb2222-0000, NVIDIA H200, 143771, 1024, Enabled
2, GPU-cccc3333-0000, NVIDIA GeForce RTX 4090, 24564, 24000, [N/A]
"""
LIST = """\
GPU 0: NVIDIA H200 (UUID: GPU-aaaa1111-0000)
GPU 1: NVIDIA H200 (UUID: GPU-bbbb2222-0000)
  MIG 3g.71gb     Device  0: (UUID: MIG-dddd4444-0000)
  MIG 1g.18gb     Device  1: (UUID: MIG-eeee5555-0000)
GPU 2: NVIDIA GeForce RTX 4090 (UUID: GPU-cccc3333-0000)
"""
PART = (
    "<mig_device><index>{}</index><fb_memory_usage><total>{} MiB</total><free>{} MiB</free>"
    "</fb_memory_usage></mig_device>"
)
XML = (
    '<?xml version="1.0" ?><!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v12.dtd">'
    "<nvidia_smi_log><gpu id='0'><mig_devices>None</mig_devices></gpu><gpu id='1'><mig_devices>"
    f"{PART.format(0, 71680, 70656)}{PART.format(1, 18432, 18432)}</mig_devices></gpu>"
    "<gpu id='2'><mig_devices>N/A</mig_devices></gpu></nvidia_smi_log>"
)


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program nvidia-smi that answers what files say."""
    for name, text in (("csv", CSV), ("list", LIST), ("xml", XML)):
        (tmp_path / name).write_text(text)
    program = tmp_path / "nvidia-smi"
    program.write_text(
        f'#!/bin/sh\ncase "$1" in --query*) cat {tmp_path}/csv;; -L) cat {tmp_path}/list;; '
        f"-q) cat {tmp_path}/xml;; esac\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


def test_whole_devices_by_uuid_and_the_parts_of_divided_ones(driver: Path) -> None:
    seen = see_devices({})
    assert [(d.id, d.index) for d in seen.devices] == [
        ("GPU-aaaa1111-0000", "0"),
        ("GPU-cccc3333-0000", "2"),
        ("MIG-dddd4444-0000", "1:0"),
        ("MIG-eeee5555-0000", "1:1"),
    ]
    assert [d.name for d in seen.devices][2:] == ["MIG 3g.71gb", "MIG 1g.18gb"]
    assert seen.devices[2].memory_gb == 70.0
    assert seen.devices[2].free_gb == 69.0
    assert seen.devices[0].memory_gb == pytest.approx(140.4, abs=0.1)
    assert not seen.fake


@pytest.mark.parametrize(
    ("visible", "ids"),
    [
        ("2,0", ["GPU-cccc3333-0000", "GPU-aaaa1111-0000"]),
        ("GPU-aaaa", ["GPU-aaaa1111-0000"]),
        ("MIG-eeee5555-0000", ["MIG-eeee5555-0000"]),
        ("", []),
        ("-1", []),
    ],
)
def test_the_environment_chooses_among_them(driver: Path, visible: str, ids: list[str]) -> None:
    seen = see_devices({VISIBLE: visible})
    assert [device.id for device in seen.devices] == ids
    if not ids:
        assert VISIBLE in seen.reason


@pytest.mark.parametrize("visible", ["1", "7", "GPU-", "GPU-zzzz"])
def test_a_device_that_is_unknown_divided_or_ambiguous_is_refused(
    driver: Path, visible: str
) -> None:
    with pytest.raises(DeviceError, match=rf"{VISIBLE} names '{visible}'.* Take from: 0 \(GPU-a"):
        see_devices({VISIBLE: visible})


def test_no_program_no_driver_and_an_unknown_answer_are_told_apart(
    driver: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (driver / "csv").write_text("one, two\n")
    assert "unknown form" in see_devices({}).reason
    (driver / "nvidia-smi").write_text("#!/bin/sh\necho couldn\\'t communicate; exit 9\n")
    assert see_devices({}).reason == "nvidia-smi failed (9): couldn't communicate"
    monkeypatch.setenv("PATH", "/nowhere")
    assert see_devices({}).reason == "nvidia-smi is not installed"
    assert see_devices({}).devices == ()
    assert [d.id for d in see_devices({VISIBLE: "0,3"}).devices] == ["0", "3"]


def test_memory_that_is_not_told_never_hinders(driver: Path) -> None:
    (driver / "csv").write_text("0, GPU-1, NVIDIA GB10, [N/A], [N/A], [N/A]\n")
    (device,) = see_devices({}).devices
    need = Need(1, memory_gb=1000)
    assert need.fits(device)
    assert need.is_free_on(device)


def test_free_enough_means_the_share_and_the_need() -> None:
    device = Device("0", "x", memory_gb=100, free_gb=85)
    assert Need(1).is_free_on(device)
    assert not Need(1, memory_gb=90).is_free_on(device)
    assert not Need(1, min_free=0.9).is_free_on(device)


@pytest.mark.parametrize("text", ["", "{", '["FAKE-0"]', '[{"name": "x"}]', "5"])
def test_a_fake_list_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "fake.json").write_text(text)
    with pytest.raises(DeviceError, match=rf"{FAKE} names .*fake.json.*Expected JSON"):
        see_devices({FAKE: str(tmp_path / "fake.json")})
