"""The command lines of ir and host: built without running a tool or reading a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.core.flags import device_flags
from hcpy.core.model import Dialect, Target, Toolchain, TranslationUnit
from hcpy.frontend.device_ir import device_command
from hcpy.frontend.host import host_command, plain_command
from hcpy.frontend.rules.amp_words import in_amp_words
from hcpy.targets.base import TargetKind

TOOLS = Toolchain(Path("/t/clang-22"), Path("/t/libclang.so"), Path("/t/lib"), Path("/p"), None)
PTX = TargetKind(
    "ptx",
    ("sm_80",),
    "nvptx64-nvidia-cuda",
    ("-target-cpu", "sm_80", "-target-feature", "+ptx80", "-fno-builtin"),
    "HCPY_TARGET_PTX",
    3,
    code="",
    checks_arch=bool,
)


def unit(dialect: Dialect, *args: str) -> TranslationUnit:
    return TranslationUnit(Path("no such/a.cpp"), dialect, (Target("ptx"),), args, Path("/w"))


def follows(command: tuple[str, ...], *words: str) -> bool:
    return any(command[i : i + len(words)] == words for i in range(len(command)))


def test_hc_device_command() -> None:
    command = device_command(unit(Dialect.HC, "-DX=1", "-march=native"), PTX, TOOLS)
    assert command[:2] == ("/t/clang-22", "--driver-mode=g++")
    assert command[-3:] == ("-x", "c++", "no such/a.cpp")
    assert follows(command, "-Xclang", "-triple", "-Xclang", "nvptx64-nvidia-cuda")
    assert follows(command, "-Xclang", "-fsycl-is-device")
    assert follows(command, "-o", "/w/a.ptx.ll")
    for word in (
        "-DHCPY_HC=1",
        "-DHCPY_TARGET_PTX=1",
        "-D__KALMAR_ACCELERATOR__=1",
        "-DX=1",
        "-Wno-everything",
    ):
        assert word in command
    assert "-march=native" not in command
    # The last word counts: the target's processor comes after the empty one that undoes the host's.
    assert command.index("sm_80") > command.index("")


def test_amp_commands() -> None:
    device = device_command(unit(Dialect.AMP), PTX, TOOLS)
    host = host_command(unit(Dialect.AMP), TOOLS)
    for command in (device, host):
        assert follows(command, "-x", "hip", "--cuda-host-only", "-nogpuinc", "-nogpulib", "-no-hip-rt")
        assert "-DHCPY_AMP=1" in command
        assert "-U__HIP__" in command
    assert follows(device, "-Xclang", "-fcuda-is-device")
    assert "-fcuda-is-device" not in host
    assert "-D__KALMAR_CPU__=1" in host
    assert not any("ACCELERATOR" in word for word in host)


def test_host_command_keeps_the_users_flags_in_order() -> None:
    flags = ("-O3", "-g", "-Wall", "-I", "x y", "-fsanitize=undefined", "-MD", "-MF", "a.d", "-march=native")
    command = host_command(unit(Dialect.HC, *flags, "-std=c++14", "-hc"), TOOLS)
    assert follows(command, *flags)
    assert "-std=c++17" in command
    assert "-std=c++14" not in command
    assert "-hc" not in command
    assert command.index("-Wno-unknown-attributes") > command.index("-Wall")


def test_actions() -> None:
    assert "-fsyntax-only" in host_command(unit(Dialect.HC), TOOLS, action=("-fsyntax-only",))
    assert "-o" not in host_command(unit(Dialect.HC), TOOLS, action=("-fsyntax-only",))
    command = device_command(unit(Dialect.HC), PTX, TOOLS, output=Path("a.gpu.i"), action=("-E",))
    assert follows(command, "-E", "-o", "a.gpu.i")
    assert "-emit-llvm" not in command


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (
            ("-Ix", "-DA=1", "-UB", "-isystem", "y", "-include", "z.h"),
            ("-Ix", "-DA=1", "-UB", "-isystem", "y", "-include", "z.h"),
        ),
        (("-g", "-ggdb3", "-O0", "-Og"), ()),
        (("-MD", "-MF", "a.d", "-MT", "a.o", "-MMD"), ()),
        (("-Wall", "-Werror", "-Wp,-DX", "-pedantic-errors", "-w"), ("-Wp,-DX",)),
        (("-march=native", "-mavx2", "-mllvm", "-x", "-m64"), ()),
        (("-fno-delete-null-pointer-checks", "-fmax-type-align=1"), ()),
        (("-mlong-double-64", "-mms-bitfields"), ("-mlong-double-64", "-mms-bitfields")),
        (("-fsanitize=address", "-flto=thin", "-fPIC", "-fvisibility=hidden", "-fno-openmp"), ()),
        (("-fopenmp", "-DA"), ("-D_OPENMP=202011", "-DA")),
        (("-fopenmp", "-fopenmp=libgomp", "-DA"), ("-DA",)),
        (
            ("-ffast-math", "-fno-rtti", "-fno-exceptions", "-fwrapv"),
            ("-ffast-math", "-fno-rtti", "-fno-exceptions", "-fwrapv"),
        ),
        (("-Xclang", "-fsome-host-thing", "-pthread"), ("-pthread",)),
        (("-Ofast", "-DA"), ("-ffast-math", "-DA")),
        (("-Ofast", "-fno-fast-math"), ("-ffast-math", "-fno-fast-math")),
        (("-Ofast", "-O2", "-I", "-Ofast"), ("-I", "-Ofast")),
        (("-D", "g", "-I", "-m"), ("-D", "g", "-I", "-m")),
        (
            ("-working-directory", "D", "-resource-dir", "-Wr"),
            ("-working-directory", "D", "-resource-dir", "-Wr"),
        ),
        (("-Xpreprocessor", "-fopenmp", "-I", "inc"), ("-D_OPENMP=202011", "-I", "inc")),
        (("-Xarch_host", "-mavx2", "-Xpreprocessor", "-DA"), ("-Xpreprocessor", "-DA")),
        (("-gen-cdb-fragment-path", "D", "-DA"), ("-DA",)),
    ],
)
def test_flags_for_devices(given: tuple[str, ...], kept: tuple[str, ...]) -> None:
    assert tuple(device_flags(given)) == kept


def test_plain_sources() -> None:
    command = plain_command(Path("a.c"), ("-O2", "-c"), TOOLS, Path("a.o"), "c")
    own = ("--start-no-unused-arguments", "-stdlib=libstdc++", "-idirafter")
    assert command[:5] == ("/t/clang-22", "--driver-mode=gcc", *own)
    assert command[6:] == ("--end-no-unused-arguments", "-O2", "-c", "-o", "a.o", "-x", "c", "a.c")


def test_clangs_messages_speak_of_restrict() -> None:
    stderr = (
        "a.cpp:1:2: error: reference to __host__ function 'f' in __host__ __device__ function\n"
        "    1 | int __host__(int);  // error: __device__\n"
        "a.cpp:3:4: note: called by __device__ function\n"
    )
    assert in_amp_words(stderr) == (
        "a.cpp:1:2: error: 'f' is not restricted to amp and can't be called in amp-restricted code\n"
        "    1 | int __host__(int);  // error: __device__\n"
        "a.cpp:3:4: note: called by restrict(amp) function\n"
    )


def test_what_throws_in_the_standard_library_has_no_name_of_its() -> None:
    stderr = (
        "a.cpp:1:2: error: reference to __host__ function '__throw_out_of_range_fmt' in __device__ function\n"
    )
    assert in_amp_words(stderr) == (
        "a.cpp:1:2: error: a function that throws where it fails can't be called in amp-restricted code\n"
    )
