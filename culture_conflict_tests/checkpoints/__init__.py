"""Tiny checkpoints in the layout of real ones, built and trained in seconds; nothing is fetched."""
