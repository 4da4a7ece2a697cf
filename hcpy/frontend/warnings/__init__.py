"""hcc's own warnings."""
