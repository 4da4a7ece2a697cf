"""The version that hcc reports, and that programs read in macros.

Takes: the installed package, or the checkout.
Gives: text.
"""

from __future__ import annotations

from pathlib import Path

from hcpy import __version__

# AMD's last release was hcc 3.1: programs that ask for a version want what came with it.
MAJOR, MINOR = 3, 2
WORK_WEEK = 26470  # yyWWd
CLANG_COMMIT = "ca7933e"  # of clang 22.1.8


def driver_commit() -> str:
    """The commit that this hcc was built from, or its version where nothing recorded one."""
    package = Path(__file__).resolve().parent.parent
    recorded = package / "_prefix" / "commit"
    try:
        if recorded.is_file():
            return recorded.read_text().strip()[:7] or __version__
        git = package.parent / ".git"
        head = (git / "HEAD").read_text().strip()
        if head.startswith("ref: "):
            head = (git / head.removeprefix("ref: ")).read_text().strip()
        return head[:7]
    except OSError:
        return __version__


def version_text() -> str:
    """hcc's version: major.minor.yyWWd-driver commit-clang commit."""
    return f"{MAJOR}.{MINOR}.{patch_level()}"


def patch_level() -> str:
    """The last part of the version: yyWWd-driver commit-clang commit."""
    return f"{WORK_WEEK}-{driver_commit()}-{CLANG_COMMIT}"
