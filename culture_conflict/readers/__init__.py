"""Readers find the texts of a picture: one small protocol, its providers, their cache."""
