"""hcc's cache through the public commands: what is the same is found, what differs is compiled."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Command, command

from hcpy.cache.store import FOLDER

SOURCE = """#include "factor.h"
#include <hc.hpp>
int main() {
  hc::array_view<int> view(4);
  hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] = FACTOR * i[0]; });
  return view[3];
}
"""
Compile = Callable[..., str]


def write_source(folder: Path) -> None:
    folder.mkdir()
    (folder / "a.cpp").write_text(SOURCE)
    (folder / "factor.h").write_text("#define FACTOR 2\n")


@pytest.fixture(scope="module")
def precompiled(hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that has the headers, and nothing of a unit: to make them takes longer than all else here."""
    folder = tmp_path_factory.mktemp("precompiled")
    write_source(folder / "one")
    env = {"HCPY_CACHE_DIR": str(folder / "cache"), "HCPY_NO_CACHE": "0"}
    for level in ("-O0", "-O1"):
        hcc.ok("--targets=host", level, "-c", "a.cpp", cwd=folder / "one", env=env)
    for entry in (folder / "cache" / FOLDER).glob("*.entry"):
        if any(word in entry.read_bytes() for word in (b'"result"', b"factor.h")):
            entry.unlink()
    return folder / "cache"


@pytest.fixture
def project(tmp_path: Path, precompiled: Path) -> Path:
    write_source(tmp_path / "one")
    shutil.copytree(precompiled, tmp_path / "cache")
    return tmp_path


@pytest.fixture
def compile_(hcc: Command, project: Path) -> Compile:
    """Compiles a.cpp; gives "hit KEY" or "miss KEY", or "" where the cache was not asked."""

    def compile_it(*flags: str, cwd: Path = project / "one", env: dict[str, str] | None = None) -> str:
        set_up = {"HCPY_CACHE_DIR": str(project / "cache"), "HCPY_NO_CACHE": "0", "HCPY_VERBOSE": "1"}
        done = hcc(
            "--targets=host", "-O1", *flags, "a.cpp", "-o", "a", cwd=cwd, env={**set_up, **(env or {})}
        )
        assert done.returncode == 0, done.stderr
        found = re.search(r"^hcc: cache (hit|miss): a.cpp: (\w+)$", done.stderr, re.M)
        return f"{found[1]} {found[2]}" if found else ""

    return compile_it


def ends_with(project: Path) -> int:
    return subprocess.run(
        [project / "one" / "a"], env={"HCPY_DEFAULT_ACCELERATOR": "host"}, check=False
    ).returncode


def test_what_is_unchanged_is_found(compile_: Compile, project: Path) -> None:
    key = compile_().removeprefix("miss ")
    assert ends_with(project) == 6
    (project / "one" / "a").unlink()
    (project / "one" / "a.cpp").touch()
    assert compile_() == f"hit {key}"
    assert ends_with(project) == 6


def test_another_place_is_the_same(compile_: Compile, project: Path) -> None:
    key = compile_().removeprefix("miss ")
    (project / "one").rename(project / "two")
    assert compile_(cwd=project / "two") == f"hit {key}"


def test_a_changed_header_is_read(compile_: Compile, project: Path) -> None:
    compile_()
    (project / "one" / "factor.h").write_text("#define FACTOR 3\n")
    assert compile_().startswith("miss")
    assert ends_with(project) == 9
    (project / "one" / "factor.h").write_text("#define FACTOR 2\n")
    assert compile_().startswith("hit")  # both are kept
    assert ends_with(project) == 6


def test_a_header_that_comes_before_the_one_that_was_read(compile_: Compile, project: Path) -> None:
    (project / "one" / "factor.h").rename(project / "factor.h")
    (project / "first").mkdir()
    flags = ("-I../first", "-I..")
    compile_(*flags)
    assert compile_(*flags).startswith("hit")
    (project / "first" / "factor.h").write_text("#define FACTOR 1\n")
    assert compile_(*flags).startswith("miss")
    assert ends_with(project) == 3


def test_flags_and_environment_make_other_keys(compile_: Compile, project: Path) -> None:
    keys = {compile_().split()[1]}
    for flags in (
        ("-DOTHER",),
        ("-O3",),
        ("-g",),
        ("-std=c++20",),
        ("--targets=host,ptx",),
        ("-fno-exceptions",),
    ):
        state, key = compile_(*flags).split()
        assert state == "miss" and key not in keys, flags
        keys.add(key)
    assert compile_(env={"CPLUS_INCLUDE_PATH": str(project)}).startswith("miss")


def test_what_changes_by_itself_is_not_kept(compile_: Compile, project: Path) -> None:
    with (project / "one" / "factor.h").open("a") as header:
        header.write("inline const char* built = __TIME__;\n")
    compile_()
    assert compile_().startswith("miss")


@pytest.mark.parametrize(
    "flags",
    ["--warning-suppression-mappings=beside", "-gen-cdb-fragment-path beside.d", "-Xarch_host -mavx2"],
)
def test_what_reads_or_writes_further_files_is_not_kept(compile_: Compile, project: Path, flags: str) -> None:
    (project / "one" / "beside").write_text("[unused]\nsrc:*\n")
    compile_(*flags.split())
    assert not compile_(*flags.split()).startswith("hit")


def test_a_file_written_meanwhile_is_not_kept(compile_: Compile, project: Path) -> None:
    later = time.time() + 1000
    os.utime(project / "one" / "factor.h", (later, later))
    compile_()
    assert compile_().startswith("miss")


def test_warnings_and_dependency_files_come_again(hcc: Command, project: Path) -> None:
    (project / "one" / "a.cpp").write_text(SOURCE.replace("int main() {", "int main() {\n  int unused;"))
    env = {"HCPY_CACHE_DIR": str(project / "cache"), "HCPY_NO_CACHE": "0"}
    folder = project / "one"
    told = []
    for _ in range(2):
        done = hcc("--targets=host", "-Wall", "-MD", "-c", "a.cpp", cwd=folder, env=env)
        told.append((done.stderr, (folder / "a.d").read_text(), (folder / "a.o").read_bytes()))
        (folder / "a.d").unlink()
    assert "unused variable" in told[0][0] and "factor.h" in told[0][1]
    assert told[0] == told[1]


def test_errors_are_not_kept(hcc: Command, project: Path) -> None:
    (project / "one" / "a.cpp").write_text(SOURCE.replace("FACTOR *", "undeclared *"))
    env = {"HCPY_CACHE_DIR": str(project / "cache"), "HCPY_NO_CACHE": "0"}
    for _ in range(2):
        assert "undeclared" in hcc("-c", "a.cpp", cwd=project / "one", env=env).stderr
    assert not any(b'"result"' in entry.read_bytes() for entry in (project / "cache" / FOLDER).iterdir())


def test_hcc_cache_shows_checks_and_clears(compile_: Compile, project: Path) -> None:
    hcc_cache = command("hcc-cache", "hcpy.driver.cache_cli")
    env = {"HCPY_CACHE_DIR": str(project / "cache"), "HCPY_NO_CACHE": "0"}
    hcc_cache.ok("clear", env=env)
    compile_()
    # The object and what it was made of; two precompiled prefixes, each with its manifest, its headers' words
    # and which flags these know.
    assert ": 10 entries, " in hcc_cache.ok("show", env=env)
    assert hcc_cache.ok("list", env=env).count("\n") == 10
    next((project / "cache" / FOLDER).iterdir()).write_bytes(b"damage")
    checked = hcc_cache("verify", env=env)
    assert (checked.returncode, checked.stdout) == (1, "9 entries are good, 1 were bad and are removed\n")
    assert hcc_cache.ok("clear", env=env) == "9 entries removed\n"
    assert "no home folder" in hcc_cache.ok(env={"HCPY_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": ""})


def test_hcc_cache_measures_and_limits(compile_: Compile, project: Path) -> None:
    hcc_cache = command("hcc-cache", "hcpy.driver.cache_cli")
    env = {"HCPY_CACHE_DIR": str(project / "cache"), "HCPY_NO_CACHE": "0"}
    compile_()
    assert int(hcc_cache.ok("size", env=env)) > 1000
    assert hcc_cache.ok("limit", env=env) == "2048 MiB\n"
    assert hcc_cache.ok("limit", "0", env=env) == "0 MiB\n"
    assert hcc_cache.ok("size", env=env) == "0\n"
    assert compile_().startswith("miss") and compile_().startswith("miss")
    for wrong in (("limit", "much"), ("clear", "5")):
        assert hcc_cache(*wrong, env=env).returncode == 1
    wrong_size = hcc_cache("limit", env={**env, "HCPY_CACHE_SIZE": "-1"})
    assert "expected a number of MiB" in wrong_size.stderr and "Traceback" not in wrong_size.stderr


def test_a_dependency_file_of_what_is_not_kept(hcc: Command, project: Path) -> None:
    """It names the headers that a precompiled one replaces also where the cache was not asked."""
    env = {"HCPY_CACHE_DIR": str(project / "cache"), "HCPY_NO_CACHE": "0"}
    with (project / "one" / "a.cpp").open("a") as source:
        source.write("const char* built = __DATE__;\n")
    for _ in range(2):
        hcc.ok("--targets=host", "-MD", "-c", "a.cpp", cwd=project / "one", env=env)
        text = (project / "one" / "a.d").read_text()
        assert "factor.h" in text and "hc.hpp" in text and ".pch" not in text


def test_a_dependency_file_that_cannot_be_read_back(hcc: Command, project: Path) -> None:
    env = {"HCPY_CACHE_DIR": str(project / "cache"), "HCPY_NO_CACHE": "0"}
    for name in ("-", "/dev/null"):
        for _ in range(2):
            hcc.ok("--targets=host", "-MD", "-MF", name, "-c", "a.cpp", cwd=project / "one", env=env)


def test_an_unsafe_folder_is_one_warning(hcc: Command, project: Path) -> None:
    (project / "cache").chmod(0o777)
    env = {"HCPY_CACHE_DIR": str(project / "cache"), "HCPY_NO_CACHE": "0"}
    done = hcc("--targets=host", "a.cpp", "a.cpp", "-c", cwd=project / "one", env=env)
    assert done.returncode == 0
    assert done.stderr.count("warning: the cache is not used") == 1


PASSES = """#include <hc.hpp>
int value() [[hc]] {
#ifdef __KALMAR_ACCELERATOR__
  return NUMBER;
#else
  return 1;
#endif
}
int main() {
  hc::array_view<int> view(1);
  hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] = value(); });
  return view[0];
}
"""


def test_preprocessed_text_tells_device_parts_apart(hcc: Command, tmp_path: Path) -> None:
    """Compiler caches take what -E prints for all that is compiled."""
    source = tmp_path / "a.cpp"
    texts = []
    for number in ("3", "5"):
        source.write_text(PASSES.replace("NUMBER", number))
        texts.append(hcc.ok("-E", "a.cpp", cwd=tmp_path))
        assert texts[-1] == hcc.ok("-E", "a.cpp", cwd=tmp_path)
        hcc.ok("-E", "a.cpp", "-o", "a.ii", cwd=tmp_path)
        assert (tmp_path / "a.ii").read_text() == texts[-1]
    assert texts[0] != texts[1]
    assert texts[0].splitlines()[:-1] == texts[1].splitlines()[:-1]
