"""The one folder that holds everything: `CULTURE_CONFLICT_HOME`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from culture_conflict.errors import HomeError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore, require_space

__all__ = ["VARIABLE", "Home"]

VARIABLE = "CULTURE_CONFLICT_HOME"


@dataclass(frozen=True)
class Home:
    """Where tables, pictures, the ledger, the warehouse and Dagster's history live."""

    root: Path

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Home:
        """The folder named by the variable, else `.home` in the checkout.

        Raises:
            HomeError: it begins with the home of a user who isn't there (`~name`).
        """
        named = environment.get(VARIABLE)
        checkout = Path(__file__).resolve().parents[1]
        try:
            return cls(Path(named).expanduser().absolute() if named else checkout / ".home")
        except RuntimeError as error:
            raise HomeError(f"{VARIABLE} is {named}: {error} Write the whole path.") from error

    @property
    def tables(self) -> TableStore:
        return TableStore(self.root / "store" / "tables")

    @property
    def pictures(self) -> PictureStore:
        return PictureStore(self.root / "store" / "pictures")

    @property
    def ledger(self) -> Path:
        return self.root / "ledger"

    @property
    def warehouse(self) -> Path:
        return self.root / "warehouse.duckdb"

    @property
    def dagster(self) -> Path:
        return self.root / "dagster"

    @property
    def work(self) -> Path:
        """Scratch that may be deleted at any time: dbt's target, locks."""
        return self.root / "work"

    @property
    def previews(self) -> Path:
        return self.root / "previews"

    @property
    def readings(self) -> Path:
        """Texts read in pictures, by picture and reader: each picture is read once."""
        return self.root / "readings"

    @property
    def makings(self) -> Path:
        """Replacement texts that models made, by what they were asked."""
        return self.root / "makings"

    @property
    def geocodes_file(self) -> Path:
        """What geocoding services have said, shared by all runs."""
        return self.root / "geocodes.jsonl"

    @property
    def accounts(self) -> Path:
        """One folder per provider's account: its limiter and what was spent today."""
        return self.root / "accounts"

    @property
    def fitted(self) -> Path:
        """Pictures made smaller for models that take no larger ones; scratch."""
        return self.work / "fitted"

    @property
    def adapters(self) -> Path:
        """Adapters that were trained here, by base model, source and the hash of their data."""
        return self.root / "adapters"

    @property
    def servers(self) -> Path:
        """The vLLM servers that this home started: who keeps one, and their logs."""
        return self.root / "servers"

    @property
    def models_file(self) -> Path:
        return self.root / "models.yaml"

    @property
    def editors_file(self) -> Path:
        """Editors of the user's own: checkpoints and how they edit."""
        return self.root / "editors.yaml"

    @property
    def kept_edits(self) -> Path:
        """What slow editors have made, by what they were asked; scratch."""
        return self.work / "edits"

    @property
    def nights_file(self) -> Path:
        """When the nightly canary asks, and what."""
        return self.root / "nights.yaml"

    @property
    def source_sets_file(self) -> Path:
        """Named source sets of the user's own."""
        return self.root / "source_sets.yaml"

    @property
    def sources_folder(self) -> Path:
        """One folder per source of the user's own, each with a `source.yaml`."""
        return self.root / "sources"

    @property
    def prompts_folder(self) -> Path:
        """The user's own prompts, one file each."""
        return self.root / "prompts"

    def prompts_of(self, benchmark: str) -> Path:
        """Those about one benchmark; ConfusedTourist's lie in the folder itself."""
        own = self.prompts_folder
        return own if benchmark == "confused_tourist" else own / benchmark

    def prepare(self) -> Home:
        """Make the folders, the zero-row tables and `dagster.yaml`; return self.

        Raises:
            HomeError: the folder's parent is absent, or it can't be written, or the disk is full.
        """
        if not self.root.parent.is_dir():
            raise HomeError(
                f"{VARIABLE} is {self.root}, but {self.root.parent} does not exist. "
                f"Create it or set {VARIABLE} to a folder that can be made."
            )
        try:
            for folder in (
                self.ledger,
                self.dagster,
                self.work,
                self.sources_folder,
                self.root / "store",
            ):
                folder.mkdir(parents=True, exist_ok=True)
            require_space(self.root, 0)
            self._write_dagster_yaml()
        except OSError as error:
            raise HomeError(
                f"{self.root} can't be written: {error.strerror or error}. "
                f"Mend its permissions or set {VARIABLE} to a folder that can be written."
            ) from error
        self.tables.prepare(TABLES)
        return self

    def _write_dagster_yaml(self) -> None:
        """Ours, unless the user has changed it: a file without our first line is left alone."""
        text = files("culture_conflict").joinpath("dagster.yaml").read_text(encoding="utf-8")
        path = self.dagster / "dagster.yaml"
        if path.exists() and not path.read_text(encoding="utf-8").startswith(text.splitlines()[0]):
            return
        temporary = path.with_name(f".dagster.yaml.{os.getpid()}")
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
