"""The unit tests of libhcrt, which ctest runs, and what needs a look at their programs' output.

Takes the repository, CMake, ninja and a C++17 compiler. CMakeLists.txt in runtime/ here has each suite's
variables.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import REPOSITORY, Command
from device_support import build, fake_cuda, outside_variables, run, run_tests, tool

SOURCES = REPOSITORY / "tests" / "device" / "runtime"
# As its folder's CMakeLists.txt labels them.
LABELS = ("host", "faults", "cuda", "opencl")


def has_opencl() -> bool:
    listed = json.loads(run("hcrt-info", "--json"))["accelerators"]
    return any(d["backend"] == "opencl" and not d["unusable"] for d in listed)


@pytest.mark.parametrize("label", LABELS)
def test_unit_tests(tmp_path: Path, subtests: pytest.Subtests, label: str) -> None:
    """Each test of GoogleTest is one here, by its name."""
    if label == "opencl" and not has_opencl():
        pytest.skip("there is no usable OpenCL device")
    report = tmp_path / "report.xml"
    words = [tool("ctest"), "--test-dir", str(build()), "-L", label, "--output-junit", str(report)]
    done = subprocess.run(words, env=outside_variables(), capture_output=True, text=True, check=False)
    assert report.is_file(), done.stdout + done.stderr
    found = ElementTree.parse(report).getroot().findall("testcase")
    for test in found:
        with subtests.test(msg=test.get("name")):
            assert test.get("status") == "run", test.findtext("system-out")
    assert len(found) > 10 and done.returncode == 0, done.stdout + done.stderr


def test_ctest_runs_every_test_of_the_sources() -> None:
    words = [tool("ctest"), "--test-dir", str(build()), "--show-only=json-v1"]
    listed = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)["tests"]
    run = {test["name"].split(".", 1)[1] for test in listed}
    written = {
        f"{suite}.{name}"
        for file in SOURCES.glob("*_test.cpp")
        for suite, name in re.findall(r"^TEST(?:_F)?\((\w+), (\w+)\)", file.read_text(), re.MULTILINE)
    }
    assert run == written and len(written) > 100
    labels = {p["value"][0] for test in listed for p in test["properties"] if p["name"] == "LABELS"}
    assert labels == set(LABELS)


@pytest.mark.parametrize(("mode", "way"), [("two", "directly"), ("two nopeer", "through host memory")])
def test_the_way_between_gpus_is_told(mode: str, way: str) -> None:
    environment = {"HCPY_CUDA_LIBRARY": fake_cuda(), "HCRT_FAKE_CUDA": mode, "HCPY_VERBOSE": "1"}
    said = run_tests("cuda_copy_test", "CudaTwo.TwoGpusCopyToEachOther", **environment)
    for a, b in ((0, 1), (1, 0)):
        assert len(re.findall(rf"copies from cuda:{a} to cuda:{b}: {way}", said)) == 1, said


def test_cuda_trace(tmp_path: Path) -> None:
    """A trace asks for the GPU's times; nodes of a graph are in it like other work."""
    tests = "CudaAnySpeed.ViewGoesToTheGpuOnceAndBack:CudaTiming.*"
    for name, program, chosen, kernels in (
        ("queue", "cuda_test", tests, 5),
        ("graph", "cuda_graph_test", "CudaGraphMissing.CommandsOneByOne", 10),
    ):
        trace = tmp_path / name
        run_tests(program, chosen, HCPY_CUDA_LIBRARY=fake_cuda(), HCPY_TRACE=str(trace))
        found = [e for e in json.loads(trace.read_text()) if e["ph"] == "X"]
        assert [e["name"] for e in found].count("add (test)") == kernels
        assert {"copy to host", "wait for elements"} <= {e["name"] for e in found}
        assert all(e["dur"] >= 0 for e in found)


ORDINARY = {
    "cuda_test": "Cuda.*:CudaAnySpeed.*",
    "cuda_copy_test": "Cuda.*",
    "cuda_order_test": "Cuda.*",
    "cuda_memory_test": "CudaMemory.*",
    "cuda_graph_test": "CudaGraph.*:CudaGraphAnySpeed.*:CudaGraphAnyDriver.*",
}
NOTHING_LEFT = "0 blocks, 0 pinned, 0 modules left"


def left(said: str) -> list[str]:
    """What the fake driver counts as left at the end; a sanitizer may have more to say."""
    return re.findall(r"^.* left$", said, re.MULTILINE)


@pytest.mark.parametrize(
    "variable", [{}, {"HCPY_RELEASE_AT_EXIT": "1"}, {"CUDA_INJECTION64_PATH": "/a/tool.so"}]
)
@pytest.mark.parametrize("program", ORDINARY)
def test_cuda_leaves_nothing_to_leak_checkers(program: str, variable: dict[str, str]) -> None:
    environment = {"HCPY_CUDA_LIBRARY": fake_cuda(), "HCRT_FAKE_CUDA": "leaks", **variable}
    said = run_tests(program, ORDINARY[program], **environment)
    assert left(said) == ([NOTHING_LEFT] if variable else [])


def test_cuda_leaves_nothing_to_a_preloaded_checker(tmp_path: Path) -> None:
    """compute-sanitizer's library comes into the process without a variable that names it."""
    checker = tmp_path / "libsanitizer-collection.so"
    (tmp_path / "empty.c").write_text("int hcrt_test_checker;\n")
    subprocess.run(["cc", "-shared", "-o", checker, tmp_path / "empty.c"], check=True)
    environment = {"HCPY_CUDA_LIBRARY": fake_cuda(), "HCRT_FAKE_CUDA": "leaks", "LD_PRELOAD": str(checker)}
    said = run_tests("cuda_memory_test", ORDINARY["cuda_memory_test"], **environment)
    assert left(said) == [NOTHING_LEFT]


# The end of a view can't throw.
TOLD = re.compile("threw: |could not write it back: ")


def results(printed: str) -> list[str]:
    found = re.findall(r"^result -?\d+$", printed, re.MULTILINE)
    assert found or "threw: " in printed
    return found


@pytest.mark.parametrize("mode", ["", "two"])
def test_any_driver_call_may_fail(mode: str) -> None:
    """T9: each of the calls that a program makes fails once; tests/reliability tries all, with any error."""

    def run_failing(number: int, **more: str) -> str:
        environment = {"HCPY_CUDA_LIBRARY": fake_cuda(), "HCRT_FAKE_CUDA": mode, **more}
        return run("cuda_fault_test", HCRT_FAKE_CUDA_FAIL=str(number), **environment)

    # Threads that look at events make their number vary.
    calls = min(int(re.findall(r"(\d+) driver calls", run_failing(0))[0]) for _ in range(3))
    assert calls > 300
    errors = ({}, {"HCRT_FAKE_CUDA_ERROR": "2"}, {"HCRT_FAKE_CUDA_ERROR": "700"})
    printed = [run_failing(n, **errors[n % 3]) for n in range(1, calls + 1, 5)]
    met = [words for words in printed if re.search(r"^cu\w+ fails$", words, re.MULTILINE)]
    assert len(met) > 0.8 * len(printed)
    # Some calls are made again or done without: then the results are right.
    whole = results(run_failing(0))
    assert [words for words in met if not TOLD.search(words) and results(words) != whole] == []


def test_failed_copies_leave_nothing(hcc: Command, tmp_path: Path) -> None:
    hcc.ok("-hc", REPOSITORY / "tests" / "device" / "failed_copy.cpp", "-o", tmp_path / "copy")
    done = subprocess.run(
        [tmp_path / "copy"],
        env={**os.environ, "HCPY_DEFAULT_ACCELERATOR": "host"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert re.match(r"0 alive: .*an access to a wild address", done.stdout), done.stdout + done.stderr


def test_verbose_prints_choices() -> None:
    output = run_tests("registry_test", "Registry.RunsARegisteredKernel", HCPY_VERBOSE="1")
    assert "hcrt: device host: " in output
    assert "hcrt: kernel 'add_one (test)' at test.cpp:7:3 on host: image host:x86-64 of host:x86-64" in output


def test_shared_library_exports_the_contract_alone() -> None:
    listing = subprocess.run(
        ["nm", "-D", "-C", "--defined-only", str(build() / "lib" / "libhcrt.so")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    names = [line.split(maxsplit=2)[2] for line in listing.splitlines() if len(line.split(maxsplit=2)) == 3]
    assert "hcrt_register" in names
    headers = [
        REPOSITORY / "include" / "hcrt" / f"{stem}.hpp" for stem in ("runtime", "program", "exceptions")
    ]
    text = "".join(header.read_text() for header in headers)
    for name in names:
        if name.startswith(("hcrt::", "Kalmar::")):
            words = name.split("(")[0].split("::")
            function = words[2 if words[1] == "detail" else 1].split("[")[0]
            assert re.search(rf"\b{re.escape(function)}\b", text), name
            classes = ("LaunchScope", "Error", "Ref", "ViewBinding")
            assert words[0] == "Kalmar" or not function[0].isupper() or function in classes, name
            assert "State" not in name


def test_kernels_see_the_words_that_the_host_has_cleared(hcc: Command, tmp_path: Path) -> None:
    """printf's ring: a kernel's read of the tail pairs with the host's release of it."""
    tests = REPOSITORY / "tests" / "programs"
    source = tests / "conformance" / "hc_printf" / "many_tiles.cpp"
    words = ("-hc", "-O2", "--targets=ptx", "--save-temps", "-I", tests / "headers", source, "-o", "program")
    hcc.ok(*words, cwd=tmp_path)
    (ptx,) = tmp_path.glob("*.ptx")
    assert "ld.acquire.sys." in ptx.read_text()


C_API = """
import ctypes, sys

lib = ctypes.CDLL(sys.argv[1])
lib.hcrt_c_error.restype = ctypes.c_char_p
for name in ("create_queue", "start", "marker", "launch_graph", "create_graph"):
    getattr(lib, "hcrt_c_" + name).restype = ctypes.c_void_p


class Launch(ctypes.Structure):
    _fields_ = [
        ("queue", ctypes.c_void_p), ("kernel", ctypes.c_void_p), ("argument_bytes", ctypes.c_uint64),
        ("uses", ctypes.c_uint32), ("after", ctypes.c_uint32), ("size", ctypes.c_uint64 * 3),
        ("group", ctypes.c_uint32 * 4), ("rank", ctypes.c_int32), ("reserved", ctypes.c_uint32),
    ]


def failed(result, kind, part):
    assert not result or result == -1, result
    assert part in lib.hcrt_c_error().decode() and lib.hcrt_c_error_kind() == kind, lib.hcrt_c_error()


for release in (lib.hcrt_c_release_queue, lib.hcrt_c_release_event, lib.hcrt_c_release_graph):
    release(None)
devices = (ctypes.c_void_p * 1)()
assert lib.hcrt_c_devices(b"host", devices, 1) == 1
queue = ctypes.c_void_p(lib.hcrt_c_create_queue(ctypes.c_void_p(devices[0])))
name = ctypes.c_char_p(b"kernel")
kernel = (ctypes.c_void_p * 3)(ctypes.cast(ctypes.create_string_buffer(64), ctypes.c_void_p), None, None)
kernel[1] = ctypes.cast(name, ctypes.c_void_p)
for rank in (0, -1, 4, 1000000):
    launch = Launch(queue, ctypes.addressof(kernel), 0, 0, 0, (1, 1, 1), (0, 0, 0, 0), rank, 0)
    failed(lib.hcrt_c_start(ctypes.byref(launch)), 1, f"a launch has 1 to 3 dimensions, not {rank}")
assert lib.hcrt_c_wait(None) == 0 and lib.hcrt_c_is_ready(None) == 1
none = (ctypes.c_void_p * 1)(None)
event = ctypes.c_void_p(lib.hcrt_c_marker(queue, none, 1))
assert lib.hcrt_c_wait(event) == 0
lib.hcrt_c_release_event(event)
for call in (lib.hcrt_c_wait_queue, lib.hcrt_c_marker):
    failed(call(None, None, 0), 0, "the handle of the queue is null")
failed(lib.hcrt_c_launch_graph(None, ctypes.c_uint64(0)), 0, "the handle of the task graph is null")
lib.hcrt_c_release_queue(queue)
"""


def test_c_interface_refuses_what_is_no_launch() -> None:
    command = [sys.executable, "-c", C_API, str(build() / "lib" / "libhcrt.so")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
