"""The rules of the dialects."""
