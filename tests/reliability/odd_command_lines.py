"""T24: names that a shell, a make or a parser would take apart reach clang as they are, byte by byte.

Takes: a folder. Gives: 300 cases, each one run of hcc with a clang that writes down its arguments, and runs
of hcc that a signal ends.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))  # conftest, where this is no pytest run

from conftest import command  # noqa: E402

WORDS: tuple[bytes, ...] = (
    *(b"two words", b" ends with blanks ", b"one's", b'a "quote"', b"new\nline", b"tab\there"),
    *(b"a;touch PWNED;b", b"$(touch PWNED)", b"`touch PWNED`", b"$HOME", b"a&touch PWNED&b", b"a|b>c<d"),
    *(b"back\\slash\\", b"-dash", b"--version", b"not \xff\xfe utf-8", "\u00e9\u65e5\u672c".encode()),
    *(b"*?[a-z]{b,c}", b"%s%n%%", b"#hash:colon=equal,comma"),
)
HC = b"""#include <hc.hpp>
#include "own.h"
#ifdef BOTH
int own_of_both() [[cpu]] { return 1; }
int own_of_both() [[hc]] { return 2; }
#endif
int run() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = own(i[0]); });
  return v[2];
}
"""
# Overloads that differ in their restriction: only edited text compiles.
AMP = b"""#include <amp.h>
int own(int x) restrict(cpu) { return x; }
int own(int x) restrict(amp) { return x + 1; }
int run() {
  using namespace concurrency;
  array_view<int, 1> v(4);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = own(i[0]); });
  return v[2];
}
"""
OWN = b"inline int own(int x) { return x; }\n"
PLAIN = b"int run() { return 3; }\n"
MAIN = b"int run();\nint main() { return run(); }\n"


@dataclass(frozen=True)
class Case:
    """One run of hcc."""

    group: str
    word: bytes
    files: Mapping[bytes, bytes]
    arguments: Sequence[bytes]
    made: tuple[bytes, ...] = ()  # files that there are afterwards, besides those above
    verbatim: bytes = b""  # an argument that clang gets
    env: Mapping[bytes, bytes] = field(default_factory=dict)
    code: int = 0
    program: int | None = None  # the exit code of ./program

    @property
    def name(self) -> str:
        return f"{self.group} {self.word!r}"


def _given(name: bytes) -> bytes:
    """A name as a separate argument."""
    return b"./" + name if name[:1] in (b"-", b"@") else name


def _of_word(w: bytes) -> list[Case]:
    """The cases of one word."""
    source, given = w + b".cpp", _given(w + b".cpp")
    out = (b"-c", b"-o", b"out.o")
    null = b"--targets=null"
    response = b'"-DNAME=' + w.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'" -c plain.cpp -o out.o'
    plain = {b"plain.cpp": PLAIN}
    hc = {b"kernel.cpp": HC, b"own.h": OWN}
    return [
        Case("source", w, {source: PLAIN}, (*out, given), (b"out.o",), given),
        Case("folder", w, {w + b"/plain.cpp": PLAIN}, (*out, _given(w) + b"/plain.cpp"), (b"out.o",)),
        Case("define", w, plain, (*out, b"-DNAME=" + w, b"plain.cpp"), (b"out.o",), b"-DNAME=" + w),
        Case("output", w, plain, (b"-c", b"plain.cpp", b"-o", w + b".o"), (w + b".o",), w + b".o"),
        Case(
            "include folder",
            w,
            {b"plain.cpp": b'#include "own.h"\n', w + b"/own.h": OWN},
            (*out, b"-I", w, b"plain.cpp"),
            (b"out.o",),
            w,
        ),
        Case(
            "dependency file",
            w,
            plain,
            (*out, b"-MD", b"-MF", w + b".d", b"-MQ", w, b"plain.cpp"),
            (b"out.o", w + b".d"),
            w + b".d",
        ),
        Case("response file", w, {**plain, b"words": response}, (b"@words",), (b"out.o",), b"-DNAME=" + w),
        Case(
            "program",
            w,
            {source: PLAIN, b"main.cpp": MAIN},
            (given, b"main.cpp", b"-o", b"program"),
            (b"program",),
            program=3,
        ),
        Case("variable", w, plain, (*out, b"plain.cpp"), (b"out.o",), env={b"HCPY_TARGETS": w, b"CPATH": w}),
        Case("bad variable", w, hc, (*out, b"kernel.cpp"), env={b"HCPY_TARGETS": w}, code=1),
        Case("temporary folder", w, {**hc, w + b"/x": b""}, (*out, null, b"kernel.cpp"), (b"out.o",)),
        Case("kernel source", w, {source: HC, b"own.h": OWN}, (*out, null, given), (b"out.o",), given),
        Case("edited source", w, {source: AMP}, (*out, null, given), (b"out.o",), given),
        Case("kernel define", w, hc, (*out, null, b"-DN=" + w, b"kernel.cpp"), (b"out.o",), b"-DN=" + w),
        Case(
            "kernel program",
            w,
            {source: HC, b"own.h": OWN, b"main.cpp": MAIN},
            (b"--targets=host:x86-64", b"-MD", given, b"main.cpp", b"-o", b"program"),
            (b"program", b"program.d"),
            program=2,
        ),
    ]


def cases() -> list[Case]:
    """All of them, the words in turn."""
    return [case for word in WORDS for case in _of_word(word)]


# --- running -----------------------------------------------------------------------------------------
class Runs:
    """Runs cases below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = os.fsencode(folder)
        self._log = os.path.join(self._folder, b"arguments")
        self._clang = os.path.join(self._folder, b"tools", b"bin", b"clang-22")
        self._number = 0
        os.makedirs(self._log, exist_ok=True)
        real = shutil.which("clang-22", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
        assert real is not None, "clang-22 is not on the PATH"
        os.makedirs(os.path.dirname(self._clang))
        real = os.path.realpath(real)
        tools = Path(real).parent
        (folder / "tools" / "lib").symlink_to(tools.parent / "lib")
        (folder / "tools" / "bin" / "ld.lld").symlink_to(tools / "ld.lld")
        with open(self._clang, "w") as script:
            script.write(
                "#!/bin/sh\n"
                'printf "%s\\0" "$@" > "$T24_LOG/$$"\n'
                'case "$T24_WAIT" in ?*) case " $* " in *" $T24_WAIT "*) exec sleep 100 ;; esac ;; esac\n'
                f'exec {real} "$@"\n'
            )
        os.chmod(self._clang, 0o755)

    def fails(self, case: Case) -> str:
        """Why a case fails; empty where it does not."""
        place, temporary = self._prepare(case)
        done = subprocess.run(
            self._command(case.arguments),
            cwd=place,
            env=self._environment(case.env, temporary),
            capture_output=True,
            timeout=120,
            check=False,
        )
        said = done.stderr.decode("utf-8", "backslashreplace")
        if done.returncode != case.code or "Traceback" in said:
            return f"{case.name}: exit code {done.returncode}\n{said}"
        if case.code and said.count("\n") > 1 + case.word.count(b"\n"):
            return f"{case.name}: more than one line\n{said}"
        found = _files(place)
        expected = {*case.files, *case.made}
        if temporary.startswith(place):
            expected = {name for name in expected if not name.startswith(temporary[len(place) + 1 :])}
        if found != expected:
            return f"{case.name}: files {sorted(found ^ expected)}\n{said}"
        if left := os.listdir(temporary):
            return f"{case.name}: left in the temporary folder: {left}"
        if case.verbatim and not any(case.verbatim in words for words in self._arguments()):
            return f"{case.name}: clang did not get {case.verbatim!r}"
        if case.program is not None:
            env = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": "host"}
            ended = subprocess.run([b"./program"], cwd=place, env=env, timeout=60, check=False).returncode
            if ended != case.program:
                return f"{case.name}: the program ended with {ended}"
        shutil.rmtree(place)
        return ""

    def interrupted(self, number: signal.Signals, waits_at: bytes, arguments: Sequence[bytes]) -> str:
        """Why a run that a signal ends is not as it should be; clang waits at an argument."""
        case = Case("signal", waits_at, {b"kernel.cpp": HC, b"own.h": OWN, b"plain.cpp": MAIN}, arguments)
        place, temporary = self._prepare(case)
        env = self._environment({b"T24_WAIT": waits_at}, temporary)
        # A test run in the background of a shell has SIGINT ignored, and so would hcc.
        words = (b"env", b"--default-signal=INT", *self._command(arguments))
        with subprocess.Popen(words, cwd=place, env=env, stderr=subprocess.PIPE) as process:
            deadline = time.monotonic() + 60
            while not any(waits_at in words for words in self._arguments()):
                if time.monotonic() > deadline or process.poll() is not None:
                    process.kill()
                    return f"clang was not called with {waits_at!r}"
                time.sleep(0.01)
            faults = _unsafe(temporary)
            process.send_signal(number)
            code = process.wait(timeout=60)
        name = f"{number.name} at {waits_at!r}"
        if faults:
            return f"{name}: others may write to {faults}"
        if code != -number:
            return f"{name}: exit code {code}"
        if left := [*os.listdir(temporary), *(_files(place) - set(case.files))]:
            return f"{name}: left {left}"
        return ""

    def _prepare(self, case: Case) -> tuple[bytes, bytes]:
        """The case's folder and its temporary folder, which is another one unless the case names it."""
        self._number += 1
        place = os.path.join(self._folder, b"%d" % self._number)
        temporary = os.path.join(self._folder, b"tmp%d" % self._number)
        if case.group == "temporary folder":
            temporary = os.path.join(place, case.word)
        for name, content in case.files.items():
            path = os.path.join(place, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)
        shutil.rmtree(temporary, ignore_errors=True)
        os.makedirs(temporary)
        for name in os.listdir(self._log):
            os.unlink(os.path.join(self._log, name))
        return place, temporary

    def _command(self, arguments: Sequence[bytes]) -> list[bytes]:
        return [*map(os.fsencode, command("hcc", "hcpy.driver.cli").words), *arguments]

    def _environment(self, more: Mapping[bytes, bytes], temporary: bytes) -> dict[bytes, bytes]:
        own = {b"HCPY_CLANG": self._clang, b"T24_LOG": self._log, b"TMPDIR": temporary}
        return {**os.environb, b"HCPY_CACHE_DIR": os.path.join(self._folder, b"cache"), **own, **more}

    def _arguments(self) -> list[list[bytes]]:
        """The words of every clang so far."""
        found = []
        for name in os.listdir(self._log):
            with open(os.path.join(self._log, name), "rb") as file:
                found.append(file.read().split(b"\0")[:-1])
        return found


def _files(place: bytes) -> set[bytes]:
    """All files below a folder."""
    return {
        os.path.relpath(os.path.join(folder, name), place)
        for folder, _, names in os.walk(place)
        for name in names
    }


def _unsafe(temporary: bytes) -> list[bytes]:
    """What hcc made in the temporary folder and others may enter."""
    names = [os.path.join(temporary, name) for name in os.listdir(temporary)]
    return [name for name in names if os.lstat(name).st_mode & 0o077]


INTERRUPTIONS: tuple[tuple[bytes, tuple[bytes, ...]], ...] = (
    (b"-fsycl-is-host", (b"-c", b"kernel.cpp", b"-o", b"out.o")),
    (b"-fsycl-is-device", (b"kernel.cpp", b"-o", b"program")),
    (b"plain.cpp", (b"kernel.cpp", b"plain.cpp", b"-o", b"program")),
    (b"plain.cpp", (b"-c", b"plain.cpp")),
    (b"program", (b"--targets=null", b"kernel.cpp", b"plain.cpp", b"-o", b"program")),
)


def run_all(folder: Path, every: int, say: Callable[[str], None]) -> tuple[int, int]:
    """Each `every`th case, and every interruption or half of them; gives how many ran, and failed."""
    runs = Runs(folder)
    chosen = cases()[::every]
    faults = [fault for case in chosen if (fault := runs.fails(case))]
    ends = [(number, *how) for number in (signal.SIGTERM, signal.SIGINT) for how in INTERRUPTIONS]
    ends = ends if every == 1 else ends[::2]
    faults += [fault for end in ends if (fault := runs.interrupted(*end))]
    for fault in faults:
        say(fault)
    return len(chosen) + len(ends), len(faults)
