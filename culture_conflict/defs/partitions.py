"""The partitions: sources of a benchmark, enabled model settings, editors, and two together."""

import warnings

import dagster as dg

from culture_conflict.benchmarks.culture_mix.building import dish_editors
from culture_conflict.editors.registry import load_editors
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry
from culture_conflict.sources.catalog import list_sources

__all__ = [
    "ANY_EDITOR",
    "CONFUSED_TOURIST_SOURCES",
    "CULTURE_MIX_SOURCES",
    "EDITORS",
    "EDITOR_BY_MIX",
    "EDITOR_BY_SCENES",
    "MIX_EDITORS",
    "MODELS",
    "MODEL_BY_MIX",
    "MODEL_BY_SCENES",
    "MODEL_BY_SOURCE",
    "SIGNPOST_SOURCES",
    "editor_by_source",
    "missing_partitions",
    "model_by_source",
    "partition_of",
]

CONFUSED_TOURIST_SOURCES = dg.DynamicPartitionsDefinition(name="confused_tourist_sources")
CULTURE_MIX_SOURCES = dg.DynamicPartitionsDefinition(name="culture_mix_sources")
MIX_EDITORS = dg.DynamicPartitionsDefinition(name="mix_editors")
EDITOR_BY_MIX = dg.MultiPartitionsDefinition({"editor": MIX_EDITORS, "source": CULTURE_MIX_SOURCES})
SIGNPOST_SOURCES = dg.DynamicPartitionsDefinition(name="signpost_sources")
EDITORS = dg.DynamicPartitionsDefinition(name="editors")
with warnings.catch_warnings():
    # What a source's asset needs to read the work of its editors is a beta class of Dagster 1.13.
    warnings.simplefilter("ignore", dg.BetaWarning)
    ANY_EDITOR = dg.MultiToSingleDimensionPartitionMapping("source")
MODELS = dg.DynamicPartitionsDefinition(name="models")
MODEL_BY_SOURCE = dg.MultiPartitionsDefinition(
    {"model": MODELS, "source": CONFUSED_TOURIST_SOURCES}
)
MODEL_BY_MIX = dg.MultiPartitionsDefinition({"model": MODELS, "source": CULTURE_MIX_SOURCES})
MODEL_BY_SCENES = dg.MultiPartitionsDefinition({"model": MODELS, "source": SIGNPOST_SOURCES})
EDITOR_BY_SCENES = dg.MultiPartitionsDefinition({"editor": EDITORS, "source": SIGNPOST_SOURCES})


def partition_of(key: str | None) -> tuple[str, ...]:
    """The parts of a partition key in the order of the table's folders: model, then source."""
    if key is None:
        return ()
    if isinstance(key, dg.MultiPartitionKey):
        return tuple(part for _, part in sorted(key.keys_by_dimension.items()))
    return (key,)


def model_by_source(model: str, source: str) -> dg.MultiPartitionKey:
    """The partition key of one model's answers to one source."""
    return dg.MultiPartitionKey({"model": model, "source": source})


def editor_by_source(editor: str, source: str) -> dg.MultiPartitionKey:
    """The partition key of what one editor made of one source."""
    return dg.MultiPartitionKey({"editor": editor, "source": source})


def missing_partitions(
    instance: dg.DagsterInstance, home: Home
) -> list[tuple[dg.DynamicPartitionsDefinition, list[str]]]:
    """Enabled models, sources and editors that have no partition yet.

    Raises:
        RegistryError: `models.yaml` or `editors.yaml` can't be used.
    """
    rows = load_editors(home.editors_file)
    wanted = (
        (MODELS, [setting.key for setting in load_registry(home.models_file).enabled()]),
        (CONFUSED_TOURIST_SOURCES, _names("confused_tourist", home)),
        (CULTURE_MIX_SOURCES, _names("culture_mix", home)),
        (SIGNPOST_SOURCES, _names("signpost", home)),
        (EDITORS, [row.key for row in rows if row.enabled]),
        (MIX_EDITORS, dish_editors(rows)),
    )
    missing = []
    for partitions, keys in wanted:
        known = set(instance.get_dynamic_partitions(str(partitions.name)))
        missing.append((partitions, [key for key in keys if key not in known]))
    return [(partitions, keys) for partitions, keys in missing if keys]


def _names(benchmark: str, home: Home) -> list[str]:
    return [source.name for source in list_sources(benchmark, home.sources_folder)]
