"""Sources and what is wrong with their rows, in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from culture_conflict.places.continents import region_of
from culture_conflict.sources.catalog import list_sources
from culture_conflict.sources.folder.amounts import Amounts
from culture_conflict.sources.folder.find import find_folders
from culture_conflict.sources.folder.rows import printable

if TYPE_CHECKING:
    import polars as pl

    from culture_conflict.sources.folder.read import Examined
    from culture_conflict.sources.hub.read import HubExamined
    from culture_conflict.sources.mix.read import MixExamined
    from culture_conflict.sources.scenes.examine import ScenesExamined

__all__ = [
    "SHOWN",
    "print_examined",
    "print_hub_examined",
    "print_mix_examined",
    "print_scenes_examined",
    "print_sources",
]

SHOWN = 20
_CUES = {"confused_tourist": "cues", "culture_mix": "places"}


def print_sources(home_sources: Path, console: Console) -> None:
    """One line per source; a folder that can't be used is shown with the reason."""
    benchmarks = ("confused_tourist", "signpost", "culture_mix")
    packaged = [source for benchmark in benchmarks for source in list_sources(benchmark)]
    rows = [(one.name, str(one.kind), one.benchmark, "enabled", one.title) for one in packaged]
    for found in find_folders(home_sources):
        if found.settings is None:
            rows.append((printable(found.name), "", "", "can't be used", found.error))
            continue
        state = "enabled" if found.settings.enabled else "disabled"
        settings = found.settings
        rows.append((found.name, settings.kind, settings.benchmark, state, settings.title))
    _print("Sources", ("source", "kind", "benchmark", "state", "title"), rows, console)
    console.print(Text(f"Folders of your own: {home_sources}"), soft_wrap=True)


def print_examined(found: Examined, console: Console, shown: int | None = SHOWN) -> None:
    """Counts of what can be used and of every reason, then the first rejected rows, or all."""
    items = [one.values for one, _ in found.items]
    countries = {values["country"] for values in items}
    cues = Counter(one.values["kind"] for one, _ in found.cues)
    flags = {one.values["country"] for one, _ in found.cues if one.values["kind"] == "flag"}
    categories = _counted(Counter(values["category"] for values in items))
    lines = [
        f"read as: {found.how}",
        f"items: {len(items)} of {found.n_rows} rows, from {len(countries)} countries{categories}",
        f"{_CUES[found.settings.benchmark]}: {len(found.cues)}{_counted(cues)}",
    ]
    if found.settings.benchmark == "culture_mix" and (told := _places(found)):
        lines.append(told)
    if found.settings.benchmark == "confused_tourist":
        lines.append(_flags(len(countries - flags), found.settings.flags == "packaged"))
    if to_fetch := sum(not sha256 for _, sha256 in found.items):
        lines.append(f"to download when built: {to_fetch} pictures")
    _print_with_rejects(lines, found.rejects, console, shown)


def _places(found: Examined) -> str | None:
    """What too few places mean."""
    places = [one.values for one, _ in found.cues]
    cells = Counter((region_of(place["country"]), place["kind"]) for place in places)
    return (found.settings.amounts or Amounts()).remark(cells.values())


def print_hub_examined(found: HubExamined, console: Console, shown: int | None = SHOWN) -> None:
    """The same of a published data set: pictures by cell instead of items and cues."""
    originals = [one for one in found.pictures if one.row is one.original]
    countries = {one.row.values["country"] for one in originals}
    names = ("perturb_method", "pair_method", "difficulty", "perturb_context")
    cells = Counter(
        "/".join(one.row.values[name] for name in names if one.row.values[name] != "none")
        or "original"
        for one in found.pictures
    )
    lines = [
        *found.notes,
        f"pictures: {len(found.pictures)} of {found.n_rows} rows{_counted(cells)}",
        f"items: {len(originals)}, from {len(countries)} countries",
    ]
    _print_with_rejects(lines, found.rejects, console, shown)


def print_mix_examined(found: MixExamined, console: Console, shown: int | None = SHOWN) -> None:
    """The same of a data set of mixed pictures: by subtask, and how many foods they show."""
    subtasks = Counter(one.row.values["subtask"] for one in found.pictures)
    foods = {one.row.values["food1_id"]: one.row.values["country"] for one in found.pictures}
    lines = [
        *found.notes,
        f"pictures: {len(found.pictures)} of {found.n_rows} rows{_counted(subtasks)}",
        f"foods: {len(foods)}, from {len(set(foods.values()))} countries",
    ]
    _print_with_rejects(lines, found.rejects, console, shown)


def print_scenes_examined(
    found: ScenesExamined, console: Console, shown: int | None = SHOWN
) -> None:
    """The same of street scenes: where their coordinates come from, and how many views."""
    located = Counter(str(one.located_by) for one in found.scenes)
    groups = {one.row.external_id: one.row.values["country"] for one in found.scenes}
    countries = {country for country in groups.values() if country}
    lines = [
        *found.notes,
        f"scenes: {len(groups)} of {found.n_rows} rows, from {len(countries)} known countries",
        f"coordinates from: {_counted(located).strip(' ()') or 'nowhere'}",
        f"pictures: {sum(len(one.shots) for one in found.scenes)}",
        f"replacement texts given: {found.given_texts.height}",
    ]
    _print_with_rejects(lines, found.rejects, console, shown)


def _print_with_rejects(
    lines: list[str], rejects: pl.DataFrame, console: Console, shown: int | None
) -> None:
    reasons = Counter(rejects["reason"])
    rejected = rejects.select("file", "row").unique().height
    lines.append(f"rejected: {rejected} rows{_counted(reasons)}")
    console.print(Text("\n".join(lines)), soft_wrap=True)
    if rejected:
        listed = rejects.head(rejects.height if shown is None else shown)
        more = "; --all lists every one" if listed.height < rejects.height else ""
        console.print(f"The first {listed.height} of {rejects.height} reasons{more}:")
        for row in listed.iter_rows(named=True):
            console.print(Text(_rejected(row)), soft_wrap=True)


def _rejected(row: dict[str, Any]) -> str:
    """One line, however long: a table would break its words in a narrow terminal."""
    named = f" ({row['external_id']})" if row["external_id"] else ""
    return f"  {row['file']}, row {row['row']}{named}: {row['reason']}: {row['detail']}"


def _flags(lacking: int, packaged: bool) -> str:
    if not lacking:
        return "flags: every country of an item has one"
    if packaged:
        return f"flags: {lacking} countries get the packaged drawing"
    return (
        f"flags: {lacking} countries have none, so their pictures with a flag are left out; "
        f"write `flags: packaged` to use drawings"
    )


def _counted(counts: Counter[str]) -> str:
    listed = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    return f" ({listed})" if listed else ""


def _print(
    title: str, columns: Iterable[str], rows: Iterable[tuple[object, ...]], console: Console
) -> None:
    table = Table(title=title, title_justify="left")
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    console.print(table)
