"""Builds the site with its search: `python docs/build.py FOLDER`.

Takes: docs/, the headers in include/ and the docstrings of hcpy.
Gives: HTML in FOLDER; index.html is where to begin. A warning is an error.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cxx_reference
from sphinx.cmd.build import build_main

HERE = Path(__file__).resolve().parent


def main(arguments: list[str]) -> int:
    """The exit status of Sphinx."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    cxx_reference.write(HERE / "reference")
    return build_main(["-W", "--keep-going", "-q", "-b", "html", str(HERE), arguments[0]])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
