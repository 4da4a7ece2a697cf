"""Programs for several ranks, which travel with their MPICH to machines that have neither it nor hcpy.

`build` and `carry` run where hcpy and the extra `mpi` are; `launch` says what runs a program over there.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import two_halves

FILES = ("bin/mpiexec", "bin/mpiexec.hydra", "bin/hydra_pmi_proxy", "lib/libmpi.so.12", "lib/mpich/*.so*")


def compiler() -> str | None:
    """MPI's own, which calls hcc; none where there is no MPI."""
    return shutil.which("mpicxx")


def build(source: Path, program: Path, targets: str) -> None:
    config = shutil.which("hcc-config")
    asked = [config] if config else [sys.executable, "-m", "hcpy.driver.config_cli"]
    flags = subprocess.check_output([*asked, "--cxxflags", "--ldflags"], text=True).split()
    words = [str(compiler()), "-O2", f"--targets={targets}", "-s", "-DUSE_MPI", *flags]
    env = {**os.environ, "MPICH_CXX": two_halves.hcc()}
    subprocess.run([*words, str(source), "-o", str(program)], check=True, env=env)


def carry(program: Path) -> None:
    """Puts MPICH, and the libhcrt that the program is linked with, into the folder beside it."""
    root, folder = Path(str(compiler())).parents[1], program.parent / "mpi"
    for file in (file for pattern in FILES for file in root.glob(pattern) if file.is_file()):
        target = folder / file.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    listed = subprocess.check_output(["ldd", str(program)], text=True)
    shutil.copy(re.findall(r"libhcrt\.so\S* => (\S+)", listed)[0], folder / "lib")


def launch(folder: Path, ranks: int) -> list[str]:
    """The words before a program's."""
    return [str(folder / "mpi" / "bin" / "mpiexec"), "-n", str(ranks)]


def library_path(folder: Path) -> str:
    """For LD_LIBRARY_PATH. NCCL is found as pip installs it."""
    packages = [str(Path(place) / "nvidia" / "nccl" / "lib") for place in sys.path]
    own = [*packages, str(folder / "mpi" / "lib"), str(folder / "mpi" / "lib" / "mpich")]
    return ":".join([*own, os.environ.get("LD_LIBRARY_PATH", "")])
