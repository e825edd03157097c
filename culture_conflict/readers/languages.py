"""Which languages one recogniser of EasyOCR can read together: those of one script, and English."""

from __future__ import annotations

from collections.abc import Sequence

from culture_conflict.readers.protocol import ReaderError

__all__ = ["language_groups"]

_LATIN = (
    *("af", "az", "bs", "cs", "cy", "da", "de", "en", "es", "et", "fr", "ga", "hr", "hu", "id"),
    *("is", "it", "ku", "la", "lt", "lv", "mi", "ms", "mt", "nl", "no", "oc", "pi", "pl", "pt"),
    *("ro", "rs_latin", "sk", "sl", "sq", "sv", "sw", "tl", "tr", "uz", "vi"),
)
_ARABIC = ("ar", "fa", "ug", "ur")
_BENGALI = ("bn", "as", "mni")
_CYRILLIC = (
    *("ru", "rs_cyrillic", "be", "bg", "uk", "mn", "abq", "ady", "kbd", "ava", "dar", "inh"),
    *("che", "lbe", "lez", "tab", "tjk"),
)
_DEVANAGARI = (
    *("hi", "mr", "ne", "bh", "mai", "ang", "bho", "mah", "sck", "new", "gom", "sa", "bgc"),
)
_TOGETHER = (_LATIN, _ARABIC, _BENGALI, _CYRILLIC, _DEVANAGARI)
_ALONE = ("th", "ch_tra", "ch_sim", "ja", "ko", "ta", "te", "kn")
_GROUP = {language: group[0] for group in _TOGETHER for language in group} | {
    language: language for language in _ALONE
}
_ENGLISH = "en"


def language_groups(languages: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The languages by recogniser, in the order given; English, where wanted, joins every group.

    Raises:
        ReaderError: a language has no recogniser.
    """
    if unknown := [language for language in languages if language not in _GROUP]:
        raise ReaderError(
            f"reader easyocr: it has no language {', '.join(map(repr, unknown))}. Known are "
            f"{', '.join(sorted(_GROUP))}."
        )
    groups: dict[str, list[str]] = {}
    for language in languages:
        if language != _ENGLISH and language not in groups.setdefault(_GROUP[language], []):
            groups[_GROUP[language]].append(language)
    english = (_ENGLISH,) if _ENGLISH in languages or not groups else ()
    return tuple((*group, *english) for group in groups.values()) or (english,)
