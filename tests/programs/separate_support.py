"""What the tests of separate compilation share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from hcpy.driver.inspect import find_bundles
from hcpy.targets.ptx import PTX
from hcpy.targets.spirv import SPIRV

SOURCES = Path(__file__).parent / "separate"
HC = ("hc_a.cpp", "hc_b.cpp", "hc_main.cpp")
ON_HOST = {"HCPY_DEFAULT_ACCELERATOR": "host"}


def run_program(*words: str | Path, cwd: Path, env: Mapping[str, str] = ON_HOST) -> str:
    """What a program prints that must end well."""
    done = subprocess.run(
        list(map(str, words)),
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
    return done.stdout


def vendor_checks(program: Path, folder: Path) -> set[str]:
    """Passes each GPU image of a program to ptxas or spirv-val; the kinds that were found."""
    checked = set()
    for number, contents in enumerate(find_bundles(program.read_bytes(), str(program))):
        for image in contents.images:
            file = folder / f"{number}"
            if image.kind == PTX.image_kind:
                file.write_bytes(image.data.rstrip(b"\0"))
                run_program(_tool("ptxas"), "-arch=sm_80", file, "-o", "/dev/null", cwd=folder)
                checked.add("ptx")
            elif image.kind == SPIRV.image_kind:
                file.write_bytes(image.data)
                run_program(_tool("spirv-val"), "--target-env", "opencl2.2", file, cwd=folder)
                checked.add("spirv")
    return checked


def _tool(name: str) -> Path:
    """A tool of the test environment: beside this Python, or in a package of it."""
    beside = Path(sys.executable).with_name(name)
    if beside.exists():
        return beside
    return next(path for path in Path(sys.prefix).rglob(name) if os.access(path, os.X_OK) and path.is_file())
