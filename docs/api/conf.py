"""Sphinx: the API reference, from the docstrings. `sphinx-build -W docs/api OUTPUT`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

project = "hcpy"
extensions = ["sphinx.ext.autodoc"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
default_role = "code"
html_theme = "alabaster"
exclude_patterns: list[str] = []
