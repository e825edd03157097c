"""Checkpoints of open weights that are asked in this process."""
