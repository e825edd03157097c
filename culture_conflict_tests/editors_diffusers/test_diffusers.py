"""Tiny checkpoints in the real layout are loaded and edit, in processes that have torch."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from culture_conflict_tests.checkpoints.kit import needs_torch, run_python

pytestmark = [pytest.mark.slow, needs_torch("diffusers", "peft", "accelerate")]

_DRIVER = "culture_conflict_tests.editors_diffusers.driver"
_ALL = ("edits", "several", "once", "masked", "adapters", "batches", "bad_outputs", "sizes")


@pytest.fixture(scope="module")
def found(editors: Path) -> dict[str, Any]:
    """What all of the driver's scenes printed, from one process."""
    return run(editors, *_ALL)


def run(editors: Path, *names: str) -> dict[str, Any]:
    printed = run_python(sys.executable, "-m", _DRIVER, editors, *names)
    made: dict[str, Any] = json.loads(printed.splitlines()[-1])
    return made


def test_each_kind_edits_at_its_working_size_and_gives_back_the_pictures_own(
    found: dict[str, Any],
) -> None:
    for name, edit in found["edits"].items():
        assert edit["size"] == [150, 100], name
        assert (edit["notes"]["worked_width"], edit["notes"]["worked_height"]) == (160, 96)
        assert edit["notes"]["resampling"] == "lanczos"
        assert (edit["seed"], edit["steps"], edit["device"]) == (7, 2, "cpu")
        assert len(edit["revision"]) == 64
        assert set(edit["versions"]) == {"torch", "diffusers", "transformers"}
    assert len({edit["sha"] for edit in found["edits"].values()}) == 3


def test_the_same_request_gives_the_same_bytes_in_another_process(
    found: dict[str, Any], editors: Path
) -> None:
    again = run(editors, "edits")["edits"]
    for name, edit in found["edits"].items():
        assert (again[name]["sha"], again[name]["editor"]) == (edit["sha"], edit["editor"])


def test_another_seed_or_another_picture_beside_it_gives_other_bytes(
    found: dict[str, Any],
) -> None:
    several = found["several"]
    assert several["one"]["sha"] == several["again"]["sha"] == found["edits"]["qwen-plus"]["sha"]
    assert len({several[name]["sha"] for name in ("one", "other_seed", "two")}) == 3
    assert several["two"]["notes"]["pictures_used"] == 2
    assert several["flux_two"]["notes"]["pictures_used"] == 1
    assert several["flux_two"]["sha"] == found["edits"]["flux"]["sha"]


def test_weights_are_loaded_once_and_at_the_first_edit(found: dict[str, Any]) -> None:
    assert found["once"] == {"made": 0, "edited": 1, "again": 1}


def test_outside_a_mask_every_pixel_is_the_originals(found: dict[str, Any]) -> None:
    masked = found["masked"]
    assert masked["outside"] == 0
    assert masked["inside"] > 1000
    assert masked["unblended_outside"] > 1000


def test_adapters_of_both_layouts_work_in_four_steps_and_change_the_picture(
    found: dict[str, Any],
) -> None:
    adapters = found["adapters"]
    for name in ("down_up", "peft"):
        assert (adapters[name]["steps"], adapters[name]["guidance"]) == (4, 1.0)
        assert adapters[name]["notes"]["adapter_layers"] == 16
        where, print_ = adapters[name]["adapter"].split()
        assert (Path(where).name, len(print_)) == ("lora", 64)
        assert "peft" in adapters[name]["versions"]
        assert adapters[name]["sha"] != adapters["none"]["sha"]
    assert adapters["down_up"]["sha"] == adapters["peft"]["sha"]


def test_an_adapter_that_changes_nothing_or_fits_nowhere_or_is_absent_stops(
    found: dict[str, Any],
) -> None:
    adapters = found["adapters"]
    assert "0 weights were loaded and 16 fit nowhere" in adapters["nothing"]
    assert "fit" in adapters["beyond"]
    assert "expected one adapter" in adapters["absent"]
    assert all(adapters[name].startswith("ProviderError") for name in ("nothing", "beyond"))


def test_a_batch_that_memory_does_not_hold_is_halved_until_it_does(found: dict[str, Any]) -> None:
    batches = found["batches"]
    assert [one["notes"]["batch"] for one in batches["together"]] == [3, 3, 3, 2, 2]
    assert batches["sizes"][:4] == [4, 2, 1, 1]
    assert max(batches["sizes"][2:]) == 1
    assert [one["notes"]["batch"] for one in batches["halved"]] == [1] * 5
    assert len({one["sha"] for one in batches["halved"]}) == 5
    assert batches["none"]["reason"] == "out_of_memory"


def test_outputs_that_are_no_numbers_or_black_are_remade_with_the_next_seed(
    found: dict[str, Any],
) -> None:
    bad = found["bad_outputs"]
    assert (bad["nan"]["notes"]["remade"], bad["nan"]["seed"]) == (1, 8)
    assert (bad["black"]["notes"]["remade"], bad["black"]["seed"]) == (2, 9)
    assert bad["always"]["reason"] == "not_finite"


def test_flux_works_at_the_size_that_is_asked_for(found: dict[str, Any]) -> None:
    assert found["sizes"]["shape"] == [1, 224, 96, 3]
    assert found["sizes"]["tall"]["size"] == [33, 211]
