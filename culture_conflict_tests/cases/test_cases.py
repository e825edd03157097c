"""The case runner compares as it says, and the field cases of closed components pass."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from culture_conflict_tests.cases.__main__ import main, run_case
from culture_conflict_tests.cases.compare import compare

FIELD_CASES = Path(__file__).parents[2].parent / "shared" / "cases" / "cases.jsonl"
CLOSED = {
    "country_normalizer",
    "pairing",
    "geo_distance",
    "image_stack",
    "flag_assets",
    "image_io",
    "answer_parser",
    "coord_parser",
    "name_matcher",
    "tables",
    "config",
    "eval_resume",
    "storage",
    "dagster_runs",
    "asset_download",
    "dagster_partitions",
    "dagster_io",
    "human_review",
    "dagster_schedules",
    "replacement_text",
    "geocoder",
    "ocr_screen",
    "eval_client",
    "vllm_backend",
    "image_edit",
    "metrics",
    "metrics_sql",
    "dbt_models",
    "dagster_dbt",
    "packaging",
}
# They start runs, build warehouses, or need a scripted server and litellm.
SLOW = {
    "dagster_runs",
    "dagster_partitions",
    "dagster_io",
    "eval_client",
    "vllm_backend",
    "metrics_sql",
    "dbt_models",
    "dagster_dbt",
}


@pytest.mark.parametrize(
    ("got", "expected", "passes"),
    [
        ({"km": 1.04}, {"km": 1.0, "tol_km": 0.05}, True),
        ({"km": 1.06}, {"km": 1.0, "tol_km": 0.05}, False),
        ({"size": (3, 4)}, {"size": [3, 4]}, True),
        ({"ok": 1}, {"ok": True}, True),
        ({"ok": None}, {"ok": False}, False),
        ({"n_max": 3}, {"n_max": 2}, False),
        ({"cue_size_one_of": (32, 40)}, {"cue_size_one_of": [[32, 40], [33, 40]]}, True),
        ({"failed_within_min": 1}, {"failed_within_min": 10}, True),
        ({"failed_within_min": 11}, {"failed_within_min": 10}, False),
        ({"not": 80}, {"not": 511100}, True),
        ({"not": 80}, {"not": 80}, False),
        ({"distinct_from": lambda other: other != "a"}, {"distinct_from": ["b", "c"]}, True),
        ({"distinct_from": lambda other: other != "a"}, {"distinct_from": ["b", "a"]}, False),
        ({"lon_between": -100}, {"lon_between": [-125, -66]}, True),
        ({"a": "x", "also_ok": "y"}, {"a": "z", "also_ok": "y"}, True),
        ({"a": "x", "also_ok": "n"}, {"a": "z", "also_ok": "y"}, False),
        ({}, {"unknown": 1}, False),
        ({}, {}, False),
        ({"km": "far"}, {"km": 1.0}, False),
        ({"a": "x"}, {"a": "z", "also_ok": "y"}, False),
    ],
)
def test_comparison(got: dict[str, object], expected: dict[str, object], passes: bool) -> None:
    adapter = {key: (lambda _, value=value: value) for key, value in got.items()}
    assert (compare(adapter, None, expected) == []) is passes


def test_what_a_case_provokes_is_its_failure() -> None:
    failures = compare({"a": lambda given: given["x"]}, ["no mapping"], {"a": 1})
    assert failures == ["a: TypeError: list indices must be integers or slices, not str"]


def test_a_missing_file_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nowhere.jsonl"]) == 2
    assert "usage" in capsys.readouterr().err


def test_a_failing_file_exits_with_1_and_a_component_without_adapter_is_pending(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {
        "id": "A",
        "component": "country_normalizer",
        "input": "Japan",
        "expected": {"iso3": "PER"},
    }
    later = {"id": "B", "component": "nobody_has_it", "input": 1, "expected": {"x": 1}}
    path = tmp_path / "c.jsonl"
    path.write_text("\n".join(json.dumps(case) for case in (wrong, later)))
    assert main([str(path)]) == 1
    shown = capsys.readouterr().out
    assert "got 'JPN', expected 'PER'" in shown
    assert "0 passed, 1 failed, 1 pending" in shown


@pytest.mark.skipif(not FIELD_CASES.exists(), reason="the field cases lie outside the project")
@pytest.mark.parametrize(
    "component",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else [])
        for name in sorted(CLOSED)
    ],
)
def test_field_cases_pass(component: str) -> None:
    cases = [json.loads(line) for line in FIELD_CASES.read_text("utf-8").splitlines()]
    mine = [case for case in cases if case["component"] == component]
    outcomes = {case["id"]: run_case(case, FIELD_CASES.parent) for case in mine}
    assert mine
    assert outcomes == {case["id"]: ("pass", "") for case in mine}


def test_adapters_stay_small() -> None:
    adapters = (Path(__file__).parent / "adapters").glob("*.py")
    long = {
        path.name: len(body)
        for path in adapters
        if path.name != "__init__.py"
        and len(body := path.read_text("utf-8").partition("def adapter")[2].splitlines()) > 15
    }
    assert long == {}
