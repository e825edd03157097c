"""What models really write round an answer: other languages, tables, corrections, denials."""
# ruff: noqa: RUF001 - answers in other scripts look like Latin ones here and there

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from culture_conflict.benchmarks.confused_tourist.claims import claimed_countries
from culture_conflict.benchmarks.confused_tourist.labels import label_kind
from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.benchmarks.confused_tourist.unwilling import unwilling
from culture_conflict.models.protocol import Answer
from culture_conflict.places.countries import countries
from culture_conflict.tables._columns import STATES


def seen(text: str, finish_reason: str | None = None) -> tuple[str | None, ...]:
    parsed = parse(Answer(text=text, finish_reason=finish_reason))
    return parsed.state, parsed.fields["item"], parsed.fields["country"]


@pytest.mark.parametrize(
    "text",
    [
        "| Name | Country |\n|---|---|\n| Adobo | Philippines |",
        "| Field | Value |\n|---|---|\n| Name | Adobo |\n| Country of origin | Philippines |",
        "|Name|Adobo|\n|:--|:--|\n|Country|Philippines|",
        "Here you are:\n\n| Country | Original name |\n|:-:|:-:|\n| Philippines | **Adobo** |",
        "### Name\nAdobo\n### Country\nPhilippines",
        "**Name**\nAdobo\n\n**Country**\nPhilippines",
        "name=Adobo; country=Philippines",
        "Original Name \u2013 Adobo\nCountry \u2013 Philippines",
        "<name>Adobo</name><country>Philippines</country>",
        "<answer>Adobo, Philippines</answer>",
        "<|begin_of_box|>Adobo, Philippines<|end_of_box|>",
        "\\boxed{Adobo, Philippines}",
        "\\boxed{\\text{Adobo / Philippines}}",
        '["Adobo", "Philippines"]',
        '{"answer": "Adobo, Philippines"}',
        '{"item": {"name": "Adobo"}, "country": "Philippines"}',
        '{"item": {"name": "Adobo", "country": "Philippines"}}',
        '{"name": "Adobo", "origin": {"country": "Philippines"}}',
        '{"name": "Adobo", // local\n "country": "Philippines"}',
        '{"Name": "Adobo", "Country": "PH"}',
        "\u25c1think\u25b7Brazil\u25c1/think\u25b7Adobo, Philippines",
        "<seed:think>Brazil</seed:think>Adobo, Philippines",
        "<|channel|>analysis<|message|>Brazil<|end|><|channel|>final<|message|>Adobo, Philippines",
        "Reasoning: The flag is of Brazil.\nAnswer: Adobo, Philippines",
        "**Reasoning:** Country shown: Brazil\n**Final answer:** Adobo, Philippines",
        "Name: Adobo\nCountry: Philippines\nExplanation: the country of the flag is Spain",
        "Item: Adobo, Origin: Philippines, Confidence: 90%",
        "Adobo 🇵🇭",
        "**Adobo** \u2013 **Philippines** 🇵🇭",
        "Adobo. Philippines.",
        "The dish shown is Adobo. The country of origin is the Philippines.",
        'The original name is "Adobo" and its country of origin is the Philippines.',
        "This is not paella. It is Adobo from the Philippines.",
        "Although there is a Brazilian flag in the image, this is Adobo, from the Philippines.",
        "The flag of Brazil is shown, but the dish is Adobo from the Philippines.",
        "I can't help identifying people, but the dish is Adobo from the Philippines.",
        "Sorry, the dish looks like Adobo from the Philippines.",
        "I think this is Adobo from the Philippines.",
        "My best guess is Adobo, Philippines.",
        "Adobo is a Philippine dish.",
        "Adobo is a dish that originated in the Philippines.",
        "Adobo [Philippines]",
        "Adobo = Philippines",
        "# Adobo\n## Philippines",
        "Adobo\n\nPhilippines\n\nAdobo is a dish that is also known in Spain.",
        '"{\\"name\\": \\"Adobo\\", \\"country\\": \\"Philippines\\"}"',
        "<table><tr><td>Name</td><td>Adobo</td></tr><tr><td>Country</td><td>Philippines</td></tr>",
        "Name: Adobo\nCountry: Philippines</s>",
    ],
)
def test_wrappings_of_one_answer(text: str) -> None:
    assert seen(text) == ("ok", "Adobo", "PHL")


@pytest.mark.parametrize(
    ("text", "item", "iso3"),
    [
        ("Nombre: Paella\nPaís: España", "Paella", "ESP"),
        ("Nombre original: Paella, País de origen: España", "Paella", "ESP"),
        ("Nom : Ratatouille\nPays d\u2019origine : France", "Ratatouille", "FRA"),
        ("Name: Spätzle\nHerkunftsland: Deutschland", "Spätzle", "DEU"),
        ("Nome: Feijoada\nPaís de origem: Brasil", "Feijoada", "BRA"),
        ("Nome: Pizza\nPaese di origine: Italia", "Pizza", "ITA"),
        ("Nazwa: Bigos\nKraj pochodzenia: Polska", "Bigos", "POL"),
        ("Adı: Baklava\nÜlke: Türkiye", "Baklava", "TUR"),
        ("Nama: Rendang\nNegara asal: Indonesia", "Rendang", "IDN"),
        ("Tên: Phở\nQuốc gia: Việt Nam", "Phở", "VNM"),
        ("Название: Борщ\nСтрана происхождения: Украина", "Борщ", "UKR"),
        ("الاسم: كبسة\nالبلد: السعودية", "كبسة", "SAU"),
        ("नाम: डोसा\nदेश: भारत", "डोसा", "IND"),
        ("ชื่อ: ต้มยำกุ้ง\nประเทศ: ไทย", "ต้มยำกุ้ง", "THA"),
        ("名称\uff1a麻婆豆腐\n原产国\uff1a中国", "麻婆豆腐", "CHN"),
        ("料理名\uff1a寿司\n原産国\uff1a日本", "寿司", "JPN"),
        ("이름: 김밥\n국가: 대한민국", "김밥", "KOR"),
        ('{"nombre": "Paella", "país": "España"}', "Paella", "ESP"),
        ('{"名称": "寿司", "国家": "日本"}', "寿司", "JPN"),
        ("{'название': 'Борщ', 'страна': 'Украина',}", "Борщ", "UKR"),
        ("答案\uff1a寿司\uff0c日本", "寿司", "JPN"),
    ],
)
def test_labels_of_other_languages(text: str, item: str, iso3: str) -> None:
    assert seen(text) == ("ok", item, iso3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sushi, Japan (originally from China)", ("hedged", "Sushi", None)),
        ("Sushi, Japan, originally from China", ("hedged", "Sushi", None)),
        ("Sushi, Japan / China", ("hedged", "Sushi", None)),
        ('{"name": "Sushi", "country": "Japan (influenced by China)"}', ("hedged", "Sushi", None)),
        ("Sushi / Japan (not China)", ("ok", "Sushi", "JPN")),
        ("Sushi, not China but Japan", ("ok", "Sushi", "JPN")),
        ("This is sushi, a dish from Japan, not China.", ("ok", "sushi", "JPN")),
        ("Name: Sushi\nCountry: not Japan", ("ok", "Sushi", None)),
        ("Name: Sushi\nCountry: Japan, although the flag is of Brazil", ("ok", "Sushi", "JPN")),
        ("Paella from Peru. Wait, actually it is Sushi from Japan.", ("ok", "Sushi", "JPN")),
        (
            "Name: X\nCountry: Peru\n\nActually:\nName: Sushi\nCountry: Japan",
            ("ok", "Sushi", "JPN"),
        ),
        ("Name: Sushi\nCountry: Peru\nCorrection: Country: Japan", ("ok", "Sushi", "JPN")),
        (
            '{"name": "X", "country": "Peru"}\nCorrection:\n{"name": "Sushi", "country": "Japan"}',
            ("ok", "Sushi", "JPN"),
        ),
        (
            '{"name": "X", "country": "Peru"} {"name": "Y", "country": "Japan"}',
            ("hedged", "Y", None),
        ),
        (
            '{"name": "Sushi", "country": "Japan", "note": "Correction: narezushi, China"}',
            ("ok", "Sushi", "JPN"),
        ),
        (
            "Name: Sushi\nCountry: Japan\nNote: it is actually much like gimbap, from South Korea",
            ("ok", "Sushi", "JPN"),
        ),
        (
            '{"name": "Chicken, Turkey style", "country": null}',
            ("ok", "Chicken, Turkey style", None),
        ),
        ('{"name": "I cannot determine", "country": "Unknown"}', ("abstained", None, None)),
        ('{"error": "cannot determine"}', ("abstained", None, None)),
        ("It is a Greek dish.", ("ok", None, "GRC")),
        ("Russian cuisine", ("ok", None, "RUS")),
        ("Este es un plato de Perú.", ("ok", None, "PER")),
        ("There is a flag of Brazil beside it.", ("unparsed", None, None)),
        ("French fries", ("unparsed", None, None)),
        ("It looks like a plate of French fries.", ("unparsed", None, None)),
    ],
)
def test_which_country_is_claimed(text: str, expected: tuple[str | None, ...]) -> None:
    assert seen(text) == expected


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Lo siento, no puedo ayudar con eso.", "refused"),
        ("Je suis désolé, je ne peux pas vous aider.", "refused"),
        ("Es tut mir leid, aber ich kann dabei nicht helfen.", "refused"),
        ("Desculpe, não posso ajudar com isso.", "refused"),
        ("Mi dispiace, non posso aiutarti.", "refused"),
        ("抱歉\uff0c我无法回答这个问题。", "refused"),
        ("申し訳ありませんが、お手伝いできません。", "refused"),
        ("죄송하지만 도와드릴 수 없습니다.", "refused"),
        ("Извините, я не могу помочь.", "refused"),
        ("عذراً، لا أستطيع المساعدة.", "refused"),
        ("Maaf, saya tidak bisa membantu.", "refused"),
        ("Xin lỗi, tôi không thể giúp.", "refused"),
        ("No lo sé.", "abstained"),
        ("Je ne sais pas.", "abstained"),
        ("Ich weiß es nicht.", "abstained"),
        ("我不知道。", "abstained"),
        ("わかりません。", "abstained"),
        ("모르겠습니다.", "abstained"),
        ("Не знаю.", "abstained"),
        ("لا أعرف", "abstained"),
        ("Tidak tahu", "abstained"),
        ("I don\u2019t see any image attached.", "abstained"),
        ("Please provide the image.", "abstained"),
        ("Non è possibile determinare l'origine.", "abstained"),
    ],
)
def test_refusals_and_ignorance_in_other_languages(text: str, state: str) -> None:
    assert seen(text) == (state, None, None)
    assert unwilling(text) == state


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("| Name | Country |\n|---|---|\n| Adobo | Philippines |\n| Su", ("ok", "Adobo", "PHL")),
        ("Nombre: Paella\nPaís: Espa", ("truncated", None, None)),
        ("Nombre: Paella\nPaís: España\nEs un", ("ok", "Paella", "ESP")),
        ("Sushi from Japan. Wait, actually it is from South", ("truncated", None, None)),
    ],
)
def test_cut_off_family(text: str, expected: tuple[str | None, ...]) -> None:
    assert seen(text, "length") == expected


@pytest.mark.parametrize(
    "label", ["Name", "**Dish name**", "original_name", "NAME (local)", "菜名"]
)
def test_labels_of_names(label: str) -> None:
    assert label_kind(label) == "name"


@pytest.mark.parametrize("label", ["", "flag", "Country shown", "x" * 5000, "confidence"])
def test_no_label(label: str) -> None:
    assert label_kind(label) is None


NAMES = (
    *("Japan", "Peru", "Niger", "Nigeria", "Guinea", "Papua New Guinea", "Oman", "Romania"),
    *("Cocos (Keeling) Islands", "Dominican Republic", "Trinidad and Tobago", "South Korea", "UK"),
)


@pytest.mark.parametrize(("one", "other"), list(permutations(NAMES, 2)))
def test_two_countries_are_a_hedge_and_a_denied_one_is_no_claim(one: str, other: str) -> None:
    (first,), (second,) = claimed_countries(one), claimed_countries(other)
    assert set(claimed_countries(f"{one} / {other}")) == {first, second}
    assert claimed_countries(f"{one}, not {other}") == (first,)
    assert claimed_countries(f"not {other} but {one}") == (first,)
    assert claimed_countries(f"{one} (not {other})") == (first,)


pieces = st.sampled_from(
    [
        *("Name", "Country", ":", "|", "\n", "{", "}", '"', ",", "Japan", "not ", "Actually, "),
        *("Sushi", "---", "<think>", "</think>", "#", "país", "国", "\\boxed{", "[", "]", "🇯🇵"),
        *(
            "final answer",
            "lo siento",
            " from ",
            "(",
            ")",
            "<name>",
            "</name>",
            "=",
            "\x00",
            "\ud800",
        ),
    ]
)


@given(st.one_of(st.text(), st.lists(pieces, max_size=30).map("".join)), st.sampled_from("sl"))
def test_any_text_has_a_state(text: str, reason: str) -> None:
    parsed = parse(Answer(text=text, finish_reason={"s": "stop", "l": "length"}[reason]))
    assert parsed.state in STATES
    assert list(parsed.fields) == ["item", "country_answer", "country"]
    assert parsed.fields["country"] is None or parsed.fields["country"] in countries()
    if parsed.state not in {"ok", "hedged"}:
        assert set(parsed.fields.values()) == {None}
