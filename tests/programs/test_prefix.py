"""The precompiled prefix: the same objects in less time, and not where the program's text rules it out."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import Command

from hcpy.cache.store import FOLDER
from hcpy.core.tools import find_prefix

SOURCES = {
    "amp": """#include <amp.h>
#include <iostream>
int main() {
  concurrency::array_view<int> view(4);
  concurrency::parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) { view[i] = i[0]; });
  std::cout << view[3] << std::endl;
}
""",
    "ms": """#include "stdafx.h"
#include <amp.h>
#include <iostream>
using namespace concurrency;
template <class T>
int _tmain_of(array_view<T> view) {
  typedef std::vector<T>::value_type number;
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = number(i[0]); });
  return later(view[3]);
}
int later(int x) { return x; }
int _tmain(int argc, _TCHAR* argv[]) { return _tmain_of(array_view<int>(4)); }
""",
    "hc": """#include <vector>
#include <hc.hpp>
int main() {
  hc::array_view<int> view(4);
  hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] = i[0]; });
  return view[3];
}
""",
}


@pytest.fixture
def env(tmp_path: Path) -> Mapping[str, str]:
    return {"HCPY_CACHE_DIR": str(tmp_path / "cache")}


def prefixes(env: Mapping[str, str]) -> int:
    return len(list(Path(env["HCPY_CACHE_DIR"]).glob(f"{FOLDER}/*.file")))


@pytest.mark.parametrize("dialect", SOURCES)
def test_the_code_is_the_same(hcc: Command, tmp_path: Path, env: Mapping[str, str], dialect: str) -> None:
    (tmp_path / "a.cpp").write_text(SOURCES[dialect])
    hcc.ok("-c", "a.cpp", "-o", "plain.o", cwd=tmp_path, env={**env, "HCPY_NO_CACHE": "1"})
    assert prefixes(env) == 0
    hcc.ok("-c", "a.cpp", "-o", "first.o", cwd=tmp_path, env=env)
    assert prefixes(env) == 4  # the host part, and the device part of each target
    (tmp_path / "a.cpp").touch()
    os.unlink(next(Path(env["HCPY_CACHE_DIR"]).glob(f"{FOLDER}/*.file")))  # that part alone is made again
    for entry in Path(env["HCPY_CACHE_DIR"]).glob(f"{FOLDER}/*.entry"):
        if b'"result"' in entry.read_bytes():
            entry.unlink()  # the object itself
    hcc.ok("-c", "a.cpp", "-o", "second.o", cwd=tmp_path, env=env)
    assert prefixes(env) == 4
    assert (tmp_path / "first.o").read_bytes() == (tmp_path / "second.o").read_bytes()
    # Without the prefix clang may number two symbols the other way round; the images are the same.
    shown = {name: hcc.ok("--inspect", name, cwd=tmp_path) for name in ("plain.o", "first.o")}
    assert shown["plain.o"].replace("plain.o", "first.o") == shown["first.o"]


@pytest.mark.parametrize(
    "line",
    [
        "#define _GLIBCXX_ASSERTIONS 1",
        "#define private public",
        "#if 1",
        '#include "amp.h"',
    ],
)
def test_text_that_the_headers_depend_on(
    hcc: Command, tmp_path: Path, env: Mapping[str, str], line: str
) -> None:
    if line.startswith("#include"):
        (tmp_path / "amp.h").write_text("#include_next <amp.h>\n")
    behind = "\n#endif\n" if line.startswith("#if ") else ""
    text = SOURCES["amp"].replace("#include <iostream>\n", behind + "#include <iostream>\n")
    (tmp_path / "a.cpp").write_text(f"{line}\n{text}")
    hcc.ok("--targets=host", "-c", "a.cpp", cwd=tmp_path, env=env)
    assert prefixes(env) == 0


@pytest.mark.parametrize(("flag", "system"), [("-MD", True), ("-MMD", False)])
def test_dependency_files_name_headers(
    hcc: Command, tmp_path: Path, env: Mapping[str, str], flag: str, system: bool
) -> None:
    (tmp_path / "own.h").write_text("")
    (tmp_path / "a.cpp").write_text('#include "own.h"\n' + SOURCES["amp"])
    hcc.ok("--targets=host", flag, "-c", "a.cpp", cwd=tmp_path, env=env)
    assert prefixes(env) == 2
    text = (tmp_path / "a.d").read_text()
    assert "own.h" in text and ".pch" not in text and (tmp_path / "a.d").read_text().startswith("a.o:")
    assert ("/amp.h" in text and "/iostream" in text) == system


def test_flags_that_no_header_knows_share_a_prefix(
    hcc: Command, tmp_path: Path, env: Mapping[str, str]
) -> None:
    """Macros that none names, and folders that have nothing that one includes."""
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "own.h").write_text("#define LESS 1\n")
    source = SOURCES["hc"].replace("return view[3]", "return view[3] - OWN_SIZE - LESS")
    (tmp_path / "a.cpp").write_text(f'#include "own.h"\n{source}')
    (tmp_path / "plain.cpp").write_text(SOURCES["hc"])
    hcc.ok("--targets=host", "-c", "plain.cpp", cwd=tmp_path, env=env)
    assert prefixes(env) == 2
    headers = find_prefix(os.environ) / "include"
    for size, *flags in ((2, "-Iinc"), (3, "-I", "inc", "-Inone", f"-I{headers}"), (4, "-isystem", "inc")):
        words = ("--targets=host", f"-DOWN_SIZE={size}", *flags, "a.cpp", "-o", "a")
        hcc.ok(*words, cwd=tmp_path, env=env)
        assert subprocess.run([tmp_path / "a"], check=False).returncode == (2 - size) % 256
        assert prefixes(env) == 2


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        (("-Dfrom_user=1", "-D_GLIBCXX_ASSERTIONS"), "_GLIBCXX_ASSERTIONS"),
        (("-DTMP_MAX=7",), "1"),  # a word of <cstdio>
        (("-Iinc",), "FROM_USER"),
        (("-isystem", "inc"), "FROM_USER"),
    ],
)
def test_flags_that_a_header_knows_have_their_own_prefix(
    hcc: Command, tmp_path: Path, env: Mapping[str, str], flags: tuple[str, ...], text: str
) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "cstdlib").write_text("#include_next <cstdlib>\n#define FROM_USER 1\n")
    (tmp_path / "a.cpp").write_text(SOURCES["hc"])
    hcc.ok("--targets=host", "-c", "a.cpp", cwd=tmp_path, env=env)
    assert prefixes(env) == 2
    (tmp_path / "a.cpp").write_text(f"{SOURCES['hc']}\nint known = {text};\n")
    for _ in range(2):
        hcc.ok("--targets=host", *flags, "-c", "a.cpp", cwd=tmp_path, env=env)
        assert prefixes(env) == 4


def test_flags_of_messages_share_a_prefix(hcc: Command, tmp_path: Path, env: Mapping[str, str]) -> None:
    """They still decide what is said of the unit, as without a prefix."""
    (tmp_path / "a.cpp").write_text(f"static int idle;\n{SOURCES['hc']}")
    words = ("--targets=host:x86-64", "-c", "a.cpp")
    hcc.ok(*words, "-w", cwd=tmp_path, env=env)
    made = prefixes(env)
    assert made
    for flags, is_error, told in (
        (("-Wall", "-Weverything", "-Wno-unused-variable"), False, "[-Wc++98-compat]"),
        (("-Wall", "-fdiagnostics-color=never", "-ferror-limit=1"), False, "warning: unused variable"),
        (("-Wall", "-Werror"), True, "error: unused variable"),
        ((), False, ""),
    ):
        done = hcc(*flags, *words, cwd=tmp_path, env=env)
        plain = hcc(*flags, *words, cwd=tmp_path, env={**env, "HCPY_NO_CACHE": "1"})
        assert (done.returncode, done.stderr) == (plain.returncode, plain.stderr)
        assert (done.returncode != 0) == is_error and told in done.stderr
        assert prefixes(env) == made
    hcc.ok(*words, "-O1", cwd=tmp_path, env=env)
    assert prefixes(env) > made


def test_libclang_reads_what_other_flags_share(hcc: Command, tmp_path: Path, env: Mapping[str, str]) -> None:
    """C++ AMP is always parsed."""
    (tmp_path / "inc").mkdir()
    (tmp_path / "a.cpp").write_text(SOURCES["amp"])
    words = ("--targets=host", "-c", "a.cpp")
    hcc.ok(*words, cwd=tmp_path, env=env)
    made = prefixes(env)
    hcc.ok(*words, "-DOWN_SIZE=2", "-Iinc", cwd=tmp_path, env=env)
    (tmp_path / "a.cpp").write_text(SOURCES["amp"].replace("= i[0]", "= OWN_SIZE * not_there[i]"))
    done = hcc(*words, "-DOWN_SIZE=2", "-Iinc", cwd=tmp_path, env=env)
    assert (
        done.returncode == 1 and "'not_there'" in done.stderr and "OWN_SIZE" not in done.stderr.split("|")[0]
    )
    assert prefixes(env) == made


def test_wide_streams_take_no_prefix_of_their_own(
    hcc: Command, tmp_path: Path, env: Mapping[str, str]
) -> None:
    source = SOURCES["hc"].replace("<vector>", "<iostream>").replace("return view[3]", "std::cout << view[3]")
    (tmp_path / "narrow.cpp").write_text(source)
    (tmp_path / "wide.cpp").write_text(source.replace("std::cout", "std::wcout"))
    hcc.ok("-c", "narrow.cpp", cwd=tmp_path, env=env)
    narrow = prefixes(env)
    assert narrow
    hcc.ok("wide.cpp", "-o", "wide", cwd=tmp_path, env=env)
    assert prefixes(env) == narrow
    printed = subprocess.run([tmp_path / "wide"], capture_output=True, check=True, text=True)
    assert printed.stdout == "3"


OWN = """#ifndef OWN_H
#define OWN_H
#include <complex>
#include <hc.hpp>
#endif
"""
FURTHER = """#include "own.h"
#include <map>
int main() {
  hc::array_view<int> view(4);
  hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] = i[0]; });
  std::map<int, std::complex<float>> all{{view[3], {1, 2}}};
  return int(all[3].imag()) + view[3] - 5;
}
"""


def test_the_units_standard_headers_are_in_a_second_prefix(
    hcc: Command, tmp_path: Path, env: Mapping[str, str]
) -> None:
    (tmp_path / "own.h").write_text(OWN)
    (tmp_path / "a.cpp").write_text(FURTHER)
    words = ("--targets=host", "-MD", "-c", "a.cpp")
    hcc.ok(*words, "-o", "plain.o", cwd=tmp_path, env={**env, "HCPY_NO_CACHE": "1"})
    plain = set((tmp_path / "plain.d").read_text().replace("plain.o:", "").split())
    hcc.ok(*words, "-o", "a.o", cwd=tmp_path, env=env)
    assert prefixes(env) == 2 + 2 + 1  # on top of two dialect prefixes two more, of one list of headers
    listed = set((tmp_path / "a.d").read_text().replace("a.o:", "").split())
    assert plain <= listed and any(name.endswith("/complex") for name in listed)
    assert not any("/cache/" in name or name.endswith(".file") for name in listed)
    # An edit finds both; other headers need their own list.
    (tmp_path / "a.cpp").write_text(FURTHER + "// edited\n")
    hcc.ok("--targets=host", "a.cpp", "-o", "a", cwd=tmp_path, env=env)
    assert prefixes(env) == 5 and subprocess.run([tmp_path / "a"], check=False).returncode == 0
    (tmp_path / "a.cpp").write_text(FURTHER.replace("<map>", "<map>\n#include <random>"))
    hcc.ok("--targets=host", "a.cpp", "-o", "a", cwd=tmp_path, env=env)
    assert prefixes(env) == 5 + 3 and subprocess.run([tmp_path / "a"], check=False).returncode == 0


def test_a_second_prefix_whose_first_is_gone(hcc: Command, tmp_path: Path, env: Mapping[str, str]) -> None:
    (tmp_path / "own.h").write_text(OWN)
    (tmp_path / "a.cpp").write_text(FURTHER)
    hcc.ok("--targets=host", "-c", "a.cpp", cwd=tmp_path, env=env)
    files = sorted(Path(env["HCPY_CACHE_DIR"]).glob(f"{FOLDER}/*.file"), key=lambda path: path.stat().st_size)
    for number, file in enumerate(files):
        file.unlink()
        (tmp_path / "a.cpp").write_text(FURTHER + f"// edited {number}\n")
        done = hcc("--targets=host", "-c", "a.cpp", cwd=tmp_path, env=env)
        assert (done.returncode, done.stderr) == (0, "")
        assert prefixes(env) >= 5


@pytest.mark.parametrize(
    "include", ["#if 1\n#include <map>\n#endif", "#pragma pack(8)\n#include <map>", "#include_next <map>"]
)
def test_headers_that_the_text_may_change(
    hcc: Command, tmp_path: Path, env: Mapping[str, str], include: str
) -> None:
    body = FURTHER.split("#include <map>\n")[1]
    (tmp_path / "a.cpp").write_text(f"#include <hc.hpp>\n#include <complex>\n{include}\n{body}")
    hcc.ok("--targets=host", "-c", "a.cpp", cwd=tmp_path, env=env)
    lists = [path.read_bytes() for path in Path(env["HCPY_CACHE_DIR"]).glob(f"{FOLDER}/*.file")]
    assert b"#include <complex>\n" in lists


def test_a_users_header_of_a_standard_name(hcc: Command, tmp_path: Path, env: Mapping[str, str]) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "map").write_text("#include_next <map>\n#define FROM_USER 1\n")
    (tmp_path / "a.cpp").write_text(
        "#include <hc.hpp>\n#include <map>\nint x = FROM_USER;\nauto f = [](hc::index<1>) [[hc]] {};\n"
    )
    hcc.ok("--targets=host", "-Iinc", "-c", "a.cpp", cwd=tmp_path, env=env)
    # Those of the first two, made without the folder, say that it matters: they serve other units.
    assert prefixes(env) == 2 + 2
