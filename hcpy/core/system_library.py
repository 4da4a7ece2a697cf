"""The system's C++ library: programs and kernels include its headers, and hcpy does not bring it along.

Takes: a clang, after a compilation failed or where its usual folder is absent.
Gives: a ToolMissing that names the library and what installs it; nothing where it is there.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from hcpy.core.errors import ToolMissing

# Where distributions keep it. Other places are asked of clang, which takes a process.
USUAL_FOLDER = "/usr/include/c++"
_PROGRAM = "#include <algorithm>\n#include <cstdlib>\n"
_INSTALL = "apt install g++ (Debian, Ubuntu), dnf install gcc-c++ (Fedora) or zypper install gcc-c++ (SUSE)"


def require_cxx_library(clang: Path) -> None:
    """ToolMissing where clang finds no C++ library, or no C library below it."""
    if os.path.isdir(USUAL_FOLDER) and os.path.isfile("/usr/include/stdlib.h"):
        return
    words = ("--driver-mode=g++", "-stdlib=libstdc++", "-fsyntax-only", "-x", "c++", "-")
    done = subprocess.run([clang, *words], input=_PROGRAM, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ToolMissing("the system's C++ library (libstdc++ and its headers) was not found", _INSTALL)
