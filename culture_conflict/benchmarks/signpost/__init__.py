"""SIGNPOST: replaced sign text in street scenes, and where a model then thinks it is."""
