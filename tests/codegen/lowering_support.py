"""Compiles small kernels through lower and image, for the tests of PTX, SPIR-V and the IR checks."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from hcpy.core.model import (
    DeviceImage,
    DeviceModule,
    Diagnostic,
    Dialect,
    KernelRecord,
    LoweredModule,
    Target,
    Toolchain,
    TranslationUnit,
)
from hcpy.core.tools import find_toolchain
from hcpy.targets import find_kind
from hcpy.worker.client import Worker

_HERE = Path(__file__).resolve().parent
_INCLUDE = _HERE.parents[1] / "include"
os.environ.setdefault("HCPY_VERIFY_PASSES", "1")  # LLVM looks at what each pass leaves
_DIALECT_ARGS = {
    Dialect.HC: ("-x", "c++", "-fsycl-is-device", "-DHCPY_HC=1"),
    Dialect.AMP: (
        "-x",
        "hip",
        "-fcuda-is-device",
        "-DHCPY_AMP=1",
        "-Wno-cuda-compat",
        "-Wno-gpu-maybe-wrong-side",
    ),
}
_COMMON_ARGS = """-std=c++17 -fgnuc-version=4.2.1 -D_GNU_SOURCE -fcxx-exceptions -fexceptions -fdeclspec
-disable-llvm-passes -O3 -emit-llvm -debug-info-kind=line-directives-only -ffp-contract=fast
-aux-triple x86_64-unknown-linux-gnu -D__KALMAR_ACCELERATOR__=1 -include hcrt/detail/config.hpp""".split()


@dataclass(frozen=True)
class Lowered:
    """What became of a source: records, diagnostics and, without errors, the image."""

    module: LoweredModule
    image: DeviceImage | None

    @property
    def kernel(self) -> KernelRecord:
        assert len(self.module.kernels) == 1
        return self.module.kernels[0]

    @property
    def text(self) -> str:
        """PTX, or SPIR-V disassembled."""
        assert self.image is not None, self.module.diagnostics
        if self.image.path.suffix == ".ptx":
            return self.image.path.read_text()
        return run_tool("spirv-dis", "--no-color", str(self.image.path))

    def errors(self) -> list[str]:
        return [f"{d.location.line if d.location else 0}: {d.message}" for d in self.module.diagnostics]

    def diagnostic(self) -> Diagnostic:
        assert len(self.module.diagnostics) == 1, self.module.diagnostics
        return self.module.diagnostics[0]


def toolchain(prefix: Path) -> Toolchain:
    """The real tools, with a prefix whose headers are ours and the tests' own launch."""
    found = find_toolchain()
    include = prefix / "include"
    if not include.exists():
        include.mkdir(parents=True)
        (include / "hcrt").symlink_to(_INCLUDE / "hcrt")
        library = prefix / "lib" / "hcpy"
        library.mkdir(parents=True)
        (library / "device").symlink_to(_HERE.parents[1] / "runtime" / "device")
        (include / "kernel_entry.hpp").symlink_to(_HERE / "include" / "kernel_entry.hpp")
    return replace(found, prefix=prefix)


def compile_ir(
    folder: Path, source: str, kind: str, dialect: Dialect = Dialect.HC, flags: tuple[str, ...] = ()
) -> tuple[DeviceModule, Toolchain]:
    """The device iteration of a source that includes kernel_entry.hpp; its first line is line 1."""
    tools = toolchain(folder / "prefix")
    target = find_kind(kind)
    assert target is not None
    path = folder / "test.cpp"
    path.write_text(source)
    module = folder / f"test.{kind}.ll"
    command = [str(tools.clang), "-cc1", "-triple", target.triple, *target.cc1_args, *_DIALECT_ARGS[dialect]]
    command += [*_COMMON_ARGS, f"-D{target.macro}=1", "-resource-dir", str(tools.resource_dir)]
    command += ["-I", str(tools.prefix / "include"), *_system_includes(tools), "-include", "kernel_entry.hpp"]
    done = subprocess.run(
        [*command, *flags, str(path), "-o", str(module)], capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
    unit = TranslationUnit(path, dialect, (), (), folder)
    return DeviceModule(unit, kind, module), tools


def _system_includes(tools: Toolchain) -> list[str]:
    """The driver's own include arguments for the host."""
    command = [
        str(tools.clang),
        "--driver-mode=g++",
        "-stdlib=libstdc++",
        "-###",
        "-c",
        "-x",
        "c++",
        "/dev/null",
    ]
    shown = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    words = [word.strip('"') for word in shown.split()]
    return [w for i, word in enumerate(words) if word.startswith("-internal-") for w in (word, words[i + 1])]


def lower(
    folder: Path,
    source: str,
    kind: str,
    dialect: Dialect = Dialect.HC,
    flags: tuple[str, ...] = (),
    arch: str = "",
    **unit: object,
) -> Lowered:
    """Lower and, where no error is found, image; keyword arguments change the TranslationUnit."""
    module, tools = compile_ir(folder, source, kind, dialect, flags)
    module = replace(module, unit=replace(module.unit, **unit))  # type: ignore[arg-type]
    target = find_kind(kind)
    assert target is not None
    lowered = target.load().lower(module, Target(kind, arch or target.default_archs[0]), tools)
    failed = any(d.severity == "error" for d in lowered.diagnostics)
    return Lowered(lowered, None if failed else _worker().submit_image(lowered, tools).result().image)


@cache
def _worker() -> Worker:
    """One for all tests: image forks, as a process makes only one SPIR-V module."""
    worker = Worker()
    atexit.register(worker.close)
    return worker


def run_tool(name: str, *arguments: str) -> str:
    """What a checker prints: the one that the test extra installs, before the system's."""
    beside = Path(sys.executable).parent / name
    packaged = (str(p) for folder in sys.path for p in Path(folder).glob(f"nvidia/*/bin/{name}"))
    path = str(beside) if beside.exists() else next(packaged, None) or shutil.which(name)
    if path is None:
        pytest.fail(f"{name} is not installed: pip install '.[test]'")
    done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False)
    assert not done.returncode, f"{name}: {done.stderr}{done.stdout}"
    return done.stdout + done.stderr


def ptxas(image: DeviceImage, arch: str = "sm_80") -> str:
    """What ptxas -v says of a PTX file that it takes."""
    return run_tool("ptxas", "-v", f"-arch={arch}", str(image.path), "-o", "/dev/null")


def spirv_val(image: DeviceImage) -> None:
    run_tool("spirv-val", "--target-env", "opencl2.2", str(image.path))
