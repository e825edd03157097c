"""Tiers: whole words, streets of many languages, digits and postal codes, groups, the audit."""

from __future__ import annotations

import polars as pl
import pytest

from culture_conflict.benchmarks.signpost.tier_audit import audit_sample
from culture_conflict.benchmarks.signpost.tiers import classify, group_tier
from culture_conflict.statistics.tier_audit import LabelsError, tier_agreement

STREETS = """Oxford Street|Stratford Rd|Canonbury Road|Rua Augusta|Lonsdale St|COURT 8
Rue de Rivoli|Ford Street|Avenida Paulista 1000|5th Avenue|W 42nd St|Penny Lane|Route 66
中山路|南京东路123号|愚园路|人民大道|彌敦道|銀座通り|三丁目|ул. Ленина|Невский проспект
улица Пушкина
شارع الملك فهد|Hauptstraße 5|HAUPTSTRASSE|Bahnhofstr. 12|Đường Lê Lợi|Phố Huế|ถนนสุขุมวิท|ซอยนานา
테헤란로|강남대로|종로|월드컵북로 21길|Jl. Sudirman|İstiklal Caddesi|Andrássy út|Via Roma
Calle de Alcalá|Place de la Concorde|ul. Marszałkowska|Prinsengracht|Drottninggatan
Station Road|Church Street|Park Lane|MAIN STREET|High St|US 66|Cra. 7|Unter den Linden|Soi Cowboy
Mannerheimintie|Λεωφόρος Κηφισίας|רחוב הרצל|महात्मा गांधी मार्ग|Strandvejen|Rue 12|Sukhumvit Soi 11
Canonbury Close|Station Rd|Camino Viejo|Via Milano|Ulica Zamkowa|国道246号"""
PORTABLE = """10001|90210|42|12/05/2019|24:00|A||  |www.example.org|© 2020 Google|GM 125|Ford|UPS
Coca-Cola|McDonald's|7-Eleven|星巴克|Toyota Service|STOP|NO PARKING|OPEN 24 HOURS|ONE WAY|Exit
NO PARKING AT ALL TIMES|Car Park|Fire Lane|One Way Street|DEAD END
NO PARKING STREET CLEANING|Right Lane Must Turn Right|Bus lane|Pizza|Hotel|Private Road"""
CULTURAL = """Upstairs|GOKENG|P.C. 602 S.F.P.C.|Ausfahrt freihalten|Einbahnstraße|Parkplatz|禁止停车
超市|人行道|高速公路|夜市|なつまつり|Кафе|Bus Stop|Gare|출구|도로|오른쪽으로|Phở Hà|boulangerie
مطعم|Apotheke|Saída|Nice|Reading|Brigade|Engineering|Rue barrée|ถนนลื่น|Joe's Plumbing|Fordable
Avoid close contact with anyone|Stay close to home|Shops close early|Slippery Road|Tennis Court
Prohibido el paso|Ceda el paso|Camino cerrado|Passage interdit|Via libera|Ulica zamknięta
Осторожно улица|Umgehungsstraße|Slepá ulice|商业街|单行道|通学路|県道|Loja|Feliz Natal|Theme Park"""


def _each(texts: str) -> list[str]:
    return [text for line in texts.splitlines() for text in line.split("|")]


@pytest.mark.parametrize("text", _each(STREETS))
def test_street_names_are_geo_specific(text: str) -> None:
    assert (classify(text).tier, classify(text).rule) == ("T3", "street")


@pytest.mark.parametrize("text", _each(PORTABLE))
def test_digits_brands_and_warnings_are_portable(text: str) -> None:
    assert classify(text).tier == "T1"


@pytest.mark.parametrize("text", _each(CULTURAL))
def test_what_only_shows_a_language_is_cultural(text: str) -> None:
    assert classify(text).tier == "T2"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Shellharbour City Centre", "admin"),
        ("朝阳区", "admin"),
        ("역삼동", "admin"),
        ("Mairie de Paris", "admin"),
        ("Tokyo", "place"),
        ("北京", "place"),
        ("München", "place"),
        ("BIENVENUE AU PORT DE MARSEILLE, SEC. 48 SYDNEY", "place"),
        ("King's Cross Station", "landmark"),
        ("東京駅", "place"),
        ("灵隐寺", "landmark"),
        ("故宫博物院", "landmark"),
        ("El Paso", "place"),
        ("Natal", "place"),
    ],
)
def test_places_districts_and_landmarks_are_geo_specific(text: str, rule: str) -> None:
    assert (classify(text).tier, classify(text).rule) == ("T3", rule)


@pytest.mark.parametrize(
    ("text", "country", "tier"),
    [
        ("10001", "USA", "T1"),
        ("ZIP 10001", "USA", "T3"),
        ("NY 10001", None, "T3"),
        ("75001 Paris", "FRA", "T3"),
        ("SW1A 1AA", "GBR", "T3"),
        ("〒100-0001", "JPN", "T3"),
        ("CEP 01310-100", "BRA", "T3"),
        ("OPEN 10001", "USA", "T1"),
        ("CEP 01310-100", "USA", "T1"),
    ],
)
def test_digits_count_as_a_postal_code_beside_an_address_word(
    text: str, country: str | None, tier: str
) -> None:
    assert classify(text, country).tier == tier


def test_a_group_takes_its_highest_tier_and_the_longer_of_equal_texts() -> None:
    assert group_tier(["STOP", "Phở Hà", "Via Roma", "Calle de Alcalá", "Via Pisa"]).text == (
        "Calle de Alcalá"
    )
    assert group_tier(["STOP", "boulangerie"]).tier == "T2"
    assert group_tier(["Via Roma", "Via Pisa"]).text == "Via Roma"
    with pytest.raises(ValueError, match="at least one text"):
        group_tier([])


def _groups() -> pl.DataFrame:
    tiers = ["T1"] * 120 + ["T2"] * 400 + ["T3"] * 60
    return pl.DataFrame({"group_id": [f"g{n:04d}" for n in range(len(tiers))], "tier": tiers})


def test_the_audit_draws_per_tier_by_its_seed_whatever_the_order_of_rows() -> None:
    groups = _groups()
    sample = audit_sample(groups, seed=1)
    assert dict(sample["tier"].value_counts().iter_rows()) == {"T1": 100, "T2": 150, "T3": 60}
    assert audit_sample(groups.reverse(), seed=1).equals(sample)
    assert not audit_sample(groups, seed=2).equals(sample)
    assert sample["tier"].to_list() != sorted(sample["tier"])


def test_agreement_with_the_rules_is_measured_and_unlabelled_groups_are_counted() -> None:
    sample = pl.DataFrame({"group_id": list("abcd"), "tier": ["T1", "T2", "T3", "T2"]})
    labels = pl.DataFrame({"group_id": list("dcbz"), "ann": ["T2", "T3", "T1", "T1"]})
    found = tier_agreement(sample, labels)[("automatic", "ann")]
    assert (found.n, found.n_left_out, found.observed) == (3, 1, pytest.approx(2 / 3))
    assert found.kappa == pytest.approx(0.5)


@pytest.mark.parametrize(
    "labels",
    [
        {"group_id": ["a"]},
        {"group_id": ["a", "a"], "ann": ["T1", "T2"]},
        {"group_id": ["a"], "ann": ["high"]},
        {"group_id": ["z"], "ann": ["T1"]},
    ],
)
def test_labels_that_cant_be_compared_are_refused(labels: dict[str, list[str]]) -> None:
    sample = pl.DataFrame({"group_id": ["a"], "tier": ["T1"]})
    with pytest.raises(LabelsError):
        tier_agreement(sample, pl.DataFrame(labels))
