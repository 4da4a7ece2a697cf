"""Compiles and runs one conformance program, through the public commands.

Takes: a Case, hcc's command line, the accelerators to run on.
Gives: what is wrong with it, in words; nothing where it is right.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from conftest import FETCHED_DRIVERS

from hcpy.core.errors import ToolFailed
from hcpy.core.words import WARNINGS
from hcpy.driver.inspect import find_bundles
from hcpy.objects import checkers
from hcpy.targets import image_name

from .cases import HERE, Case, Expectation, expectations

SHOWN = re.compile(r"^(.+?):(\d+)(?::\d+)?: (?:fatal )?(error|warning|note): (.*)$", re.MULTILINE)
CHECKS = HERE.parent / "headers"
COMPILE_SECONDS, RUN_SECONDS = 180, 60
SPIRV_VAL = "HCPY_TEST_SPIRV_VAL"  # set: spirv-val must take the modules for OpenCL


def check(
    case: Case, hcc: Sequence[str], devices: Sequence[str], folder: Path, keep: Path | None = None
) -> str:
    """Checks one program in a new folder below `folder`; "" where all is right.

    keep: where the executables of programs with PTX go, as `<family>/<name>`.
    """
    place = folder / case.family / case.name
    place.mkdir(parents=True)
    try:
        source = write(case, place)
        if case.is_error:
            return check_error(case, hcc, source)
        fault = check_run(case, hcc, devices, source)
        if keep is not None and not fault and case.has_ptx:
            (keep / case.family).mkdir(parents=True, exist_ok=True)
            shutil.copy(source.with_suffix(".out"), keep / case.family / case.name)
        return fault
    except subprocess.TimeoutExpired as late:
        return f"no end after {late.timeout:.0f} s: {late.cmd}"
    finally:
        shutil.rmtree(place)


def write(case: Case, folder: Path) -> Path:
    for name, content in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder / case.source


def compile_command(case: Case, hcc: Sequence[str], source: Path) -> list[str]:
    return [*hcc, *case.flags, "-O2", "-I", str(CHECKS), str(source)]


def check_error(case: Case, hcc: Sequence[str], source: Path) -> str:
    command = [*compile_command(case, hcc, source), "-c", "-o", str(source.with_suffix(".o"))]
    done = run(command, COMPILE_SECONDS)
    if done.returncode != 1:
        return f"hcc ended with {done.returncode}, not 1\n{done.stderr}"
    return compare_diagnostics(source, done.stderr, case.expected)


def compare_diagnostics(source: Path, text: str, expected: Sequence[Expectation]) -> str:
    """Each expected diagnostic must be shown in the source, and no error beyond them anywhere.

    Where only notes are expected, the errors are in headers: static assertions, the user's line in a note.
    """
    in_headers = all(e.kind == "note" for e in expected)
    shown = [(Path(f), int(n), kind, message) for f, n, kind, message in SHOWN.findall(text)]
    faults = []
    for e in expected:
        if not any(
            f.name == source.name and n == e.line and kind == e.kind and e.part in message
            for f, n, kind, message in shown
        ):
            faults.append(f"line {e.line}: no {e.kind} with '{e.part}'")
    for f, n, kind, message in shown:
        known = any(f.name == source.name and n == e.line and e.part in message for e in expected)
        if kind == "error" and not known and not (in_headers and f.name != source.name):
            faults.append(f"{f.name}:{n}: unexpected error: {message}")
    return "\n".join([*faults, text]) if faults else ""


def compare_warnings(source: Path, text: str, expected: Sequence[Expectation]) -> str:
    """Each expected warning and note must be shown; of hcc's own warnings no other one may be."""
    shown = [(Path(f), int(n), kind, message) for f, n, kind, message in SHOWN.findall(text)]
    faults = [
        f"line {e.line}: no {e.kind} with '{e.part}'"
        for e in expected
        if not any(
            f.name == source.name and n == e.line and kind == e.kind and e.part in message
            for f, n, kind, message in shown
        )
    ]
    for f, n, kind, message in shown:
        known = any(n == e.line and e.part in message for e in expected)
        if kind == "warning" and not known and any(f"[-W{name}]" in message for name in WARNINGS):
            faults.append(f"{f.name}:{n}: unexpected warning: {message}")
    return "\n".join([*faults, text]) if faults else ""


def can_be_said(expected: Expectation, hcc: Sequence[str]) -> bool:
    """What a warning says of SPIR-V is said where that is a target."""
    others = any(word.startswith("--targets=") and "spirv" not in word for word in hcc)
    return not (others and "SPIR-V" in expected.part)


def check_run(case: Case, hcc: Sequence[str], devices: Sequence[str], source: Path) -> str:
    program = source.with_suffix(".out")
    done = run([*compile_command(case, hcc, source), "-o", str(program)], COMPILE_SECONDS)
    if done.returncode != 0:
        return f"hcc ended with {done.returncode}\n{done.stderr}"
    said = compare_warnings(source, done.stderr, [e for e in case.expected if can_be_said(e, hcc)])
    faults = [fault for fault in (said, check_ptx(case, program)) if fault]
    faults += check_spirv(program, "vulkan") if "vulkan" in devices else []
    faults += check_spirv(program, "spirv") if SPIRV_VAL in os.environ and not case.host_only else []
    for device in devices:
        done = run_on(device, program)
        if done.returncode != 0 or "FAILED" in done.stdout:
            faults.append(f"on {device}: ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return "\n".join(faults)


def run_on(device: str, program: Path) -> subprocess.CompletedProcess[str]:
    """Runs the program on an accelerator, or on an OpenCL driver that was fetched."""
    if device not in FETCHED_DRIVERS:
        return run([str(program)], RUN_SECONDS, {"HCPY_DEFAULT_ACCELERATOR": device})
    wrapper = Path(os.environ[FETCHED_DRIVERS[device]]) / "run"
    return run([str(wrapper), str(program)], RUN_SECONDS, {"HCPY_DEFAULT_ACCELERATOR": "opencl"})


def check_ptx(case: Case, program: Path) -> str:
    """ptxas must take the PTX in the program; a program without any must say so."""
    bundles = list(find_bundles(program.read_bytes(), str(program)))
    images = [i for b in bundles for i in b.images if image_name(i.kind) == "ptx"]
    if not case.has_ptx:
        return "there is PTX in it, against its directive" if images else ""
    if not images:
        return "there is no PTX in it"
    for number, image in enumerate(images):
        path = program.with_suffix(f".{number}.ptx")
        path.write_bytes(image.data.rstrip(b"\0"))
        done = run([ptxas(), "-arch=sm_80", str(path), "-o", os.devnull], COMPILE_SECONDS)
        if done.returncode != 0:
            return f"ptxas refuses its PTX\n{done.stdout}{done.stderr}"
    return ""


def check_spirv(program: Path, kind: str) -> list[str]:
    """What spirv-val says against the modules of a kind in the program: vulkan, or spirv for OpenCL."""
    checked = checkers.check_vulkan if kind == "vulkan" else checkers.check_spirv
    bundles = list(find_bundles(program.read_bytes(), str(program)))
    images = [i for b in bundles for i in b.images if image_name(i.kind) == kind]
    faults = [] if images or not bundles else [f"there is no module of the kind {kind} in it"]
    for number, image in enumerate(images):
        path = program.with_suffix(f".{number}.{kind}.spv")
        path.write_bytes(image.data)
        try:
            checked(path, image.architecture)
        except ToolFailed as error:
            faults.append(f"spirv-val: {error}")
    return faults


def ptxas() -> str:
    """The ptxas that the test extra installs, or the one on PATH."""
    packaged = Path(sysconfig.get_path("purelib")) / "nvidia" / "cu13" / "bin" / "ptxas"
    found = str(packaged) if packaged.is_file() else shutil.which("ptxas")
    assert found, "ptxas is missing: pip install '.[test]'"
    return found


def run(
    command: Sequence[str], seconds: float, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    # By `env`: pytest changes os.environ while threads come here, and a copy made meanwhile fails.
    changes = ["env", *(f"{name}={value}" for name, value in env.items())] if env else []
    return subprocess.run(
        [*changes, *command],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=seconds,
        stdin=subprocess.DEVNULL,
        check=False,
    )


__all__ = ["check", "compare_diagnostics", "expectations"]
