"""Edits by an API: what is sent, what comes back, what it costs, and that it is paid for once."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from culture_conflict.editors.protocol import BatchEditor, Edited
from culture_conflict.errors import EditError, ProviderError
from culture_conflict_tests.editors_api.kit import azure, coded, gemini, gpt, request, scene
from culture_conflict_tests.models.api.kit import CANARY, KEY_ENV, Server

pytestmark = [
    pytest.mark.slow,  # litellm takes seconds to import
    pytest.mark.filterwarnings("ignore:Items? .* on TypedDict"),
]
ECHO = {"echo": True}
CUT_SHORT = coded(Image.effect_noise((90, 60), 90))[:2000]


def lines(root: Path) -> list[dict[str, Any]]:
    files = sorted(root.glob("ledger/edits/painter/*/*.jsonl"))
    return [
        json.loads(line)
        for file in files
        for line in file.read_bytes().splitlines()
        if line.strip()
    ]


def test_gemini_gets_the_papers_settings_and_the_picture_keeps_its_framing(
    server: Server, tmp_path: Path
) -> None:
    server.script(ECHO)
    editor = gemini(server, tmp_path)
    assert isinstance(editor, BatchEditor)
    made = editor.edit(request())
    (seen,) = server.seen()
    config = seen["settings"]["generationConfig"]
    assert (config["temperature"], config["max_output_tokens"]) == (0.0, 648)
    assert config["imageConfig"] == {"aspectRatio": "1:1"}
    assert seen["key_sha256"] == hashlib.sha256(CANARY.encode()).hexdigest()
    assert seen["prompt"] == "Put a flag behind the dish."
    assert made.picture.size == (90, 60)
    assert np.abs(np.asarray(made.picture, int) - np.asarray(scene(), int)).max() <= 2
    assert (made.record.notes["sent_width"], made.record.notes["sent_height"]) == (90, 90)
    assert made.record.notes["cost_usd"] == pytest.approx((1000 * 1 + 1300 * 10) / 1e6)
    assert made.record.checkpoint == "gemini-2.5-flash-image"
    assert made.record.revision == "edits-served"


def test_gpt_image_gets_a_form_with_every_picture(server: Server, tmp_path: Path) -> None:
    server.script(ECHO)
    two = request(pictures=(scene(), scene(5, (40, 40))))
    made = gpt(server, tmp_path, size="1024x1024", quality="high").edit(two)
    (seen,) = server.seen()
    assert seen["path"] == "/v1/images/edits"
    sent = {name: seen["settings"].get(name) for name in ("model", "size", "quality", "prompt")}
    assert sent == {
        "model": "gpt-image-1",
        "size": "1024x1024",
        "quality": "high",
        "prompt": "Put a flag behind the dish.",
    }
    assert seen["files"] == 2
    assert seen["key_sha256"] == hashlib.sha256(CANARY.encode()).hexdigest()
    assert made.picture.size == (90, 60)
    assert made.record.notes["cost_usd"] == pytest.approx((1000 * 1 + 1300 * 10) / 1e6)


def test_azure_gets_the_form_at_its_deployment_with_its_own_header(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZURE_API_VERSION", "2020-01-01")
    server.script(ECHO)
    two = request(pictures=(scene(), scene(5, (40, 40))))
    made = azure(server, tmp_path, size="1024x1024", quality="high").edit(two)
    (seen,) = server.seen()
    path = "/openai/deployments/gpt-image-1/images/edits?api-version=2025-04-01-preview"
    assert seen["path"] == path
    sent = {name: seen["settings"].get(name) for name in ("model", "size", "quality", "prompt")}
    words = "Put a flag behind the dish."
    assert sent == {"model": None, "size": "1024x1024", "quality": "high", "prompt": words}
    assert seen["files"] == 2
    assert seen["key_sha256"] == hashlib.sha256(CANARY.encode()).hexdigest()
    assert made.picture.size == (90, 60)
    assert made.record.notes["cost_usd"] == pytest.approx((1000 * 1 + 1300 * 10) / 1e6)
    azure(server, tmp_path, size="1024x1024", quality="high").edit(two)
    assert len(server.seen()) == 1


def test_nothing_is_paid_for_twice(server: Server, tmp_path: Path) -> None:
    server.script(ECHO)
    first = list(gpt(server, tmp_path).edit_many(request(number) for number in range(5)))
    again = list(gpt(server, tmp_path).edit_many(request(number) for number in range(6)))
    assert len(server.seen()) == 6
    pictures = [one.picture.tobytes() for one in first if isinstance(one, Edited)]
    assert [one.picture.tobytes() for one in again[:5] if isinstance(one, Edited)] == pictures
    assert len(set(pictures)) == 5
    assert len(list(gpt(server, tmp_path).edit_many([request(seed=1)]))) == 1
    assert len(server.seen()) == 7
    # Another setting is another edit.
    gpt(server, tmp_path, quality="low").edit(request())
    assert len(server.seen()) == 8


def test_an_output_that_was_lost_is_paid_for_once_more_and_then_kept(
    server: Server, tmp_path: Path
) -> None:
    colours = ("red", "blue", "green")
    server.script(*({"picture": coded(Image.new("RGB", (90, 60), one))} for one in colours))
    made = []
    for _ in range(3):
        made.append(gpt(server, tmp_path).edit(request()).picture.getpixel((0, 0)))
        if len(made) == 1:
            outputs = (tmp_path / "ledger" / "edits" / "painter" / "outputs").rglob("*")
            for file in [path for path in outputs if path.is_file()]:
                file.unlink()
    assert len(server.seen()) == 2
    assert made == [(255, 0, 0), (0, 0, 255), (0, 0, 255)]


@pytest.mark.parametrize(
    ("step", "reason", "asked"),
    [
        ({"text": "I can't help with that."}, "refused", 1),
        ({"text": None, "finish": "IMAGE_SAFETY"}, "filtered", 1),
        ({"text": None, "finish": "SAFETY"}, "filtered", 1),
        ({"text": None, "finish": "MAX_TOKENS"}, "truncated", 1),
        ({"text": None}, "empty", 4),
        ({"picture": base64.b64encode(b"no picture").decode()}, "unreadable", 2),
        ({"picture": CUT_SHORT}, "unreadable", 2),
    ],
)
@pytest.mark.usefixtures("quick")
def test_of_gemini_what_is_no_picture_has_its_state(
    server: Server, tmp_path: Path, step: dict[str, Any], reason: str, asked: int
) -> None:
    server.script(step)
    for _ in range(2):
        with pytest.raises(EditError) as refused:
            gemini(server, tmp_path).edit(request())
        assert refused.value.reason == reason
    # What may go better is asked again by the next run, and only that.
    assert len(server.seen()) == asked


@pytest.mark.usefixtures("quick")
def test_a_filter_and_a_fault_stop_one_edit_and_not_the_rest(
    server: Server, tmp_path: Path
) -> None:
    blocked = {"error": {"message": "blocked", "code": "content_policy_violation"}}
    server.script({"status": 500}, ECHO)
    good, *_ = gpt(server, tmp_path).edit_many([request(0)])
    assert isinstance(good, Edited)
    server.script({"status": 400, "body": blocked})
    (bad,) = gpt(server, tmp_path).edit_many([request(1)])
    assert isinstance(bad, EditError)
    assert bad.reason == "filtered"
    server.script({"status": 400, "body": {"error": {"message": f"bad size {CANARY}"}}})
    (wrong,) = gpt(server, tmp_path).edit_many([request(2)])
    assert isinstance(wrong, EditError)
    assert wrong.reason == "error"
    assert "bad size" in str(wrong)
    assert [one["error"] is None for one in lines(tmp_path)].count(False) == 1
    server.script(ECHO)
    assert isinstance(next(gpt(server, tmp_path).edit_many([request(2)])), Edited)


def test_the_key_is_kept_nowhere(server: Server, tmp_path: Path) -> None:
    refused = {"status": 401, "body": {"error": {"message": f"Wrong key {CANARY}"}}}
    server.script(ECHO)
    gemini(server, tmp_path).edit(request())
    server.script(refused)
    with pytest.raises(ProviderError, match=r"^Editor `painter`: .*rejects the key") as told:
        gpt(server, tmp_path).edit(request(1))
    assert CANARY not in str(told.value)
    server.script({"text": f"I can't: your key is {CANARY}."})
    with pytest.raises(EditError, match=r"refused: I can't: your key is \[key\]"):
        gemini(server, tmp_path).edit(request(2))
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 3
    assert not [path for path in files if CANARY.encode() in path.read_bytes()]


def test_a_limit_of_spending_stops_before_anything_is_sent(server: Server, tmp_path: Path) -> None:
    server.script(ECHO)
    editor = gpt(server, tmp_path, max_cost_usd=0.03)
    made = editor.edit_many(request(number) for number in range(20))
    with pytest.raises(ProviderError, match="max_cost_usd"):
        list(made)
    assert len(server.seen()) <= 2


def test_without_a_key_the_variable_is_named(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY_ENV)
    with pytest.raises(ProviderError, match=KEY_ENV):
        gpt(server, tmp_path).edit(request())
    assert server.seen() == []


def test_a_mask_keeps_what_lies_outside_and_the_output_is_kept_whole(
    server: Server, tmp_path: Path
) -> None:
    server.script({"picture": coded(Image.new("RGB", (90, 60), "red"))})
    mask = Image.new("L", (90, 60), 0)
    mask.paste(255, (30, 10, 80, 50))
    made = gpt(server, tmp_path).edit(request(mask=mask))
    outside = np.asarray(mask) == 0
    assert (np.asarray(made.picture)[outside] == np.asarray(scene())[outside]).all()
    assert made.picture.getpixel((55, 30)) == (255, 0, 0)
    assert made.unblended is not None
    assert made.unblended.getpixel((2, 2)) == (255, 0, 0)


def test_an_output_of_another_shape_is_given_as_it_is(server: Server, tmp_path: Path) -> None:
    server.script({"picture": coded(Image.new("RGB", (60, 90), "red"))})
    assert gpt(server, tmp_path).edit(request()).picture.size == (60, 90)


def test_at_most_as_many_at_once_as_the_row_allows(server: Server, tmp_path: Path) -> None:
    server.script(ECHO | {"delay": 0.05})
    editor = gpt(server, tmp_path, in_flight=2)
    assert len(list(editor.edit_many(request(number) for number in range(6)))) == 6
    assert server.most_at_once() == 2
