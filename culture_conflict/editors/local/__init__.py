"""Text on a sign changed by drawing: no model, no network, the same bytes every time."""
