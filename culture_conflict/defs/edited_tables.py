"""What editors made of a source, for the asset that takes the pictures of all of them."""

import dagster as dg
import polars as pl

from culture_conflict.defs.assets_of import home_of
from culture_conflict.defs.partitions import EDITORS
from culture_conflict.tables.edited_images import EDITED_IMAGES

__all__ = ["edited_tables"]


def edited_tables(context: dg.AssetExecutionContext, benchmark: str) -> list[pl.DataFrame]:
    """EDITED_IMAGES of the run's source, by every editor that made it."""
    home, source = home_of(context), context.partition_key
    return [
        home.tables.read(EDITED_IMAGES, benchmark, editor, source)
        for editor in sorted(context.instance.get_dynamic_partitions(str(EDITORS.name)))
        if home.tables.path(EDITED_IMAGES, benchmark, editor, source).exists()
    ]
