"""What asking needs to know of a benchmark."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import polars as pl

from culture_conflict.benchmarks.prompt_library import PromptLibrary
from culture_conflict.benchmarks.prompts import PromptSet
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home
from culture_conflict.models.api.forms import AnswerForm
from culture_conflict.models.protocol import Parsers, Provider
from culture_conflict.models.providers import ApiPlace, Galleries, make_provider
from culture_conflict.models.settings import ModelSetting
from culture_conflict.tables.schema import Table

__all__ = ["Benchmark"]


@dataclass(frozen=True)
class Benchmark:
    """What asking needs to know of a benchmark.

    `variants` is the table of its pictures, and `ready` adds what asking reads and that table
    lacks: `category`, the columns that samples are drawn by, and, where there are any, `control`,
    the pictures that are no part of the coverage. `forms` are the answers by what a
    prompt asks for; `parser_id` names all parsers together. `galleries` is what reference models
    know beforehand, `references` the providers of those that have something to say here.
    `asked_of` leaves out the pictures that a model may not be asked about.
    """

    name: str
    variants: Table
    prompts: PromptSet
    forms: Mapping[str, AnswerForm]
    parser_id: Callable[[], str]
    galleries: Callable[[Home], Galleries]
    references: tuple[str, ...]
    ready: Callable[[Home, pl.DataFrame], pl.DataFrame] = lambda _, variants: variants
    asked_of: Callable[[Home, ModelSetting, pl.DataFrame], pl.DataFrame] = (
        lambda _home, _setting, variants: variants
    )

    def library(self, home: Home) -> PromptLibrary:
        """The package's prompts, and the user's own for this benchmark."""
        return PromptLibrary(home.prompts_of(self.name), self.prompts)

    def parsers(self, library: PromptLibrary) -> Parsers:
        """How answers to each prompt are read; those to unknown ones as answers to the base."""
        usual = self.forms[self.prompts.asks[0]]
        known = {one.prompt_id: self.forms[one.asks] for one in library.prompts()}
        others = {category for form in self.forms.values() for category in form.by_category}

        def of(category: str) -> Parsers:
            read = {key: form.by_category.get(category, form.parse) for key, form in known.items()}
            return Parsers(usual.by_category.get(category, usual.parse), read)

        return Parsers(
            usual.parse,
            {key: form.parse for key, form in known.items()},
            {category: of(category) for category in sorted(others)},
        )

    def api_place(
        self, home: Home, asks: str | None = None, log: Callable[[str], None] = lambda _: None
    ) -> ApiPlace:
        """What a model behind an API needs to be asked for one form of answer, or the base's."""
        return ApiPlace(self.forms[asks or self.prompts.asks[0]], home.accounts, home.fitted, log)

    def nothing_to_say(self, setting: ModelSetting) -> str | None:
        """Why this model can't be asked about these pictures: a reference for other cues."""
        if setting.kind != "reference" or setting.provider in self.references:
            return None
        return (
            f"Model `{setting.key}`: provider `{setting.provider}` has nothing to say about "
            f"pictures of {self.name}. Its reference models are {', '.join(self.references)}."
        )

    def provider(
        self,
        home: Home,
        setting: ModelSetting,
        asks: str | None = None,
        log: Callable[[str], None] = lambda _: None,
    ) -> Provider:
        """Whoever answers for a row of the registry.

        Raises:
            RegistryError: it is a reference model that has nothing to say about these pictures.
        """
        if why := self.nothing_to_say(setting):
            raise RegistryError(why)
        return make_provider(setting, self.galleries(home), self.api_place(home, asks, log))
