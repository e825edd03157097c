"""Ratios against a named baseline measured in the same run; never timed asserts."""
