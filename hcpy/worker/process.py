"""The worker's own process: forks a child for each request and sends its answer back.

Takes: request frames on stdin; it answers "load" itself, so that children find the imports done.
Gives: answer frames on stdout, (True, result) or (False, exception). A child that LLVM ended gets an answer
made of its last words.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import re
import selectors
import signal
import sys
import tempfile
import traceback
from typing import IO, TYPE_CHECKING, Any, NoReturn

from hcpy.core import stage_times
from hcpy.core.dataclass import dataclass, field, replace
from hcpy.core.errors import CompileError, HcpyError, InternalError, ToolFailed
from hcpy.core.lazy import lazy, load_module
from hcpy.core.model import DeviceModule, Diagnostic, Location, LoweredModule, Note, Target, Toolchain
from hcpy.ir.module import IrError
from hcpy.targets.base import TargetKind
from hcpy.worker.client import Finished, read_frame, write_frame, write_pickled

if TYPE_CHECKING:
    import llvmlite.binding as llvm

    from hcpy import ir, targets
    from hcpy.core import demangle
    from hcpy.core import tools as tools_module
    from hcpy.passes import find_kernels
else:
    demangle = lazy("hcpy.core.demangle")
    tools_module = lazy("hcpy.core.tools")
    ir = lazy("hcpy.ir")
    find_kernels = lazy("hcpy.passes.find_kernels")
    targets = lazy("hcpy.targets")
    llvm = lazy("llvmlite.binding")

_SMALLEST = b"define void @f() {\n  ret void\n}\n"
_PLACE = re.compile(r"([^\s,;()]+\.\w+):(\d+):(\d+)")
_IN_FUNCTION = re.compile(r"\(?[iI]n function: ([^\s)]+)\)?")
_FATAL = re.compile(r"(?:LLVM ERROR|fatal error: error in backend|error): (.*)")

# LLVM's, wherever a loop has its own width or is marked to be unrolled: by `#pragma unroll`, which clang
# would report as -Wpass-failed, or by a pass of ours that tries it.
_REMARKS = re.compile(rb"remark: |warning: .*:\d+:\d+: loop not ")


def serve(first: tuple[int, bytes] | None = None) -> NoReturn:
    """Answers requests until stdin ends and the last child is done; `first` has been read already."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    load_module("hcpy.passes.lower_gpu")  # what the children of all GPUs need
    with contextlib.suppress(HcpyError):  # the first child that needs it reports it
        ir.load_for_children(tools_module.find_libllvm())
        ir.Module.parse(_SMALLEST).close()  # touches LLVM's pages
    llvm.initialize_all_targets()  # the point of this process: children find LLVM ready
    with (
        open(0, "rb", buffering=0, closefd=False) as requests,
        open(os.dup(1), "wb") as answers,
        selectors.DefaultSelector() as selector,
    ):
        os.dup2(2, 1)  # nothing else may write between the frames
        gc.freeze()  # children share these pages
        try:
            _Server(selector, requests, answers).run(first)
        except BrokenPipeError:
            os._exit(1)  # hcc is gone: nobody reads answers, nor words
    os._exit(0)  # all is said: taking LLVM apart would only take time


@dataclass
class _Child:
    """A running request: where its answer and its words come from."""

    number: int
    request: tuple[Any, ...]
    process: int
    words: IO[bytes]  # what it and LLVM write to stderr
    first_words: str | None  # of the first try, where this is the second
    answer: bytearray = field(default_factory=bytearray)


class _Server:
    """Waits for requests and for children's answers, in one thread: forking needs that."""

    def __init__(self, selector: selectors.BaseSelector, requests: IO[bytes], answers: IO[bytes]) -> None:
        self._selector = selector
        self._requests = requests
        self._answers = answers
        self._children: dict[int, _Child] = {}  # by the pipe that the answer comes from
        selector.register(requests, selectors.EVENT_READ)

    def run(self, first: tuple[int, bytes] | None) -> None:
        is_open = True
        if first is not None:
            self._take(*first)
        while is_open or self._children:
            for key, _ in self._selector.select():
                if key.fd in self._children:
                    self._receive(key.fd)
                elif not self._accept():
                    is_open = False
                    self._selector.unregister(self._requests)

    def _accept(self) -> bool:
        frame = read_frame(self._requests)
        if frame is None:
            return False
        self._take(*frame)
        return True

    def _take(self, number: int, data: bytes) -> None:
        try:
            request = pickle.loads(data)
        except Exception as error:
            write_frame(
                self._answers, number, (False, HcpyError(f"the worker can't read a request: {error}"))
            )
        else:
            if request[0] == "load":
                write_frame(self._answers, number, _answer(request))
                gc.freeze()
            else:
                self._fork(number, request, None)

    def _fork(self, number: int, request: tuple[Any, ...], first_words: str | None) -> None:
        reading, writing = os.pipe()
        words = tempfile.TemporaryFile()  # noqa: SIM115  (closed when the child is done)
        process = os.fork()
        if not process:
            os.close(reading)
            _run_child(request, writing, words.fileno())
        os.close(writing)
        self._children[reading] = _Child(number, request, process, words, first_words)
        self._selector.register(reading, selectors.EVENT_READ)

    def _receive(self, pipe: int) -> None:
        child = self._children[pipe]
        data = os.read(pipe, 1 << 16)
        if data:
            child.answer += data
            return
        self._selector.unregister(pipe)
        os.close(pipe)
        del self._children[pipe]
        self._finish(child)

    def _finish(self, child: _Child) -> None:
        _, status = os.waitpid(child.process, 0)
        code = os.waitstatus_to_exitcode(status)
        words = _words(child)
        if code == 0 and child.first_words is None:
            os.write(2, words.encode())
            write_pickled(self._answers, child.number, child.answer)
            return
        if child.first_words is None and child.request[0] == "compile":
            # Debug locations are dropped before code is made: a second try keeps them, for the user's line.
            _, module, *rest = child.request
            module = replace(module, unit=replace(module.unit, debug=True))
            self._fork(child.number, ("explain", module, *rest), words)
            return
        if code == 0:
            if child.first_words is not None and not pickle.loads(child.answer)[0]:
                write_pickled(self._answers, child.number, child.answer)
                return
            words = child.first_words or ""
        write_frame(self._answers, child.number, (False, _failure(child.request, words, code)))


def _words(child: _Child) -> str:
    """What it wrote to the error stream, but for what llvmlite has no handler for."""
    with child.words as file:
        file.seek(0)
        lines = file.read().splitlines(keepends=True)
    return b"".join(line for line in lines if not _REMARKS.match(line)).decode(errors="replace")


def _run_child(request: tuple[Any, ...], pipe: int, words: int) -> NoReturn:
    """Answers one request into the pipe; never returns into the server's loop."""
    code = 1
    try:
        os.dup2(words, 1)
        os.dup2(words, 2)
        answer = _answer(request)
        with open(pipe, "wb") as out:
            pickle.dump(answer, out, protocol=pickle.HIGHEST_PROTOCOL)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _answer(request: tuple[Any, ...]) -> tuple[bool, object]:
    try:
        if request[0] == "call":
            _, function, args, kwargs = request
            return True, function(*args, **kwargs)
        if request[0] == "load":
            _load(request[1])
            return True, None
        kind, module, target, tools = request
        if kind == "explain":
            explain_failure(module, target, tools)
        if kind == "image":
            return True, Finished(module, _kind(target).load().image(module, tools), (), stage_times.take())
        return True, compile_target(module, target, tools)
    except HcpyError as error:
        return False, error
    except IrError as error:  # of a stage's file that somebody wrote
        words = " ".join(str(error).split())
        text = f"the target '{request[2]}' can't compile this: {words}" if len(request) > 2 else words
        return False, CompileError([Diagnostic("error", None, text)])
    except OSError as error:  # a full disk
        return False, HcpyError(str(error))
    except Exception as error:
        if request[0] in ("compile", "explain", "image") and type(error) is RuntimeError:
            raise  # llvmlite's, which says what LLVM thinks of the source
        return False, InternalError(f"{type(error).__name__}: {error}", traceback.format_exc())


def _load(kinds: tuple[str, ...]) -> None:
    """Imports a target's passes in this process; the first child reports what is wrong with them."""
    with contextlib.suppress(ImportError):
        for kind in map(targets.find_kind, kinds):
            if kind is not None:
                kind.load()


def compile_target(module: DeviceModule, target: Target, tools: Toolchain) -> Finished:
    """Lower and image; raises CompileError where the source can't run on the target."""
    kind = _kind(target)
    with stage_times.span("lower", str(target)):
        lowered = kind.load().lower(module, target, tools)
    if any(d.severity == "error" for d in lowered.diagnostics):
        raise CompileError(lowered.diagnostics)
    with stage_times.span("image", str(target)):
        image = kind.load().image(lowered, tools)
    return Finished(lowered, image, lowered.diagnostics, stage_times.take())


def explain_failure(module: DeviceModule, target: Target, tools: Toolchain) -> None:
    """Raises CompileError where it is known what the back end ended a process for."""
    kind = _kind(target)
    found = kind.explain(module, target, tools)
    if found:
        raise CompileError(found)


def _kind(target: Target) -> TargetKind:
    kind = targets.find_kind(target.kind)
    if kind is None:
        raise HcpyError(f"unknown target '{target}'")
    return kind


def _failure(request: tuple[Any, ...], words: str, code: int) -> HcpyError:
    """What a child's end means to the user."""
    if request[0] not in ("compile", "explain", "image"):
        return ToolFailed(["hcpy.worker"], words, code)
    _, module, target, tools = request
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    fatal = next((m.group(1) for line in lines if (m := _FATAL.search(line))), None)
    if fatal is None:
        fatal = lines[-1] if lines else f"it was ended by signal {-code}"
    text = f"the target '{target}' can't compile this: {_IN_FUNCTION.sub('', fatal).strip()}"
    kernel, place = _place(words, module, tools)
    if kernel:
        text += f", in the kernel '{kernel}'"
    keep = Note(None, "--reproduce=DIR keeps what repeats this failure")
    return CompileError([Diagnostic("error", place, text, (keep,))])


def _place(words: str, module: DeviceModule | LoweredModule, tools: Toolchain) -> tuple[str, Location | None]:
    """The kernel that LLVM worked on, where it says so, and the place that it names, or the kernel's."""
    if (place := _PLACE.search(words)) is not None:
        return "", Location(place.group(1), int(place.group(2)), int(place.group(3)))
    function = _IN_FUNCTION.search(words)
    with contextlib.suppress(ir.IrError), ir.Module.read(module.path) as parsed:
        names = [function.group(1)] if function is not None else list(find_kernels.find_entries(parsed))
        entry = parsed.function(names[0]) if len(names) == 1 else None
        if entry is not None:
            operator, location = find_kernels.call_operator(
                entry, str(tools.prefix / "include"), ir.CallGraph()
            )
            return demangle.kernel_name(operator), location
    return "", None
