"""Resampling: intervals, paired tests, agreement and rank correlation."""
