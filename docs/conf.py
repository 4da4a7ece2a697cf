"""Sphinx's settings for the site over docs/; docs/build.py builds it."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hcpy import __version__

project = "hcpy"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
myst_heading_anchors = 3
# Links to files that are no pages (../tests, ../runtime) lead nowhere in the site; a test looks at all links.
suppress_warnings = ["myst.xref_missing", "myst.header"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
default_role = "code"
highlight_language = "none"
html_theme = "furo" if find_spec("furo") else "alabaster"
html_title = f"hcpy {version}"
