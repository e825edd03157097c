"""ConfusedTourist: pairs, stacked pictures and variants."""
