"""A program of another kind beneath this one: it and its children end when they should.

Standard library only, so that a keeper costs little and starts fast.
"""
