"""The page that shows the numbers, and its panels."""
