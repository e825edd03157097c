"""CultureMix: a dish beside a second dish and before a background from elsewhere."""
