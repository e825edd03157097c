"""What a row of kind `api` may say, and what is made of what was paid for; nothing is asked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from culture_conflict.editors.api.bordering import border
from culture_conflict.editors.api.editor import api_editor
from culture_conflict.editors.api.options import read_options
from culture_conflict.editors.api.paid import state_of
from culture_conflict.editors.api.spending import EditBudget
from culture_conflict.editors.catalog import make_editor
from culture_conflict.editors.registry import EditorRow, load_editors
from culture_conflict.errors import ProviderError, RegistryError
from culture_conflict.models.api.account import Account
from culture_conflict.models.api.prices import price_of
from culture_conflict.models.api.routes import api_key
from culture_conflict_tests.editors_api.kit import row, scene

GEMINI = {"provider": "gemini", "model": "gemini-2.5-flash-image"}


def test_gemini_is_asked_as_in_the_paper_unless_the_row_says_otherwise() -> None:
    paper = read_options(row(**GEMINI))
    assert paper.parameters == {"temperature": 0.0, "aspect_ratio": "1:1", "max_tokens": 648}
    assert paper.shape == (1, 1)
    own = read_options(row(**GEMINI, aspect_ratio=None, max_tokens=2000))
    assert own.parameters == {"temperature": 0.0, "max_tokens": 2000}
    assert own.shape is None


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"provider": "midjourney"}, "Known: gemini, openai"),
        ({"provider": "openai"}, "`model` is missing"),
        ({**GEMINI, "quality": "high"}, "`quality` is unknown to gemini"),
        ({"provider": "openai", "model": "gpt-image-1", "temperature": 0}, "`temperature` is unkn"),
        ({**GEMINI, "aspect_ratio": "square"}, "Write width:height"),
        ({**GEMINI, "aspect_ratio": "0:1"}, "side of 0"),
        ({**GEMINI, "base_url": "http://example.org"}, "must be https"),
        ({**GEMINI, "in_flight": 0}, "`limits.in_flight`"),
        ({**GEMINI, "key_env": "sk-12345"}, "`key_env`"),
        ({**GEMINI, "price_input": -1}, "price"),
        ({**GEMINI, "price_output": None}, "`price.*output`"),
        ({**GEMINI, "api_version": "v1"}, "`api_version` is unknown to gemini"),
    ],
)
def test_a_row_that_can_not_be_used_is_told(given: dict[str, str | int], told: str) -> None:
    with pytest.raises(RegistryError, match=f"Editor `painter`.*{told}"):
        read_options(row(**given))


def test_a_price_that_nobody_knows_is_refused_and_the_words_to_write_are_told(
    tmp_path: Path,
) -> None:
    def budget(**given: str) -> EditBudget:
        unpriced = {"price_input": None, "price_output": None, "model": "new-image"}
        setting = read_options(row(provider="openai", **unpriced | given)).setting
        return EditBudget(setting, price_of(setting), Account(tmp_path, setting.limits))

    told = r"Add `price_input: ...` and `price_output: ...` to its row of editors.yaml .*`price: un"
    with pytest.raises(ProviderError, match=told):
        budget().require(1, "words")
    assert "price unknown" in budget(price="unknown").require(1, "words")
    assert "about $0.08" in budget(model="gpt-image-1").require(1, "words")


@pytest.mark.parametrize(
    "given",
    [
        {"model": "gpt-image-2"},
        {"base_url": "https://other.example/v1"},
        {"provider": "openai-compatible", "base_url": "https://other.example/v1"},
        {"quality": "high"},
        {"size": "1536x1024"},
        {"input_fidelity": "high"},
    ],
)
def test_a_row_that_makes_other_pictures_is_another_version(
    tmp_path: Path, given: dict[str, str]
) -> None:
    gpt = {"provider": "openai", "model": "gpt-image-1"}
    first = api_editor(row(**gpt), tmp_path).version
    assert first.startswith("painter/")
    assert api_editor(row(**gpt | given), tmp_path).version != first
    paid = {"in_flight": 9, "max_cost_usd": 3, "price_input": 7, "account": "mine"}
    assert api_editor(row(**gpt | paid, key_env="OTHER_KEY"), tmp_path).version == first


def test_limits_and_keys_of_an_editor_are_told_as_those_of_an_editor(tmp_path: Path) -> None:
    def budget(**given: float) -> EditBudget:
        setting = read_options(row(provider="openai", model="gpt-image-1", **given)).setting
        return EditBudget(setting, price_of(setting), Account(tmp_path, setting.limits))

    told = "Editor `painter`: .* Raise `max_cost_usd` in its row of editors.yaml"
    with pytest.raises(ProviderError, match=told):
        budget(max_cost_usd=0.001).require(1, "words")
    with pytest.raises(ProviderError, match=told), budget(max_cost_usd=0.001).one("words"):
        pass
    with pytest.raises(ProviderError, match="Editor `painter`: the environment variable NONE"):
        api_key(read_options(row(**GEMINI, key_env="NONE")).setting, {})


def test_azure_is_asked_by_a_version_that_knows_edits() -> None:
    azure = {"provider": "azure", "model": "gpt-image-1", "base_url": "https://mine.example"}
    asked = read_options(row(**azure, size=None)).parameters
    assert asked == {"api_version": "2025-04-01-preview"}
    own = read_options(row(**azure, size=None, api_version="v1"))
    assert own.parameters == {"api_version": "v1"}


@pytest.mark.parametrize("provider", ["openai", "azure"])
def test_gpt_image_is_asked_for_a_shape_unless_the_row_leaves_it_to_the_provider(
    provider: str,
) -> None:
    given = {"provider": provider, "model": "gpt-image-1", "base_url": "https://mine.example"}
    assert read_options(row(**given)).shape == (1024, 1024)
    assert read_options(row(**given, size="1536x1024")).shape == (1536, 1024)
    assert read_options(row(**given, size=None)).shape is None
    theirs = given | {"provider": "openai-compatible"}
    assert read_options(row(**theirs)).parameters == {}


def test_a_key_in_a_row_is_not_repeated_in_the_message() -> None:
    with pytest.raises(RegistryError) as refused:
        read_options(row(**GEMINI, key_env="sk-secret-12345"))
    assert "secret" not in str(refused.value)


def test_editors_yaml_names_api_editors(tmp_path: Path) -> None:
    file = tmp_path / "editors.yaml"
    file.write_text("editors: [{key: nano, kind: api, provider: gemini, model: m}]\n")
    editor = make_editor("nano", load_editors(file), root=tmp_path)
    assert editor.key == "nano"
    other = make_editor("nano", [EditorRow("nano", "api", True, {**GEMINI})], root=tmp_path)
    assert editor.version != other.version
    with pytest.raises(RegistryError, match="needs a home"):
        make_editor("nano", load_editors(file))


@pytest.mark.parametrize("shape", [None, (1, 1), (16, 9), (1, 3)])
@pytest.mark.parametrize("size", [(90, 60), (61, 97)])
def test_a_border_is_undone_to_the_pixel(
    size: tuple[int, int], shape: tuple[int, int] | None
) -> None:
    picture = scene(7, size)
    sent = border(picture, shape)
    if shape:
        assert sent.picture.width / sent.picture.height == pytest.approx(
            shape[0] / shape[1], rel=0.03
        )
    assert np.array_equal(np.asarray(sent.undone(sent.picture)), np.asarray(picture))
    large = sent.picture.resize((sent.picture.width * 3, sent.picture.height * 3), Image.NEAREST)
    assert sent.undone(large).size == size


@pytest.mark.parametrize(
    ("shape", "output"),
    [
        *(((4, 3), (1184, 864)), ((3, 4), (864, 1184)), ((5, 4), (1152, 896))),
        *(((4, 5), (896, 1152)), ((21, 9), (1536, 672)), ((16, 9), (1344, 768))),
    ],
)
def test_a_shape_as_gemini_rounds_it_is_the_one_asked_for(
    shape: tuple[int, int], output: tuple[int, int]
) -> None:
    sent = border(scene(7, (400, 250)), shape)
    assert sent.undone(sent.picture.resize(output)).size == (400, 250)
    other = sent.picture.resize((1248, 832) if shape != (3, 2) else (1024, 1024))
    assert sent.undone(other).size == other.size


@pytest.mark.parametrize(
    ("given", "state"),
    [
        (("ab" * 32, "stop", None), "ok"),
        (("ab" * 32, "SAFETY", None), "ok"),
        ((None, "stop", "No."), "refused"),
        ((None, "refusal", None), "refused"),
        ((None, "IMAGE_SAFETY", "No."), "filtered"),
        ((None, "IMAGE_PROHIBITED_CONTENT", None), "filtered"),
        ((None, "length", ""), "truncated"),
        ((None, "NO_IMAGE", " "), "empty"),
        ((None, None, None), "empty"),
    ],
)
def test_why_there_is_no_picture(given: tuple[str | None, ...], state: str) -> None:
    text, finish, words = given
    assert state_of(text=text, finish=finish, words=words) == state
