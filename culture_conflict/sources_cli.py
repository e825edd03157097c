"""`culture-conflict sources`: which there are, whether one can be used, and adding one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from culture_conflict.errors import RegistryError
from culture_conflict.home import Home

__all__ = ["sources_app"]

sources_app = typer.Typer(no_args_is_help=True, help="Sources: where items come from.")


def _home() -> Home:
    return Home.from_environment().prepare()


@sources_app.command("list")
def list_() -> None:
    """Every source, and every folder that was meant to be one."""
    from culture_conflict.showing_sources import print_sources

    print_sources(_home().sources_folder, Console())


@sources_app.command()
def check(
    source: Annotated[str, typer.Argument(help="Name of a source, or path of a folder.")],
    *,
    every: Annotated[
        bool, typer.Option("--all", help="List every row that can't be used.")
    ] = False,
) -> None:
    """Read every row and picture of a folder and tell what can't be used; nothing is stored."""
    from culture_conflict.models.settings import slug
    from culture_conflict.showing_sources import (
        SHOWN,
        print_examined,
        print_hub_examined,
        print_mix_examined,
        print_scenes_examined,
    )
    from culture_conflict.sources.folder.config import read_settings
    from culture_conflict.sources.folder.read import examine
    from culture_conflict.sources.hub.read import examine_hub
    from culture_conflict.sources.mix.read import examine_mix
    from culture_conflict.sources.scenes.examine import examine_scenes
    from culture_conflict.sources.source import Source

    folder = _folder_of(source, _home().sources_folder)
    settings = read_settings(folder)
    shown = None if every else SHOWN
    named = Source(settings.benchmark, slug(folder.resolve().name), settings.kind, "", "", folder)
    if settings.kind == "hub":
        imported = examine_hub(named, folder, settings)
        print_hub_examined(imported, Console(), shown)
        usable = bool(imported.pictures)
    elif settings.kind == "mix":
        mixed = examine_mix(named, folder, settings)
        print_mix_examined(mixed, Console(), shown)
        usable = bool(mixed.pictures)
    elif settings.kind == "scenes":
        scenes = examine_scenes(named, folder, settings)
        print_scenes_examined(scenes, Console(), shown)
        usable = bool(scenes.scenes)
    else:
        found = examine(named, folder)
        print_examined(found, Console(), shown)
        usable = bool(found.items)
    if not usable:
        raise RegistryError(f"{folder}: not one item can be used. Mend the rows listed above.")


@sources_app.command()
def add(
    folder: Annotated[Path, typer.Argument(help="Folder with source.yaml, or an archive of one.")],
    name: Annotated[str, typer.Option(help="Name of the source: a-z, 0-9, dot and hyphen.")],
) -> None:
    """Copy a folder, or what a .zip, .tar or .tar.gz holds, into the home as a source."""
    from culture_conflict.sources.archives import is_archive
    from culture_conflict.sources.folder.adding import add_archive, add_folder

    put = add_archive if is_archive(folder) and not folder.is_dir() else add_folder
    target = put(folder, name, _home().sources_folder)
    console = Console()
    console.print(Text(f"Added {target}"))
    console.print(f"Next: culture-conflict sources check {name}; culture-conflict build", end=" ")
    console.print(f"--source {name}")


def _folder_of(source: str, home_sources: Path) -> Path:
    """A source of the home by its name, else a folder by its path."""
    with suppress(OSError, RuntimeError):  # a name too long, a user's home that isn't there
        for folder in (home_sources / source, Path(source).expanduser()):
            if folder.is_dir():
                return folder
    raise RegistryError(
        f"{source!r} is neither a source in {home_sources} nor a folder. "
        f"`culture-conflict sources list` shows the sources."
    )
