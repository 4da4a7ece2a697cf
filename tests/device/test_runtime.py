"""The C++ runtime's own tests: builds them with CMake and runs each program in the environments it needs.

Takes the repository, cmake, ninja and a C++17 compiler; the OpenCL tests also llvmlite and an OpenCL device.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Command

REPOSITORY = Path(__file__).resolve().parents[2]
SOURCES = REPOSITORY / "tests" / "device" / "runtime"

HOST_TESTS = (
    "registry_test",
    "host_test",
    "sharing_test",
    "memory_test",
    "threads_test",
    "coherence_test",
    "vector_maths_test",
)
# What the fake CUDA driver does (HCRT_FAKE_CUDA) -> the tests that need it to.
CUDA_TESTS = {
    "": (
        "describes_the_device",
        "view_goes_to_the_gpu_once_and_back",
        "grid_is_padded_and_blocks_fit_the_function",
        "large_function_object_goes_through_gpu_memory",
        "globals_are_sent_when_they_change",
        "array_captured_by_reference_is_replaced",
        "array_of_another_device_is_refused",
        "rows_and_tracked_memory",
        "events_are_recorded_only_when_asked_for",
        "raw_copies_between_all_places",
        "host_and_gpu_share_a_view",
        "staging_array_is_pinned_and_reaches_the_gpu",
        "boxes_are_copied_by_rows",
        "work_waits_behind_a_function_of_the_host",
        "failures_of_host_functions_reach_gpu_work",
        "copies_of_pageable_memory_block_nobody",
    ),
    "two": ("two_gpus_copy_to_each_other",),
    "two nopeer": ("two_gpus_copy_to_each_other",),
    "two slow": ("slow_rows_between_gpus_come_after_earlier_work", "two_gpus_copy_to_each_other"),
    "idle": ("idle_grid_that_is_too_long_is_folded",),
    "slow": (
        "slow_held_event_completes_before_later_work",
        "slow_queues_follow_each_other",
        "slow_memory_is_freed_after_its_work",
        "slow_lent_bytes_come_between_kernels",
        "slow_small_copies_follow_each_other",
        "slow_boxes_wait_for_the_parts_of_a_view",
        "slow_parts_go_up_behind_what_the_host_writes",
        "view_goes_to_the_gpu_once_and_back",
        "globals_are_sent_when_they_change",
        "array_captured_by_reference_is_replaced",
    ),
    "badptx": ("badptx_log_is_in_the_error",),
    "oom": ("oom_is_reported_and_cached_memory_is_reused",),
    "fault": ("fault_is_kept_in_the_event",),
}
CUDA_GRAPH_TESTS = {
    "": (
        "chain_is_one_driver_graph",
        "copies_and_boxes",
        "arguments_change_between_launches",
        "array_captured_by_reference_outlives_its_object",
        "two_queues_and_other_work",
        "globals_have_the_value_of_the_launch",
        "launches_behind_a_closed_gate",
        "large_launches_behind_a_closed_gate_keep_their_values",
    ),
    "slow": (
        "arguments_change_between_launches",
        "array_captured_by_reference_outlives_its_object",
        "two_queues_and_other_work",
        "globals_have_the_value_of_the_launch",
        "large_launches_behind_a_closed_gate_keep_their_values",
    ),
    "nograph": ("commands_one_by_one", "array_captured_by_reference_outlives_its_object"),
    "nochange": ("nochange_makes_the_graph_anew",),
    "two": ("two_gpus_in_one_graph", "two_gpus_raw_copies_in_one_graph", "two_gpus_one_recorded"),
    "fault": ("fault_in_a_graph_is_told",),
}
CUDA_MEMORY_TESTS = {
    "": (
        "failed_uploads_of_variables_are_made_again",
        "variables_are_found_by_address_among_damaged_units",
        "variables_are_found_by_the_address_on_the_device",
        "memory_is_unlocked_by_any_thread",
        "memory_is_aligned_as_asked",
        "views_that_fail_leave_nothing",
    ),
    "fault": ("fault_memory_functions_do_not_throw",),
}


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the built library and test programs; HCPY_RUNTIME_BUILD keeps it between runs."""
    cmake = shutil.which("cmake")
    if cmake is None:
        pytest.fail("cmake is not installed: pip install '.[test]'")
    kept = os.environ.get("HCPY_RUNTIME_BUILD")
    folder = Path(kept) if kept else tmp_path_factory.mktemp("runtime")
    configure = [cmake, "-S", str(REPOSITORY), "-B", str(folder), "-DHCPY_BUILD_TESTS=ON"]
    if shutil.which("ninja") and not (folder / "CMakeCache.txt").exists():
        configure += ["-G", "Ninja"]
    for command in (configure, [cmake, "--build", str(folder), "--parallel", "2"]):
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout + result.stderr
        assert "warning:" not in result.stdout + result.stderr
    return folder


def run(build: Path, program: str, *names: str, **environment: str) -> str:
    """Runs a test program (those of its tests that are named) and gives what it printed."""
    variables = {key: value for key, value in os.environ.items() if not key.startswith(("HCPY_", "HCRT_"))}
    result = subprocess.run(
        [str(build / "bin" / program), *names],
        env=variables | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, f"{program} {environment}: {result.stdout}{result.stderr}"
    for name in names:
        assert name.startswith("-") or f"ok   {name}\n" in result.stdout
    return result.stdout + result.stderr


@pytest.mark.parametrize("threads", ["1", "2", "5"])
@pytest.mark.parametrize("program", HOST_TESTS)
def test_host(build: Path, program: str, threads: str) -> None:
    run(build, program, HCPY_NULL_DEVICE="1", HCPY_HOST_THREADS=threads)


@pytest.mark.parametrize("threads", ["1", "2", "5"])
def test_host_faults(build: Path, threads: str) -> None:
    """Without OpenCL drivers, which catch signals of their own accord."""
    run(build, "host_faults_test", HCPY_OPENCL_LIBRARY="none", HCPY_HOST_THREADS=threads)


@pytest.mark.parametrize("mode", CUDA_TESTS)
def test_cuda(build: Path, mode: str) -> None:
    library = str(build / "lib" / "libfake_cuda.so")
    run(build, "cuda_test", *CUDA_TESTS[mode], HCPY_CUDA_LIBRARY=library, HCRT_FAKE_CUDA=mode)


@pytest.mark.parametrize(("mode", "way"), [("two", "directly"), ("two nopeer", "through host memory")])
def test_the_way_between_gpus_is_told(build: Path, mode: str, way: str) -> None:
    library = str(build / "lib" / "libfake_cuda.so")
    environment = {"HCPY_CUDA_LIBRARY": library, "HCRT_FAKE_CUDA": mode, "HCPY_VERBOSE": "1"}
    said = run(build, "cuda_test", "two_gpus_copy_to_each_other", **environment)
    for a, b in ((0, 1), (1, 0)):
        assert len(re.findall(rf"copies from cuda:{a} to cuda:{b}: {way}", said)) == 1, said


def test_cuda_trace(build: Path, tmp_path: Path) -> None:
    """A trace asks for the GPU's times; nodes of a graph are in it like other work."""
    trace = tmp_path / "trace.json"
    library = str(build / "lib" / "libfake_cuda.so")
    names = ("view_goes_to_the_gpu_once_and_back", "timing_gives_gpu_times")
    run(build, "cuda_test", *names, HCPY_CUDA_LIBRARY=library, HCPY_TRACE=str(trace))
    run(
        build,
        "cuda_graph_test",
        "commands_one_by_one",
        HCPY_CUDA_LIBRARY=library,
        HCPY_TRACE=str(tmp_path / "graph"),
    )
    for file, kernels in ((trace, 5), (tmp_path / "graph", 10)):
        found = [e for e in json.loads(file.read_text()) if e["ph"] == "X"]
        assert [e["name"] for e in found].count("add (test)") == kernels
        assert {"copy to host", "wait for elements"} <= {e["name"] for e in found}
        assert all(e["dur"] >= 0 for e in found)


@pytest.mark.parametrize("mode", CUDA_GRAPH_TESTS)
def test_cuda_graphs(build: Path, mode: str) -> None:
    library = str(build / "lib" / "libfake_cuda.so")
    names = CUDA_GRAPH_TESTS[mode]
    run(build, "cuda_graph_test", *names, HCPY_CUDA_LIBRARY=library, HCRT_FAKE_CUDA=mode)


@pytest.mark.parametrize("mode", CUDA_MEMORY_TESTS)
def test_cuda_memory(build: Path, mode: str) -> None:
    library = str(build / "lib" / "libfake_cuda.so")
    names = CUDA_MEMORY_TESTS[mode]
    run(build, "cuda_memory_test", *names, HCPY_CUDA_LIBRARY=library, HCRT_FAKE_CUDA=mode)


@pytest.mark.parametrize(
    ("mode", "name"),
    [
        ("slow", "slow_end_of_a_queue_delays_no_function"),
        ("", "queues_end_whose_work_came_after_functions"),
        ("loader", "loader_registers_while_the_driver_loads"),
    ],
)
def test_lifetimes(build: Path, mode: str, name: str) -> None:
    library = str(build / "lib" / "libfake_cuda.so")
    run(build, "lifetime_test", name, HCPY_CUDA_LIBRARY=library, HCRT_FAKE_CUDA=mode)


@pytest.mark.parametrize(
    "variable", [{}, {"HCPY_RELEASE_AT_EXIT": "1"}, {"CUDA_INJECTION64_PATH": "/a/tool.so"}]
)
@pytest.mark.parametrize("program", ["cuda_test", "cuda_memory_test", "cuda_graph_test"])
def test_cuda_leaves_nothing_to_leak_checkers(build: Path, program: str, variable: dict[str, str]) -> None:
    library = str(build / "lib" / "libfake_cuda.so")
    names = {"cuda_test": CUDA_TESTS, "cuda_memory_test": CUDA_MEMORY_TESTS}.get(program, CUDA_GRAPH_TESTS)[
        ""
    ]
    said = run(build, program, *names, HCPY_CUDA_LIBRARY=library, HCRT_FAKE_CUDA="leaks", **variable)
    assert said.endswith("0 blocks, 0 pinned, 0 modules left\n" if variable else "")
    assert ("left\n" in said) == bool(variable)


def test_cuda_leaves_nothing_to_a_preloaded_checker(build: Path, tmp_path: Path) -> None:
    """compute-sanitizer's library comes into the process without a variable that names it."""
    checker = tmp_path / "libsanitizer-collection.so"
    (tmp_path / "empty.c").write_text("int hcrt_test_checker;\n")
    subprocess.run(["cc", "-shared", "-o", checker, tmp_path / "empty.c"], check=True)
    library = str(build / "lib" / "libfake_cuda.so")
    environment = {"HCPY_CUDA_LIBRARY": library, "HCRT_FAKE_CUDA": "leaks", "LD_PRELOAD": str(checker)}
    said = run(build, "cuda_memory_test", *CUDA_MEMORY_TESTS[""], **environment)
    assert said.endswith("0 blocks, 0 pinned, 0 modules left\n")


def test_cuda_event_timing(build: Path) -> None:
    library = str(build / "lib" / "libfake_cuda.so")
    run(build, "cuda_test", "timing_gives_gpu_times", HCPY_CUDA_LIBRARY=library, HCPY_EVENT_TIMING="1")


@pytest.mark.parametrize("mode", ["", "two"])
def test_any_driver_call_may_fail(build: Path, mode: str) -> None:
    """T9: each of the calls that a program makes fails once; tests/reliability tries all, with any error."""
    library = str(build / "lib" / "libfake_cuda.so")

    def run_failing(number: int, **more: str) -> str:
        environment = {"HCPY_CUDA_LIBRARY": library, "HCRT_FAKE_CUDA": mode, **more}
        return run(build, "cuda_fault_test", HCRT_FAKE_CUDA_FAIL=str(number), **environment)

    calls = int(re.findall(r"(\d+) driver calls", run_failing(0))[0])
    assert calls > 300
    errors = ({}, {"HCRT_FAKE_CUDA_ERROR": "2"}, {"HCRT_FAKE_CUDA_ERROR": "700"})
    printed = [run_failing(n, **errors[n % 3]) for n in range(1, calls + 1, 5)]
    # The others are calls whose failure changes nothing, as a question asked again.
    assert sum("CUDA_ERROR" in words or "error (" in words for words in printed) > len(printed) / 4


@pytest.mark.parametrize("mode", ["none", "initfail", "missing"])
def test_without_a_gpu_the_reason_is_told(build: Path, mode: str) -> None:
    library = str(build / "lib" / ("libfake_cuda.so" if mode != "missing" else "nothing.so"))
    chosen = "cuda"
    run(
        build,
        "cuda_test",
        "none_is_a_note",
        HCPY_CUDA_LIBRARY=library,
        HCRT_FAKE_CUDA=mode,
        HCPY_DEFAULT_ACCELERATOR=chosen,
    )


@pytest.mark.parametrize(
    ("file", "modes", "alone"),
    [
        ("cuda_test.cpp", CUDA_TESTS, {"timing_gives_gpu_times", "none_is_a_note", "any_call_may_fail"}),
        ("cuda_graph_test.cpp", CUDA_GRAPH_TESTS, set()),
        ("cuda_memory_test.cpp", CUDA_MEMORY_TESTS, set()),
    ],
)
def test_every_cuda_test_is_run(file: str, modes: dict[str, tuple[str, ...]], alone: set[str]) -> None:
    named = {name for names in modes.values() for name in names} | alone
    for line in (SOURCES / file).read_text().splitlines():
        if line.startswith("TEST("):
            assert line[5 : line.index(")")] in named


@pytest.fixture(scope="session")
def spirv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """kernels.ll as a SPIR-V module."""
    import llvmlite.binding as binding

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple("spirv64v1.4-unknown-unknown").create_target_machine(opt=2)
    module = binding.parse_assembly((SOURCES / "kernels.ll").read_text())
    path = tmp_path_factory.mktemp("spirv") / "kernels.spv"
    path.write_bytes(machine.emit_object(module))
    return path


def opencl_device_count(build: Path) -> int:
    return sum(d["backend"] == "opencl" and not d["unusable"] for d in information(build)["accelerators"])


def information(build: Path, **environment: str) -> dict:  # type: ignore[type-arg]
    return json.loads(run(build, "hcrt-info", "--json", **environment))  # type: ignore[no-any-return]


@pytest.mark.parametrize("memory", ["system", "usm", "svm"])
def test_opencl(build: Path, spirv: Path, memory: str) -> None:
    if opencl_device_count(build) == 0:
        pytest.skip("there is no usable OpenCL device")
    run(build, "opencl_test", HCRT_TEST_SPIRV=str(spirv), HCPY_OPENCL_MEMORY=memory)


def test_opencl_failure_is_told(build: Path, spirv: Path) -> None:
    if opencl_device_count(build) == 0:
        pytest.skip("there is no usable OpenCL device")
    library = str(build / "lib" / "libfailing_opencl.so")
    name = "a_failure_is_told_though_other_work_follows"
    run(build, "opencl_test", name, HCRT_TEST_SPIRV=str(spirv), HCPY_OPENCL_LIBRARY=library)


def test_info_lists_devices_and_reasons(build: Path) -> None:
    nowhere = str(build / "nothing.so")
    found = information(build, HCPY_CUDA_LIBRARY=nowhere, HCPY_OPENCL_LIBRARY=nowhere)
    assert [d["path"] for d in found["accelerators"]] == ["cpu", "host"]
    assert found["accelerators"][0]["unusable"] and not found["accelerators"][1]["unusable"]
    assert found["default"] == "host"
    assert found["notes"][0].startswith("cuda: the CUDA driver is missing")
    assert found["notes"][1].startswith("opencl: the OpenCL library is missing")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("cuda", "the CUDA driver is missing"),
        ("opencl:3", "the OpenCL library is missing"),
        ("gpu", "unknown accelerator; use host, opencl[:n] or cuda[:n]"),
        ("host:1", "no such device"),
    ],
)
def test_unusable_default_accelerator_says_why(build: Path, name: str, reason: str) -> None:
    nowhere = str(build / "nothing.so")
    found = information(
        build, HCPY_DEFAULT_ACCELERATOR=name, HCPY_CUDA_LIBRARY=nowhere, HCPY_OPENCL_LIBRARY=nowhere
    )
    assert found["default"] == ""
    assert found["default_error"].startswith(f"HCPY_DEFAULT_ACCELERATOR={name}: ")
    assert reason in found["default_error"]


def test_host_threads_must_be_a_number(build: Path) -> None:
    found = information(build, HCPY_HOST_THREADS="many", HCPY_DEFAULT_ACCELERATOR="host")
    assert "HCPY_HOST_THREADS=many is not a number" in found["default_error"]


@pytest.mark.parametrize("threads", [{}, {"HCPY_HOST_THREADS": "0"}], ids=["unset", "zero"])
def test_host_has_a_thread_for_each_processor_it_may_use(build: Path, threads: dict[str, str]) -> None:
    allowed = os.sched_getaffinity(0)
    for processors in ({min(allowed)}, allowed):
        os.sched_setaffinity(0, processors)
        try:
            found = information(build, HCPY_DEFAULT_ACCELERATOR="host", **threads)
        finally:
            os.sched_setaffinity(0, allowed)
        assert found["default"] == "host"
        (host,) = (d for d in found["accelerators"] if d["path"] == "host")
        assert not host["unusable"] and host["compute_units"] == len(processors)


def test_default_is_the_gpu(build: Path) -> None:
    library = str(build / "lib" / "libfake_cuda.so")
    assert information(build, HCPY_CUDA_LIBRARY=library)["default"] == "cuda:0"
    assert information(build, HCPY_CUDA_LIBRARY=library, HCPY_DEFAULT_ACCELERATOR="host")["default"] == "host"


def test_numbers_of_accelerators_leave_out_unusable_ones(build: Path, hcc: Command, tmp_path: Path) -> None:
    """Where a GPU is there but can't be used: one of the questions about it fails."""
    fake = {"HCPY_CUDA_LIBRARY": str(build / "lib" / "libfake_cuda.so"), "HCPY_OPENCL_LIBRARY": "/nothing.so"}
    program = tmp_path / "list"
    source = REPOSITORY / "tests" / "programs" / "conformance" / "hc_accelerator" / "list.cpp"
    hcc.ok("-hc", source, "-I", REPOSITORY / "tests" / "programs" / "headers", "-o", program)
    unusable = 0
    for call in range(1, 12):
        environment = {**fake, "HCRT_FAKE_CUDA_FAIL": str(call)}
        listed, _ = json.JSONDecoder().raw_decode(run(build, "hcrt-info", "--json", **environment))
        unusable += any(d["backend"] == "cuda" and d["unusable"] for d in listed["accelerators"])
        done = subprocess.run(
            [program],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert unusable > 0


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


def test_info_is_readable_text(build: Path) -> None:
    text = run(build, "hcrt-info", HCPY_CUDA_LIBRARY="/nothing.so")
    assert "host" in text and "default: " in text and "tile_static" in text


def test_verbose_prints_choices(build: Path) -> None:
    output = run(build, "registry_test", "runs_a_registered_kernel", HCPY_VERBOSE="1")
    assert "hcrt: device host: " in output
    assert "hcrt: kernel 'add_one (test)' at test.cpp:7:3 on host: image host:x86-64 of host:x86-64" in output


def test_shared_library_exports_the_contract_alone(build: Path) -> None:
    listing = subprocess.run(
        ["nm", "-D", "-C", "--defined-only", str(build / "lib" / "libhcrt.so")],
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


def test_c_interface_refuses_what_is_no_launch(build: Path) -> None:
    command = [sys.executable, "-c", C_API, str(build / "lib" / "libhcrt.so")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
