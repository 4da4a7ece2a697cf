"""T15: the cache's key: what changes the result is compiled anew, what does not is found.

Takes: a Context.
Gives: Outcomes. One change at a time is made to a small project; a stand-in for the compiler lists what the
source includes, so that hundreds of look-ups take seconds. hcc itself compiles both sides of some changes: a
hit must give the very object that a compilation without the cache makes.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from unittest import mock

import forks
from cache_damage import faults_of
from compiler_fuzz import preload
from outcomes import Context, Outcome

_SOURCE = """#include "factor.h"
#include <hc.hpp>
#include <near/far.h>
#if __has_include("optional.h")
#include "optional.h"
#endif
#ifndef EXTRA
#define EXTRA 0
#endif
int run(hc::array_view<int> view) {
  hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] = FACTOR * i[0] + EXTRA; });
  return NEAR + FAR;
}
"""
_FILES = {
    "a.cpp": _SOURCE,
    "factor.h": '#define FACTOR 2\n#include "inner.h"\n',
    "inner.h": "#pragma once\n",
    "include/near/far.h": '#pragma once\n#include "other.h"\n#define FAR 1\n',
    "include/near/other.h": "#pragma once\n#define NEAR 1\n",
    "first/empty.txt": "",
    "unrelated.h": "#define UNRELATED\n",
}
_FLAGS = ("-hc", "-c", "-O1", "--targets=host:x86-64", "-Ifirst", "-Iinclude")
_CHANGING_FLAGS = """
-DEXTRA=1 -DEXTRA=2 -DEXTRA=3 -DOTHER -UOTHER -DOTHER= -DNDEBUG -O0 -O2 -O3 -Os -Oz -g -g1 -gdwarf-4
-gdwarf-5 -ffast-math -fno-exceptions -fno-rtti -fPIC -fpic -fno-pic -fPIE -std=c++14 -std=c++20
-std=gnu++17 -Wall -Wextra -Werror -Wno-unused -w -pedantic -march=native -mavx2 -mtune=generic -msse4.2
-fno-inline -funroll-loops -fvisibility=hidden -ffunction-sections -fdata-sections -fwrapv
-fstack-protector-all -I. -Iunused -isystem. -iquotefirst -idirafterfirst -includeunrelated.h
-fsigned-char -funsigned-char -fshort-enums -fno-math-errno -ffp-contract=off -fno-omit-frame-pointer
-fms-compat -fcolor-diagnostics -ferror-limit=3 -fno-builtin -fsanitize=undefined -ftrapv
-fno-threadsafe-statics -fno-plt -mcmodel=large --targets=host:x86-64-v3 --targets=host --targets=spirv
--targets=ptx --targets=null --targets=ptx:sm_90 --targets=host,spirv --targets=host,ptx -hc-check
-pthread -DBUILT=__DATE__ -DBUILT=__TIME__ -DBUILT=__TIMESTAMP__
""".split()
_CHANGING_VARIABLES = """
CPATH=first CPATH=. CPLUS_INCLUDE_PATH=first C_INCLUDE_PATH=first SOURCE_DATE_EPOCH=1 SOURCE_DATE_EPOCH=2
GCC_EXEC_PREFIX=/x COMPILER_PATH=/x CCC_OVERRIDE_OPTIONS=+-O0 HCPY_TARGETS=null
""".split()
# Files that come before those that were read, or that were looked for in vain.
_APPEARING = """
first/near/far.h optional.h first/optional.h include/optional.h first/inner.h include/near/factor.h
first/other.h include/hc.hpp first/hc.hpp first/stdio.h include/stdlib.h include/inner.h
""".split()
_OTHER_FLAGS = "-v --verbose -ox.o -Lfolder -lm -Wl,-s -shared -rdynamic -L/x -lpthread -Wl,-z,now".split()
_OTHER_VARIABLES = """
LANG=C LC_ALL=C.UTF-8 HOME=/nonexistent USER=somebody TERM=dumb COLUMNS=40 EDITOR=vi MAKEFLAGS=-j2
PWD=/nowhere OLDPWD=/ HCPY_VERBOSE=1 HCPY_CACHE_SIZE=100 LIBRARY_PATH=/x LD_LIBRARY_PATH=/x
HCPY_DEFAULT_ACCELERATOR=host HCPY_HOST_THREADS=1 HCPY_TRACE=x SHLVL=3 HCPY_TARGETS=ptx DISPLAY=:1 TZ=UTC
LOGNAME=x MAIL=x PS1=x PAGER=less
""".split()
_SYSTEM = ("/usr/include/stdio.h", "/usr/include/stdlib.h")


@dataclass(frozen=True)
class Setting:
    """Everything that a compilation may depend on."""

    files: Mapping[str, str]
    flags: tuple[str, ...] = _FLAGS
    environment: Mapping[str, str] | None = None
    folder: str = "project"
    compiler: str = ""  # a file of the tool chain that is replaced
    touched: bool = False


BASE = Setting(_FILES)
Change = tuple[str, Setting]


def t15(context: Context) -> Iterator[Outcome]:
    chance = random.Random(context.seed)
    for what, changes, is_hit in (
        ("changes that matter: a new key", list(new_keys(chance)), False),
        ("changes that do not: the same key", list(same_keys(chance)), True),
    ):
        started = time.perf_counter()
        faults = []
        with tempfile.TemporaryDirectory(prefix="hcpy-keys-") as name:
            for number, (about, setting) in enumerate(changes):
                if _is_found(Path(name) / str(number), setting) != is_hit:
                    faults.append(f"{about}: {'not ' * is_hit}found")
        seconds = time.perf_counter() - started
        yield Outcome("T15", what, "compiler", f"{len(changes)} changes", *faults_of(faults, seconds))
    some = [
        *list(new_keys(chance))[:: context.size(800, 2)],
        *list(same_keys(chance))[:: context.size(800, 2)],
    ]
    started = time.perf_counter()
    faults = [fault for about, setting in some for fault in _compare(about, setting)]
    seconds = time.perf_counter() - started
    what = "hcc behind a change: the object that it makes without a cache"
    yield Outcome("T15", what, "compiler", f"{len(some)} changes", *faults_of(faults, seconds))


# --- changes -----------------------------------------------------------------------------------------
def new_keys(chance: random.Random) -> Iterator[Change]:
    """Two hundred, each of which may change the object."""
    for name in ("a.cpp", "factor.h", "inner.h", "include/near/far.h", "include/near/other.h"):
        text = _FILES[name]
        for number in range(12):
            at = text.find("\n", chance.randrange(len(text))) + 1
            line = f"#define N{number} 1\n"
            yield f"a line in {name} [{number}]", _with(name, f"{text[:at]}{line}{text[at:]}")
        yield f"a space in {name}", _with(name, text.replace(" ", "  ", 1))
        yield f"a comment in {name}", _with(name, f"// moves all lines\n{text}")
        yield f"an empty line at the end of {name}", _with(name, f"{text}\n")
    for before in (" ", "\n"):
        text = _SOURCE.replace("  hc::parallel", f"  {before}hc::parallel")
        yield f"the kernel behind one more {before!r}", _with("a.cpp", text)
    for flag in _CHANGING_FLAGS:
        yield flag, replace(BASE, flags=(*_FLAGS, flag))
    yield "a macro with a blank", replace(BASE, flags=(*_FLAGS, "-DSPACE= "))
    yield "the order of folders", replace(BASE, flags=(*_FLAGS[:-2], "-Iinclude", "-Ifirst"))
    yield "one folder less", replace(BASE, flags=tuple(f for f in _FLAGS if f != "-Ifirst"))
    for text in _CHANGING_VARIABLES:
        name, _, value = text.partition("=")
        flags = tuple(f for f in _FLAGS if name != "HCPY_TARGETS" or not f.startswith("--targets"))
        yield text, replace(BASE, environment={name: value}, flags=flags)
    for place in _APPEARING:
        yield f"{place} appears", _with(place, "#define APPEARED\n")
    for name in ("factor.h", "inner.h", "include/near/far.h", "include/near/other.h"):
        files = {k: v for k, v in _FILES.items() if k != name}
        yield f"{name} is gone", replace(BASE, files=files)
        yield f"{name} asks the time", _with(name, f"{_FILES[name]}\ninline auto built = __TIME__;\n")
        yield f"{name} asks the date", _with(name, f"{_FILES[name]}\ninline auto built = __DATE__;\n")
        yield f"{name} embeds", _with(name, f'{_FILES[name]}\nasm(".incbin \\"x\\"");\n')
    for tool in ("clang", "libclang", "linker", "libdevice"):
        yield f"another {tool}", replace(BASE, compiler=tool)
    yield "another folder, with debug information", replace(BASE, flags=(*_FLAGS, "-g"), folder="elsewhere")


def same_keys(chance: random.Random) -> Iterator[Change]:
    """Two hundred that change nothing."""
    yield "nothing", BASE
    yield "all files are touched", replace(BASE, touched=True)
    for number in range(40):
        yield f"another folder [{number}]", replace(BASE, folder=f"other {number}")
    for number in range(50):
        folder = chance.choice(("first/", "include/", "include/near/", "", "sub/"))
        yield f"unrelated{number}.h in '{folder}'", _with(f"{folder}unrelated{number}.h", "#define A\n")
    for number in range(20):
        yield f"unrelated.h has other text [{number}]", _with("unrelated.h", f"#define UNRELATED {number}\n")
    yield "unrelated.h is gone", replace(BASE, files={k: v for k, v in _FILES.items() if k != "unrelated.h"})
    for number in range(20):
        names = list(_FILES)
        chance.shuffle(names)
        files = {name: _FILES[name] for name in names}
        yield f"files in another order [{number}]", replace(BASE, files=files)
    for text in _OTHER_VARIABLES:
        name, _, value = text.partition("=")
        yield text, replace(BASE, environment={name: value})
    for flag in _OTHER_FLAGS:
        yield flag, replace(BASE, flags=(*_FLAGS, flag))
    words = " ".join(_FLAGS)
    yield "flags from a response file", replace(BASE, files={**_FILES, "flags": words}, flags=("@flags",))
    yield "a target named twice", replace(BASE, flags=(*_FLAGS, "--targets=host:x86-64"))
    for number in range(30):
        yield f"touched again [{number}]", replace(BASE, touched=True, folder=f"touched {number}")


def _with(name: str, text: str) -> Setting:
    return replace(BASE, files={**_FILES, name: text})


# --- the look-up, with a stand-in for the compiler ----------------------------------------------------
@contextmanager
def _made(root: Path, setting: Setting) -> Iterator[Path]:
    """The setting's files in a folder, old enough to be kept, with its environment."""
    project = root / setting.folder
    shutil.rmtree(project, ignore_errors=True)
    for name, text in setting.files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        if not setting.touched:
            os.utime(path, (10**9, 10**9))
    before = os.getcwd()
    plain = {k: v for k, v in os.environ.items() if k != "PWD"}
    with mock.patch.dict(os.environ, {**plain, **(setting.environment or {})}, clear=True):
        os.chdir(project)
        try:
            yield project
        finally:
            os.chdir(before)


def _is_found(root: Path, setting: Setting) -> bool:
    """Is what the base left found after one change?"""
    from hcpy.cache.store import Cache

    cache = Cache(root / "cache")
    with _made(root, BASE):
        _look(root, cache, BASE, keep=True)
        if not _look(root, cache, BASE, keep=False):
            raise SystemExit("the base is not found again")
    with _made(root, setting):
        found = _look(root, cache, setting, keep=False)
    cache.close()
    shutil.rmtree(root)
    return found


def _look(root: Path, store: object, setting: Setting, keep: bool) -> bool:
    from hcpy.cache import unit_cache
    from hcpy.core.model import Compiled
    from hcpy.driver.options import parse
    from hcpy.driver.plan import CompileJob, plan
    from hcpy.driver.units import make_unit

    work = root / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    planned = plan(parse([*setting.flags, "a.cpp", "-o", "a.o"]))
    job = next(job for job in planned.jobs if isinstance(job, CompileJob))
    unit = make_unit(planned.invocation, job, work)
    units = unit_cache.UnitCache(store, _tools(root, setting.compiler))  # type: ignore[arg-type]
    # Files that were written a moment ago are not kept, as they might change in the same tick of the clock.
    with mock.patch.object(unit_cache, "_changed_since", lambda name, when: False):
        lookup = units.look_up(unit)
        if lookup is None or lookup.found is not None:
            return lookup is not None
        if keep:
            listed = ("./factor.h", "./inner.h", "include/near/far.h", "include/near/other.h", *_SYSTEM)
            (work / "part.headers").write_text("\n".join(listed))
            (work / "a.o").write_bytes(b"object")
            units.keep(unit, lookup, Compiled((work / "a.o",)))
    return False


def _tools(root: Path, changed: str) -> object:
    """The tool chain; one of its files may be another one."""
    from hcpy.core.tools import find_toolchain

    tools = find_toolchain()
    if not changed:
        return tools
    other = root / changed
    other.write_bytes(b"another")
    return replace(tools, **{changed: other})


# --- with hcc itself ---------------------------------------------------------------------------------
def _compare(about: str, setting: Setting) -> Iterator[str]:
    """After the base and the change: the object with the cache, and without one."""
    preload()
    with tempfile.TemporaryDirectory(prefix="hcpy-keys-") as name:
        root = Path(name)
        with _made(root, BASE):
            _hcc(BASE, root / "cache")
        with _made(root, setting) as project:
            outputs = []
            for cache in (None, root / "empty", root / "cache"):
                code = _hcc(setting, cache)
                made = project / ("x.o" if "-ox.o" in setting.flags else "a.o")
                outputs.append((code, made.read_bytes() if made.exists() else b""))
                made.unlink(missing_ok=True)
            if outputs[2] not in outputs[:2]:
                yield f"{about}: another object than without the cache"


def _hcc(setting: Setting, cache: Path | None) -> int:
    def compile_it(_: int) -> int:
        from hcpy.driver import cli

        os.environ["HCPY_NO_CACHE"] = "0" if cache else "1"
        os.environ["HCPY_CACHE_DIR"] = str(cache)
        return cli.main(["-oa.o", *setting.flags, "a.cpp"])

    _, ended = next(iter(forks.each([0], compile_it, 120)))
    return ended.code
