"""Runs files of field cases against the product: `python -m culture_conflict_tests.cases FILE`."""
