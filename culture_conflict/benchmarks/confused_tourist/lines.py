"""Names and countries behind labels: on lines, under headings and in Markdown tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from culture_conflict.benchmarks.confused_tourist.labels import Kind, label_kind
from culture_conflict.benchmarks.confused_tourist.reading import Reading, gathered, joined, said
from culture_conflict.benchmarks.confused_tourist.wording import LABEL, LIST_MARK, plain

__all__ = ["read_labels", "read_lines", "read_table"]

_MAX_LINES = 200
_NEXT_LABEL = re.compile(r"[,;|]\s?[A-Z][\w ]{2,24}:")
_PART = re.compile(r"[;|,]")
_MARKED = re.compile(r"^[^\w\n]*(?P<label>[^:=\n]{1,60}?)\s*(?::|=|\s-(?=\s))\s*(?P<value>.*)$")
_RULE = re.compile(r"^[\s:|+-]+$")


def read_labels(text: str) -> Reading | None:
    """Values behind English labels such as `Name:` and `**Country of origin:**`, anywhere."""
    text = plain(text)
    labels = list(LABEL.finditer(text))
    ends = [*(label.start() for label in labels[1:]), len(text)]
    items: list[str] = []
    countries: list[str | None] = []
    for label, end in zip(labels, ends, strict=False):
        value = text[label.end() : end].strip().partition("\n")[0]
        value = _NEXT_LABEL.split(value)[0].strip(' \t,;|-*_."(')
        (items if label["name"] else countries).append(value)
    if not countries:
        return None
    return Reading(next((item for item in items if said(item)), None), joined(countries))


@dataclass
class _Values:
    """The values met so far; the last may still be open to text that belongs to it."""

    found: list[tuple[Kind, str]] = field(default_factory=list)
    is_open: bool = False

    def start(self, kind: Kind, value: str) -> None:
        self.found.append((kind, value))
        self.is_open = True

    def extend(self, text: str, separator: str) -> None:
        if self.is_open and text:
            kind, value = self.found[-1]
            self.found[-1] = kind, f"{value}{separator if value else ''}{text}"

    def end_line(self) -> None:
        """A value that has begun ends with its line; one without text may stand on the next."""
        self.is_open = self.is_open and not self.found[-1][1]

    def of(self, kind: Kind) -> list[str]:
        return [value.strip(' \t,;|-*_."(') for of, value in self.found if of == kind]


def read_lines(text: str, *, item_alone: bool = False) -> Reading | None:
    """Labels in many languages at the beginning of lines or behind commas, and headings.

    None without a country's label, unless `item_alone`.
    """
    values = _Values()
    lines = LIST_MARK.sub("", plain(text)).splitlines()[:_MAX_LINES]
    for line in filter(str.strip, lines):
        heading = label_kind(line.strip(" #*-:"))
        if heading:
            values.start(heading, "")
            continue
        for at, part in enumerate(_PART.split(line)):
            _take(part, values, separator=", " if at else "")
        values.end_line()
    items = [item for item in values.of("name") if said(item)]
    country = joined(values.of("country"))
    found = values.of("country") or (item_alone and values.found)
    return Reading(items[0] if items else None, country) if found else None


def _take(part: str, values: _Values, separator: str) -> None:
    marked = _MARKED.match(part)
    kind = label_kind(marked["label"]) if marked else None
    if marked and kind:
        values.start(kind, marked["value"].strip())
    elif marked and separator:
        values.is_open = False
    else:
        values.extend(part.strip(), separator)


def read_table(text: str) -> Reading | None:
    """A Markdown table with a column for the name and for the country, or with a row for each."""
    rows = list(_rows(plain(text)))
    if not rows:
        return None
    labelled = {kind: row[1] for row in reversed(rows) if (kind := label_kind(row[0]))}
    kinds = [label_kind(cell) for cell in rows[0]]
    if len({*kinds} - {None}) > 1:
        at = {kind: kinds.index(kind) for kind in kinds if kind}
        cells = [[*row, *("" for _ in kinds)] for row in rows[1:]]
        return gathered([(row[at["name"]], row[at["country"]]) for row in cells])
    if not labelled:
        return None
    return Reading(labelled.get("name"), labelled.get("country"))


def _rows(text: str) -> Iterator[list[str]]:
    """The cells of each row that has at least two, rules left out."""
    for line in text.splitlines()[:_MAX_LINES]:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) > 1 and not _RULE.match(line):
            yield cells
