"""What every asset is handed: the home folder."""

import dagster as dg

from culture_conflict.home import Home

__all__ = ["HomeResource"]


class HomeResource(dg.ConfigurableResource[Home]):
    """The home folder by its path; prepared anew for each run, so that a lost folder is made."""

    root: str

    def create_resource(self, context: dg.InitResourceContext) -> Home:  # noqa: ARG002
        """The prepared home.

        Raises:
            HomeError: it is absent, read-only or full.
        """
        from pathlib import Path

        return Home(Path(self.root)).prepare()
