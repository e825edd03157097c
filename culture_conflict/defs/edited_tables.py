"""What editors made of a source, for the asset that takes the pictures of all of them."""

from collections.abc import Callable

import dagster as dg
import polars as pl

from culture_conflict.defs.assets_of import home_of
from culture_conflict.defs.partitions import EDITORS
from culture_conflict.tables.edited_images import EDITED_IMAGES

__all__ = ["edited_tables"]


def edited_tables(
    context: dg.AssetExecutionContext,
    benchmark: str,
    in_force: Callable[[pl.DataFrame], pl.DataFrame],
) -> list[pl.DataFrame]:
    """What is `in_force` of EDITED_IMAGES of the run's source, by every editor that made it.

    How much of which editor is not, and what to do, is logged as a warning.
    """
    home, source = home_of(context), context.partition_key
    tables = []
    for editor in sorted(context.instance.get_dynamic_partitions(str(EDITORS.name))):
        if not home.tables.path(EDITED_IMAGES, benchmark, editor, source).exists():
            continue
        made = home.tables.read(EDITED_IMAGES, benchmark, editor, source)
        tables.append(in_force(made))
        if outdated := made.height - tables[-1].height:
            context.log.warning(
                f"variants: {outdated} of {made.height} pictures by {editor} are of items, pairs "
                f"or texts that are no more: left out. Materialize {benchmark}/edited_images for "
                f"{editor}|{source}, then this again."
            )
    return tables
