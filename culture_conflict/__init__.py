"""culture_conflict: when cues in a picture disagree, what does a vision-language model believe?"""

__version__ = "0.1.0"
