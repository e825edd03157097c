"""Encoding, pasting and joining strips keep their promises."""
