"""Builds pictures whose cues disagree, and asks vision-language models what they believe."""

__version__ = "0.1.0"
