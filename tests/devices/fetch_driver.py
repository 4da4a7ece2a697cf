"""Fetches a driver into a folder, without root: `python tests/devices/fetch_driver.py DRIVER DIR`.

Takes: Debian's apt-get and dpkg, and its archive. What is installed on the machine stays as it is.
Gives: DIR/run, which runs a program with that driver as its only OpenCL or Vulkan: `DIR/run ./saxpy`.
The packages of PoCL and rusticl are newer than the machine, so the program is started by their own ld.so with
their own libraries. Lavapipe's are those of the machine's own release: only what is missing is fetched, and
variables name it, so that `DIR/run pytest` works too; DIR/environment has them for a shell.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
ARCHIVE = "http://deb.debian.org/debian"
RELEASE = Path("/etc/os-release")
INSTALLED = Path("/var/lib/dpkg/status")
LIBRARIES = "usr/lib/x86_64-linux-gnu"


@dataclass(frozen=True)
class Driver:
    """What to fetch, and what of it a program needs."""

    interface: str  # "opencl" or "vulkan"
    suite: str  # empty: the machine's own, and only what is not installed
    packages: tuple[str, ...]
    library: str  # the driver, as a shell pattern below the root
    tools: dict[str, str]  # variable of the driver that names a program -> the program, as a pattern
    variables: dict[str, str] = field(default_factory=dict)  # what else the driver looks for
    files: str = ""  # how the names of files begin that it opens by their place on a machine


DRIVERS = {
    "lavapipe": Driver(
        interface="vulkan",
        suite="",
        packages=("mesa-vulkan-drivers", "libvulkan-dev", "vulkan-validationlayers"),
        library=f"{LIBRARIES}/libvulkan_lvp.so",
        tools={},
    ),
    "pocl": Driver(
        interface="opencl",
        suite="sid",
        packages=("pocl-opencl-icd", "ocl-icd-libopencl1", "clang-21", "llvm-spirv-21", "spirv-tools"),
        library=f"{LIBRARIES}/libpocl.so.2*",
        tools={
            "POCL_PATH_CLANG": "usr/lib/llvm-21/bin/clang",
            "POCL_PATH_LLVM_SPIRV": "usr/bin/llvm-spirv-21*",
        },
    ),
    "rusticl": Driver(
        interface="opencl",
        suite="trixie",
        packages=("mesa-opencl-icd", "ocl-icd-libopencl1"),
        library=f"{LIBRARIES}/libRusticlOpenCL.so.1*",
        tools={},
        variables={"RUSTICL_ENABLE": "llvmpipe"},
        files="/usr/lib/clc/",
    ),
}
APT_CONFIGURATION = """\
Dir "{apt}";
Dir::State "{apt}/state";
Dir::State::status "{apt}/status";
Dir::Cache "{apt}/cache";
Dir::Etc "{apt}/etc";
Dir::Etc::sourcelist "{apt}/etc/sources.list";
Dir::Etc::sourceparts "-";
Dir::Etc::parts "-";
Dir::Etc::trustedparts "/etc/apt/trusted.gpg.d";
Dir::Bin::Methods "/usr/lib/apt/methods";
APT::Architecture "amd64";
APT::Architectures {{ "amd64"; }};
APT::Install-Recommends "false";
APT::Sandbox::User "";
Acquire::Check-Valid-Until "false";  // mirrors lag behind; the signature is checked in any case
Debug::NoLocking "true";
"""


def run(command: list[str], environment: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        command, env={**os.environ, **(environment or {})}, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def own_suite() -> str:
    """The name of the machine's release of Debian."""
    words = dict(line.split("=", 1) for line in RELEASE.read_text().splitlines() if "=" in line)
    if words.get("ID", "").strip('"') != "debian" or "VERSION_CODENAME" not in words:
        raise SystemExit("this machine is no release of Debian: install its package of Mesa's Vulkan drivers")
    return words["VERSION_CODENAME"].strip('"')


def prepare_apt(folder: Path, driver: Driver) -> dict[str, str]:
    """A folder in which apt-get knows nothing but the suite; gives what makes apt-get use it."""
    for part in ("state/lists/partial", "cache/archives/partial", "etc"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    # With an empty list of what is installed, all is fetched that the packages need.
    (folder / "status").write_bytes(b"" if driver.suite else INSTALLED.read_bytes())
    suite = driver.suite or own_suite()
    (folder / "etc" / "sources.list").write_text(f"deb [signed-by={KEYRING}] {ARCHIVE} {suite} main\n")
    configuration = folder / "apt.conf"
    configuration.write_text(APT_CONFIGURATION.format(apt=folder))
    return {"APT_CONFIG": str(configuration), "DEBIAN_FRONTEND": "noninteractive"}


def fetch(driver: Driver, folder: Path) -> None:
    """Downloads and unpacks the packages below folder/root."""
    apt, root = folder / "apt", folder / "root"
    environment = prepare_apt(apt, driver)
    run(["apt-get", "update"], environment)
    run(["apt-get", "--yes", "--download-only", "install", *driver.packages], environment)
    for package in sorted((apt / "cache" / "archives").glob("*.deb")):
        run(["dpkg", "-x", str(package), str(root)])
        package.unlink()


def first(root: Path, pattern: str) -> Path:
    found = sorted(root.glob(pattern))
    if not found:
        raise SystemExit(f"the packages hold no {pattern}: have their names changed?")
    return found[0]


def loader_words(root: Path) -> str:
    """How a program is started with the libraries of root alone."""
    loader = first(root, "usr/lib*/**/ld-linux-x86-64.so.2")
    libraries = [root / LIBRARIES, *sorted(root.glob("usr/lib/llvm-*/lib"))]
    return f'"{loader}" --library-path "{":".join(map(str, libraries))}"'


def build_preload(folder: Path) -> Path:
    """A library that opens the driver's own files below its root."""
    library = folder / "below_root.so"
    source = Path(__file__).with_name("below_root.c")
    run(["cc", "-shared", "-fPIC", "-O1", "-Wall", str(source), "-o", str(library), "-ldl"])
    return library


def write_script(path: Path, lines: list[str]) -> None:
    path.write_text("\n".join(("#!/bin/sh", *lines)) + "\n")
    path.chmod(0o755)


def write_opencl(driver: Driver, folder: Path) -> None:
    """The driver's list of runtimes, its tools, and `run`."""
    root, binaries, vendors = folder / "root", folder / "bin", folder / "icd"
    binaries.mkdir(exist_ok=True)
    vendors.mkdir(exist_ok=True)
    (vendors / "runtime.icd").write_text(f"{first(root, driver.library)}\n")
    loader = loader_words(root)
    start = loader
    exports = [f'export OCL_ICD_VENDORS="{vendors}"']
    if driver.files:
        start = f'{loader} --preload "{build_preload(folder)}"'
        exports.append(f'export HCPY_DRIVER_ROOT="{root}" HCPY_DRIVER_FILES="{driver.files}"')
    exports += [f"export {variable}={value}" for variable, value in driver.variables.items()]
    for variable, pattern in driver.tools.items():
        tool = first(root, pattern)
        wrapper = binaries / tool.name
        write_script(wrapper, [f'exec {loader} --argv0 "{tool}" "{tool}" "$@"'])
        exports.append(f'export {variable}="{wrapper}"')
    write_script(folder / "run", [*exports, f'exec {start} --argv0 "$1" "$@"'])


def write_vulkan(driver: Driver, folder: Path) -> None:
    """The driver's description with the place of its library, and `run` and `environment`."""
    root = folder / "root"
    description = folder / "driver.json"
    interface = {"api_version": "1.3.0", "library_path": str(first(root, driver.library))}
    description.write_text(json.dumps({"ICD": interface, "file_format_version": "1.0.0"}))
    layers = first(root, "usr/share/vulkan/explicit_layer.d")
    exports = [
        f'export VK_DRIVER_FILES="{description}" VK_ICD_FILENAMES="{description}" VK_LAYER_PATH="{layers}"',
        f'export HCPY_TEST_VULKAN="{root / "usr"}"',  # where headers and the loader are
        f'export LD_LIBRARY_PATH="{root / LIBRARIES}${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}"',
    ]
    (folder / "environment").write_text("\n".join(exports) + "\n")
    write_script(folder / "run", [*exports, 'exec "$@"'])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("driver", choices=sorted(DRIVERS))
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    folder: Path = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    driver = DRIVERS[options.driver]
    fetch(driver, folder)
    (write_opencl if driver.interface == "opencl" else write_vulkan)(driver, folder)
    print(f"{folder}/run PROGRAM ARGUMENT...")


if __name__ == "__main__":
    main()
