"""The worker: requests run side by side in children, and what LLVM does to a child becomes an error."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hcpy.core.errors import CompileError, HcpyError, InternalError, ToolFailed
from hcpy.core.model import DeviceModule, Dialect, Target, Toolchain, TranslationUnit
from hcpy.worker.client import Worker
from hcpy.worker.forked import ForkedProcess

LAYOUT = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
KERNEL = """target triple = "spirv64-unknown-unknown"

%struct.W = type {{ ptr addrspace(4) }}

define spir_kernel void @kernel(ptr noundef byval(%struct.W) align 8 %w) !dbg !4 {{
entry:
{}
  ret void, !dbg !7
}}

define internal spir_func void @_Z4userv() !dbg !8 {{
entry:
  ret void, !dbg !9
}}

{}

!llvm.dbg.cu = !{{!0}}
!llvm.module.flags = !{{!2}}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "user.cpp", directory: "")
!2 = !{{i32 2, !"Debug Info Version", i32 3}}
!3 = !DISubroutineType(types: !{{}})
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 1, type: !3, spFlags: 8, unit: !0)
!7 = !DILocation(line: 2, column: 3, scope: !4)
!8 = distinct !DISubprogram(name: "user", file: !1, line: 11, type: !3, spFlags: 8, unit: !0)
!9 = !DILocation(line: 12, column: 5, scope: !8)
"""
CALL = "  call spir_func void @_Z4userv(), !dbg !7"


@pytest.fixture(scope="module", params=("spawned", "forked"))
def worker(request: pytest.FixtureRequest) -> Iterator[Worker]:
    with made(request.param) as started:
        yield started


def made(way: str) -> Worker:
    """A worker whose process is a new interpreter, or a child of fork of this one."""
    worker = Worker()
    if way == "forked":
        worker.fork()
    return worker


def request(
    folder: Path, body: str = CALL, rest: str = "", kind: str = "spirv"
) -> tuple[DeviceModule, Target, Toolchain]:
    path = folder / "module.ll"
    path.write_text(f'target datalayout = "{LAYOUT}"\n' + KERNEL.format(body, rest))
    nowhere = folder / "nowhere"
    unit = TranslationUnit(folder / "user.cpp", Dialect.HC, (), (), folder)
    return DeviceModule(unit, kind, path), Target(kind), Toolchain(nowhere, nowhere, nowhere, nowhere, None)


def test_lower_and_image(worker: Worker, tmp_path: Path) -> None:
    done = worker.submit(*request(tmp_path)).result()
    assert done.image.path.read_bytes()[:4] == b"\x03\x02\x23\x07"
    assert done.lowered.path.exists() and done.diagnostics == ()
    kernel = done.image.kernels[0]
    assert (kernel.name, kernel.display_name, kernel.parameter_bytes) == ("kernel", "user at user.cpp:11", 8)


def test_the_null_target_lists_kernels(worker: Worker, tmp_path: Path) -> None:
    assert worker.submit(*request(tmp_path, kind="null")).result().image.path.read_text() == "kernel\n"


def test_errors_in_the_source_are_raised(worker: Worker, tmp_path: Path) -> None:
    body = "  call spir_func void @__cxa_throw(), !dbg !7"
    with pytest.raises(CompileError) as raised:
        worker.submit(*request(tmp_path, body, "declare spir_func void @__cxa_throw()")).result()
    (found,) = raised.value.diagnostics
    assert str(found.location) == "user.cpp:2:3" and "'throw'" in found.message


def test_what_llvm_aborts_for_becomes_an_error_at_the_call(worker: Worker, tmp_path: Path) -> None:
    body = CALL + "\n  %r = call i64 @llvm.readcyclecounter(), !dbg !7\n  store volatile i64 %r, ptr %w"
    with pytest.raises(CompileError) as raised:
        worker.submit(*request(tmp_path, body, "declare i64 @llvm.readcyclecounter()")).result()
    (found,) = raised.value.diagnostics
    assert found.message.startswith("the target 'spirv' can't compile LLVM's 'llvm.readcyclecounter'")
    assert str(found.location) == "user.cpp:2:3"


def test_a_child_that_dies_is_an_error_and_the_worker_lives(worker: Worker) -> None:
    with pytest.raises(ToolFailed):
        worker.call(os.abort)
    assert worker.call(os.path.basename, "a/b") == "b"


def test_errors_and_results_of_functions_come_back(worker: Worker) -> None:
    assert worker.call(divmod, 17, 5) == (3, 2)
    with pytest.raises(InternalError, match=r"^ZeroDivisionError: .*\n\nTraceback") as raised:
        worker.call(divmod, 1, 0)
    assert "in _answer" in raised.value.details


def test_a_module_that_llvm_refuses_is_told_in_its_words(worker: Worker, tmp_path: Path) -> None:
    """A stage's file may be anybody's."""
    module, target, tools = request(tmp_path)
    module.path.write_text("define no function\n")
    with pytest.raises(CompileError) as caught:
        worker.submit(module, target, tools).result()
    (diagnostic,) = caught.value.diagnostics
    assert "can't compile this: " in diagnostic.message and "expected type" in diagnostic.message
    module.path.unlink()
    with pytest.raises(HcpyError, match="No such file"):
        worker.submit(module, target, tools).result()


def test_requests_run_side_by_side(worker: Worker) -> None:
    worker.call(abs, 1)  # started
    begin = time.monotonic()
    futures = [worker.submit_call(time.sleep, 0.4) for _ in range(4)]
    for future in futures:
        future.result()
    assert time.monotonic() - begin < 1.2


def test_large_answers_fit(worker: Worker) -> None:
    assert len(worker.call(bytes, 5_000_000)) == 5_000_000


def test_large_requests_and_answers_pass_each_other() -> None:
    # In a process of its own: who waits for a worker that waits for it does not end.
    text = (
        "import operator\nfrom hcpy.worker.client import Worker\n"
        "with Worker() as worker:\n"
        "    data = b'x' * 1_000_000\n"
        "    made = [worker.submit_call(operator.concat, data, b'y') for _ in range(20)]\n"
        "    print(sum(len(future.result()) for future in made))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "20000020\n"


def test_a_closed_worker_starts_again() -> None:
    worker = Worker()
    worker.start()
    worker.close()
    worker.close()
    assert worker.call(abs, -2) == 2
    worker.close()


@pytest.mark.parametrize("way", ["spawned", "forked"])
def test_a_worker_that_ended_is_followed_by_a_new_one(way: str) -> None:
    with made(way) as worker:
        for _ in range(3):
            lost = worker.submit_call(time.sleep, 0.2)
            os.kill(worker.call(os.getppid), signal.SIGKILL)
            with pytest.raises(ToolFailed):
                lost.result()
            assert worker.call(abs, -3) == 3


def test_interrupts_of_the_callers_group_do_not_reach_the_worker(worker: Worker) -> None:
    assert worker.call(os.getpgrp) != os.getpgrp()


def test_modules_in_the_current_folder_are_not_the_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("selectors", "tempfile", "pickle", "hcpy"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not the one that was meant')\n")
    monkeypatch.chdir(tmp_path)
    with Worker() as worker:
        assert worker.call(abs, -4) == 4


def test_a_forked_worker_loads_llvm_at_the_first_request() -> None:
    program = """
import os, pathlib
from hcpy.worker.client import Worker

def is_llvm_loaded():
    return "libllvmlite" in pathlib.Path(f"/proc/{process}/maps").read_text()

worker = Worker()
worker.fork()
process = worker._process.pid
assert not is_llvm_loaded()
assert worker.call(os.getppid) == process
assert is_llvm_loaded()
worker.close()
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_forked_worker_without_requests_ends_when_it_is_closed() -> None:
    worker = made("forked")
    process = server_of(worker)
    worker.close()
    assert process.poll() == 0


def test_a_forked_worker_has_no_files_and_handlers_of_its_parents(tmp_path: Path) -> None:
    """It would keep a pipe open whose end somebody waits for, or remove what its parent writes."""
    reading, writing = os.pipe()
    os.set_inheritable(writing, True)
    earlier = signal.signal(signal.SIGTERM, lambda number, frame: (tmp_path / "cleaned").touch())
    try:
        worker = made("forked")
    finally:
        signal.signal(signal.SIGTERM, earlier)
        os.close(writing)
    process = server_of(worker)
    assert os.read(reading, 1) == b""
    os.close(reading)
    os.kill(process.pid, signal.SIGTERM)
    assert process.wait() == -signal.SIGTERM
    assert worker.call(os.getppid) != process.pid
    worker.close()
    assert not (tmp_path / "cleaned").exists()


def test_what_was_printed_before_the_fork_is_written_once() -> None:
    program = (
        "from hcpy.worker.client import Worker\n"
        "print('once')\nworker = Worker()\nworker.fork()\nworker.call(print, 'asked')\nworker.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "once\n"
    assert done.stderr == "asked\n"


def server_of(worker: Worker) -> ForkedProcess:
    """The process of a worker that has not been asked for anything yet."""
    process = worker._process
    assert isinstance(process, ForkedProcess)
    return process


def test_a_child_of_fork_has_a_worker_of_its_own() -> None:
    """Also where another thread was sending a request just then."""
    with Worker() as worker:
        server = worker.call(os.getppid)
        with worker._lock:
            child = os.fork()
            if not child:
                signal.alarm(30)
                worker.leave()
                os._exit(0 if worker.call(os.getppid) != server else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert worker.call(os.getppid) == server


def test_remarks_of_llvm_reach_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    text = "remark: loop not vectorized\nwarning: seen\nwarning: <unknown>:0:0: loop not vectorized: why\nend"
    with Worker() as worker:
        worker.call(os.write, 2, text.encode())
    assert capfd.readouterr().err == "warning: seen\nend"
