"""Programs as people write them, from the templates in ../idioms, with plain loops that do the same."""
