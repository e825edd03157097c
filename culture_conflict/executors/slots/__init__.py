"""The slot program: standard library only, so that a waiting step costs little and starts fast."""
