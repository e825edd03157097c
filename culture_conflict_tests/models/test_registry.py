"""The registry says what it wants, where it looked, and how to mend it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from culture_conflict.errors import RegistryError
from culture_conflict.models.providers import Galleries, Gallery, Texts, make_provider
from culture_conflict.models.registry import load_registry, models_table
from culture_conflict.models.settings import API_PROVIDERS, PROVIDERS, ModelSetting, is_slug, slug
from culture_conflict.tables.models import MODELS

ROW = "- key: mine\n  provider: reference-prior\n  name: Mine\n  kind: reference\n  revision: '1'\n"
API = (
    "models:\n- key: mine\n  provider: openai-compatible\n  name: Mine\n  revision: '1'\n"
    "  model: m\n"
)
PACKAGED = [
    *("reference-prior", "reference-nearest-image", "reference-flag-reader"),
    "reference-text-reader",
    "reference-background-reader",
]
QWEN = "Qwen/Qwen3-VL-30B-A3B-Instruct"


def load(tmp_path: Path, text: str | bytes) -> list[ModelSetting]:
    path = tmp_path / "models.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(load_registry(path))


@pytest.mark.parametrize("text", [None, "", "# nothing yet\n", "models:\n", "models: []\n", "{}"])
def test_without_rows_of_the_user_there_are_the_reference_models(
    tmp_path: Path, text: str | None
) -> None:
    rows = list(load_registry(tmp_path / "models.yaml")) if text is None else load(tmp_path, text)
    assert [row.key for row in rows if row.enabled] == PACKAGED
    assert all(row.kind == "reference" and not row.nightly for row in rows if row.enabled)
    assert [row.key for row in load_registry(None).enabled()] == PACKAGED


def test_rows_add_and_override(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    path.write_text("models:\n" + ROW + "- {key: reference-prior, enabled: false, nightly: yes}\n")
    registry = load_registry(path)
    assert [row.key for row in registry.enabled()] == [*PACKAGED[1:], "mine"]
    off = registry.get("reference-prior")
    assert (off.enabled, off.nightly, off.provider) == (False, True, "reference-prior")
    table = MODELS.validate(models_table(registry))
    assert table["model"].to_list() == [*PACKAGED[1:], "mine"]
    assert len(registry) == len(load_registry(None)) + 1
    assert "mine" in registry


def test_numbers_and_dates_keep_what_was_written(tmp_path: Path) -> None:
    text = ROW + "  parameters: {a: 1e-3, b: 2, c: 0.5, d: x, e: yes, f: null, g: 2025-01-31}\n"
    row = load(tmp_path, "models:\n" + text)[-1]
    expected = {"a": 0.001, "b": 2, "c": 0.5, "d": "x", "e": True, "f": None, "g": "2025-01-31"}
    assert row.parameters == expected
    assert type(row.parameters["b"]) is int
    dated = load(tmp_path, "models:\n" + ROW.replace("'1'", "2025-01-31"))[-1]
    assert dated.revision == "2025-01-31"


def _key(key: str) -> str:
    return "models:\n" + ROW.replace("mine", key, 1)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("models: [\n", 2, "this is no YAML"),
        ("models:\n- key: a\n\tb: c\n", 3, "this is no YAML"),
        (b"models:\n- key: \xff\xfe\n", None, "this is no YAML"),
        ("models:\n" + ROW + "  enabled: 0x_\n", 7, "this is no YAML: a value can't be read"),
        ("models:\n" + ROW + "  gpus: !!int 'x'\n", 7, "this is no YAML: a value can't be read"),
        ("models:\n" + ROW + "  gpus: !!int ''\n", 7, "this is no YAML: a value can't be read"),
        ("models:\n" + ROW + "  nightly: !!bool sk-1\n", 7, "a value can't be read"),
        ("models:\n" + ROW + "  model: !!timestamp sk-1\n", 7, "a value can't be read"),
        ("models: " + "[" * 3000, None, "it is nested too deeply"),
        ("models: []\nmodels: []\n", 2, "`models` stands twice"),
        ("models:\n" + ROW + "  name: Again\n", 7, "`name` stands twice"),
        ("models:\n" + ROW + "  parameters: {a: 1, a: 2}\n", 7, "`a` stands twice"),
        ("modles:\n" + ROW, None, "did you mean `models`?"),
        ("models:\n" + ROW + "extra: 1\n", None, "nothing else"),
        ("models: {mine: {}}\n", None, "expected one list under `models:`"),
        ("- key: mine\n", None, "expected one list under `models:`"),
        ("models:\n- mine\n", 2, "expected a row of fields"),
        ("models:\n-\n", 2, "expected a row of fields"),
        ("models:\n" + ROW + ROW, 7, "`key` stands in line 2 already"),
        ("models:\n- name: x\n", 2, "got no key"),
        (_key("5"), 2, "`key`: expected a text such as `gpt-5-high`, got 5. Write it in quotes."),
        (_key("no"), 2, "got False"),
        (_key(QWEN), 2, f"Write `key: {slug(QWEN)}`"),
        (_key("gpt-5|high"), 2, "Write `key: gpt-5-high-"),
        (_key("GPT-5"), 2, "Write `key: gpt-5-"),
        (_key("..") + "", 2, "beginning with a letter or digit"),
        (_key("a" * 101), 2, "at most 100"),
        ("models:\n" + ROW + "  enabeld: true\n", 7, "did you mean `enabled`?"),
        ("models:\n" + ROW + "  on: true\n", 2, "field True is unknown"),
        ("models:\n" + ROW + "  enabled: 'true'\n", 7, "expected true or false, got 'true'"),
        ("models:\n" + ROW.replace("'1'", "1"), 6, "in quotes where it looks like a number"),
        ("models:\n" + ROW.replace("'1'", "''"), 6, "`revision`: expected a text"),
        ("models:\n" + ROW.replace("  name: Mine\n", ""), 2, "`name` is missing"),
        ("models:\n" + ROW.replace("-prior", "-priro"), 3, "did you mean `reference-prior`?"),
        ("models:\n" + ROW.replace("reference-prior", "opnai"), 3, "Known providers: anthropic"),
        ("models:\n" + ROW.replace("kind: reference", "kind: vlm"), 5, "Write `kind: reference`."),
        ("models:\n" + ROW.replace("kind: reference", "kind: llm"), 5, "expected vlm or reference"),
        ("models:\n" + ROW + "  parameters: [1]\n", 7, "`parameters`: expected"),
        ("models:\n" + ROW + "  parameters: {a: {b: 1}}\n", 7, "`parameters.a`"),
        ("models:\n" + ROW + "  parameters: {a: .nan}\n", 7, "finite number"),
        (API + "  base_url: http://host/v1\n", 7, "must be https"),
        (API + "  base_url: https://me:sk-1@host/v1\n", 7, "carries a name, password"),
        (API + "  base_url: https://h/v1\n  key_env: sk-1\n", 8, "never the key itself"),
        (API, 2, "`base_url` is missing"),
        (API.replace("model: m", "nightly: no"), 2, "`model` is missing"),
        (API + "  limits: {in_flight: 0}\n", 7, "`limits.in_flight`"),
        (API + "  limits: {rpm: 1}\n", 7, "`limits.rpm`: expected requests_per_minute"),
        (API + "  price: {input: 1}\n", 7, "US dollars per million tokens"),
        (API + "  price: {input: -1, output: 1}\n", 7, "US dollars per million tokens"),
        (API + "  structured: jsn\n", 7, "json_schema, prompt or plain"),
        (API + "  max_cost_usd: .inf\n", 7, "US dollars"),
        ("models:\n" + ROW + "  parameters: {api_key: sk-1}\n", 7, "come from the environment"),
    ],
)
def test_a_bad_file_is_named_with_line_and_remedy(
    tmp_path: Path, text: str | bytes, line: int | None, said: str
) -> None:
    with pytest.raises(RegistryError) as caught:
        load(tmp_path, text)
    message = str(caught.value)
    where = f"{tmp_path / 'models.yaml'}" + (f", line {line}" if line else "")
    assert message.startswith((f"{where}:", f"{where}, model `mine`:"))
    assert said in message
    assert "sk-1" not in message
    assert "pydantic" not in message


def test_a_row_that_has_a_key_is_named(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="line 7, model `mine`: field `nam` is unknown"):
        load(tmp_path, "models:\n" + ROW + "  nam: x\n")


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "models.yaml").mkdir()
    with pytest.raises(RegistryError, match=r"models.yaml can't be read \(Is a directory\)"):
        load_registry(tmp_path / "models.yaml")


def test_an_unknown_model_is_answered_with_the_known_ones() -> None:
    with pytest.raises(RegistryError) as caught:
        load_registry(None).get("reference-priro")
    for said in ("did you mean `reference-prior`?", *PACKAGED, "models.yaml"):
        assert said in str(caught.value)


def test_max_tokens_is_no_credential(tmp_path: Path) -> None:
    text = "models:\n" + ROW + "  parameters: {max_tokens: 5, tokenizer: x, key_frames: 2}\n"
    assert load(tmp_path, text)[-1].parameters["max_tokens"] == 5


def test_proposed_keys_are_usable_readable_and_distinct(tmp_path: Path) -> None:
    lookalikes = [QWEN, QWEN.replace("/", "_"), QWEN.replace("/", "--"), QWEN.lower(), "qwen"]
    proposed = [slug(name) for name in lookalikes]
    assert len(set(proposed)) == len(lookalikes)
    assert proposed[0].startswith("qwen-qwen3-vl-30b-a3b-instruct-")
    assert proposed[-1] == "qwen"
    row = ROW.replace("mine", slug(QWEN)).replace("Mine", QWEN)
    assert load(tmp_path, "models:\n" + row)[-1].name == QWEN


@given(st.lists(st.text(), unique=True, max_size=8))
def test_every_text_has_a_key_of_its_own(texts: list[str]) -> None:
    proposed = [slug(text) for text in texts]
    assert all(is_slug(each) for each in proposed)
    assert len(set(proposed)) == len(texts)
    assert [slug(each) for each in proposed] == proposed


def _galleries(*, flags: Gallery | None = None, training: Gallery | None = None) -> Galleries:
    return Galleries(
        flags=lambda: flags or pytest.fail("the flags were loaded"),
        training=lambda: training or pytest.fail("the training pictures were loaded"),
        texts=lambda: Texts("nobody", lambda _: []),
    )


def test_every_known_provider_can_be_made_and_none_else() -> None:
    empty = Gallery("nothing", list)
    for row in load_registry(None):
        if row.is_api:
            continue
        provider = make_provider(row, _galleries(flags=empty, training=empty))
        assert provider.calls == 0
        json.dumps(dict(provider.parameters))
    assert set(PROVIDERS) - {"replay", "transformers", *API_PROVIDERS} == {
        row.provider for row in load_registry(None).enabled()
    }
    prior = load_registry(None).get("reference-prior")
    make_provider(prior, _galleries())
    with pytest.raises(RegistryError, match=r"Known providers: reference-background-reader, "):
        make_provider(prior.model_copy(update={"provider": "openai"}), _galleries())
    with pytest.raises(RegistryError, match="take no parameters, got temperature"):
        make_provider(prior.model_copy(update={"parameters": {"temperature": 0}}), _galleries())


def test_a_model_that_is_switched_off_is_not_asked(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    path.write_text("models:\n  - {key: reference-prior, enabled: false}\n")
    registry = load_registry(path)
    with pytest.raises(RegistryError, match="Set `enabled: true`"):
        registry.require_enabled("reference-prior")
    assert registry.require_enabled("reference-flag-reader").enabled
