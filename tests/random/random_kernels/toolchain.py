"""Compiles units with hcc and g++, and runs the programs on devices.

A form is a way to compile; a device is a form, an environment and what starts the program. The program itself
compares the kernels with the reference and prints a line for each.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HERE.parent))
sys.path.append(str(HERE.parents[1]))  # after an installed hcpy, which the tests then test
from conftest import FETCHED_DRIVERS, command, opencl_environment, vulkan_fault  # noqa: E402

SUPPORT = HERE / "support"
# Without -frounding-math, g++ 12 makes -0 of 0.0f - float(0), at -O0 as well.
ARITHMETIC = ("-fwrapv", "-ffp-contract=off", "-frounding-math")
REFERENCE = ("g++", "-std=c++17", "-O0", *ARITHMETIC, "-DRANDOM_REFERENCE", "-w")
COMPILE_SECONDS, RUN_SECONDS = 600, 300
_CONTROLS = {"pocl": (("POCL_WORK_GROUP_METHOD", "cbs"),)}  # Device.control
FAULT = "-DRANDOM_FAULT"  # the kernels compute shifts wrong: does anyone see it?

FORMS = {
    "host": ("--targets=host",),
    "host-v1": ("--targets=host:x86-64",),
    "host-v3": ("--targets=host:x86-64-v3",),
    "host-v4": ("--targets=host:x86-64-v4",),
    "masks": ("--targets=host", "-fhcc-vectorise=masks"),
    "spirv": ("--targets=spirv",),
    "fast": ("--targets=host,spirv",),
    "vulkan": ("--targets=host,vulkan",),
    "ptx": ("--targets=ptx:sm_80",),
    "gpu": ("--targets=host,ptx:sm_80",),
    "items": ("--targets=host", "-g", "-O0"),
    "check": ("--targets=host", "-hc-check", "-O1"),
}


@dataclass(frozen=True)
class Device:
    """Where a program runs."""

    name: str
    forms: tuple[str, ...]  # any of them will do
    environment: dict[str, str]
    start: tuple[str, ...] = ()
    control: tuple[
        tuple[str, str], ...
    ] = ()  # with these variables, a fault of the driver's compiler is gone


def devices() -> dict[str, Device]:
    """Those of this machine."""
    host = {"HCPY_DEFAULT_ACCELERATOR": "host"}
    features = Path("/proc/cpuinfo").read_text().split()
    found = [
        Device("host", ("fast", "gpu", "host"), host),
        Device("host-v1", ("fast", "host", "host-v1"), {**host, "HCPY_HOST_ARCH": "x86-64"}),
        Device("masks", ("masks",), host),
        Device("masks-v1", ("masks",), {**host, "HCPY_HOST_ARCH": "x86-64"}),
        Device("items", ("items",), host),
        Device("check", ("check",), host),
        Device("ptx", ("ptx",), {}),
    ]
    if "avx2" in features:
        v3 = {**host, "HCPY_HOST_ARCH": "x86-64-v3"}
        found.append(Device("host-v3", ("fast", "host", "host-v3"), v3))
    if "avx512f" in features:
        found.append(Device("host-v4", ("host-v4",), host))
    if Path("/dev/nvidiactl").exists():
        found.append(Device("cuda", ("gpu",), {"HCPY_DEFAULT_ACCELERATOR": "cuda"}))
    if not vulkan_fault():
        found.append(Device("vulkan", ("vulkan",), {"HCPY_DEFAULT_ACCELERATOR": "vulkan"}))
    if opencl_environment():
        environment = {"HCPY_DEFAULT_ACCELERATOR": "opencl", **opencl_environment()}
        found.append(Device("opencl", ("fast", "spirv"), environment))
    for name, variable in FETCHED_DRIVERS.items():
        if folder := os.environ.get(variable):
            run = (str(Path(folder) / "run"),)
            environment = {"HCPY_DEFAULT_ACCELERATOR": "opencl"}
            found.append(Device(name, ("fast", "spirv"), environment, run, _CONTROLS.get(name, ())))
    return {device.name: device for device in found}


@dataclass(frozen=True)
class Result:
    """What came of one kernel, or of a unit that did not compile: its name is then empty."""

    kernel: str
    words: str  # empty: right


def run_tool(
    words: Sequence[str | Path], seconds: float, environment: dict[str, str] | None = None
) -> tuple[int, str]:
    """Exit status and what was printed; 124: it ran too long."""
    try:
        done = subprocess.run(
            list(map(str, words)),
            env={**os.environ, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return 124, (late.stdout or b"").decode(errors="replace") + f"\nno end after {seconds:.0f} s"
    return done.returncode, done.stdout.decode(errors="replace")


class Builder:
    """Compiles the text of one unit in a folder, each part once."""

    def __init__(
        self, folder: Path, name: str, text: str, extra: Iterable[str] = (), level: str = "-O2"
    ) -> None:
        self.folder = folder
        self.source = folder / f"{name}.cpp"
        self.text = text
        self.extra = tuple(extra)
        self.level = level
        self.source.write_text(text)
        self.programs: dict[str, Path] = {}

    def flags(self) -> tuple[str, ...]:
        found = re.search(r"^// flags: (.*)$", self.text, re.MULTILINE)
        return tuple(found[1].split()) if found else ()

    def reference(self) -> tuple[Path, ...]:
        """g++'s object; none where the source compares itself (idiomatic/)."""
        if "RANDOM_REFERENCE" not in self.text:
            return ()
        path = self.source.with_suffix(".reference.o")
        if not path.exists():
            words = (*REFERENCE, "-I", SUPPORT, "-c", self.source, "-o", path)
            status, printed = run_tool(words, COMPILE_SECONDS)
            if status != 0:
                raise RuntimeError(f"g++ refuses {self.source}:\n{printed[:4000]}")
        return (path,)

    def build(self, form: str) -> str:
        """ "" or what hcc said."""
        if form in self.programs:
            return ""
        level = () if "-O0" in FORMS[form] or "-O1" in FORMS[form] else (self.level,)
        hcc = command("hcc", "hcpy.driver.cli").words
        dialect = () if "-std=c++amp" in self.flags() else ("-hc",)
        words: list[str | Path] = [*hcc, *dialect, "-w", *self.flags(), *level, *FORMS[form], *self.extra]
        words += ["-I", SUPPORT, self.source]
        program = self.source.with_suffix(f".{form}")
        if form == "ptx":
            words = [*words[:-1], "--emit=ptx", "--verify", self.source, "-o", os.devnull]
        else:
            words += [*self.reference(), "-o", program]
        status, printed = run_tool(words, COMPILE_SECONDS)
        if status != 0:
            return f"hcc ended with {status}: {printed.strip()[-2000:]}"
        self.programs[form] = program
        return ""

    def run(self, device: Device, arguments: Sequence[str] = ()) -> list[Result]:
        """One result for each kernel that the program came to."""
        form = next((f for f in device.forms if f in self.programs), device.forms[-1])
        words = self.build(form)
        if words:
            return [Result("", words)]
        if form == "ptx":
            return []
        return run_program(self.programs[form], device, arguments)


def is_drivers(program: Path, device: Device, name: str) -> bool:
    """Is a kernel right on the device when a part of the driver's compiler is off?"""
    if not device.control or not name.startswith("k"):
        return False
    controlled = replace(device, environment={**device.environment, **dict(device.control)}, control=())
    return run_program(program, controlled, ("--kernel", name)) == [Result(name, "")]


def run_program(program: Path, device: Device, arguments: Sequence[str] = ()) -> list[Result]:
    words = (*device.start, program, *arguments)
    status, printed = run_tool(words, RUN_SECONDS, device.environment)
    results = []
    wrong = dict(re.findall(r"^WRONG (\w+) (.*)$", printed, re.MULTILINE))
    for word, name in re.findall(r"^(right|wrong) (\w+)$", printed, re.MULTILINE):
        is_right = word == "right" or is_drivers(program, device, name)
        if word != "right" and is_right:
            print(f"the driver's fault: {program.name} {name} on {device.name}", flush=True)
        results.append(Result(name, "" if is_right else wrong.get(name, "wrong")))
    if status not in (0, 1) or (status == 1 and not wrong):
        results.append(Result("?", f"the program ended with {status}: {printed[-600:]}"))
    return results
