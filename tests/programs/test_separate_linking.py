"""Separate compilation through archives, shared objects, plug-ins, merged objects and other linkers."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Command
from separate_support import ON_HOST, run_program

FUNCTIONS = """
#include <hc.hpp>
static int added = 1;
void set_added(int value) { added = value; }
int f(int x) [[hc]] { return x + added; }
int closed_kernel() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = f(i[0]); });
  return v[3];
}
"""
USER = """
#include <hc.hpp>
int f(int x) [[hc]];
void set_added(int value);
extern "C" int user() {
  set_added(4);
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = f(i[0] * 10); });
  return v[3];
}
"""
BROKEN = (
    USER.replace("user()", "nobody_calls()").replace("f(int x)", "missing(int x)").replace("f(i", "missing(i")
)
MAIN = """
#include <cstdio>
extern "C" int user();
int main() {
  const int found = user();
  std::printf("%d\\n", found);
  return found == 34 ? 0 : 1;
}
"""
# What only device code needs: the linker finds no reference to its member.
AMP_DEVICE = """
#include <amp.h>
int g(int x) restrict(amp) { return x * 2; }
"""
AMP_USER = """
#include <amp.h>
int g(int x) restrict(amp);
extern "C" int user() {
  concurrency::array_view<int> v(4);
  concurrency::parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = g(i[0]); });
  return v[3] + 28;
}
"""
HOST_OF_PLUGIN = """
#include <dlfcn.h>
#include <cstdio>
int main() {
  int bad = 0;
  for (int round = 0; round < 2; ++round) {
    void* plugin = dlopen("./plugin.so", RTLD_NOW | RTLD_LOCAL);
    if (!plugin) return std::puts(dlerror()), 1;
    bad += ((int (*)())dlsym(plugin, "user"))() != 34;
    dlclose(plugin);
  }
  return bad;
}
"""
UNITS = {
    "functions": FUNCTIONS, "user": USER, "broken": BROKEN, "main": MAIN,
    "amp_device": AMP_DEVICE, "amp_user": AMP_USER, "host": HOST_OF_PLUGIN,
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The objects of all units, for the host alone, in a folder whose name needs care."""
    place = tmp_path_factory.mktemp("a user's $objects")
    for name, text in UNITS.items():
        (place / f"{name}.cpp").write_text(text)
    hcc.ok("--targets=host:x86-64", "-fPIC", "-c", *(f"{name}.cpp" for name in UNITS), cwd=place)
    return place


def archive(folder: Path, name: str, *objects: str, thin: bool = False) -> str:
    (folder / name).unlink(missing_ok=True)
    run_program("ar", "rcsT" if thin else "rcs", name, *objects, cwd=folder)
    return name


Words = tuple[str, ...]
LINKS: dict[str, Callable[[Path], Words]] = {}


def link(function: Callable[[Path], Words]) -> Callable[[Path], Words]:
    """One way to write the link line."""
    LINKS[function.__name__] = function
    return function


@link
def objects(at: Path) -> Words:
    return ("main.o", "user.o", "functions.o")


@link
def functions_in_an_archive(at: Path) -> Words:
    return ("main.o", "user.o", archive(at, "libf.a", "functions.o"))


@link
def kernels_in_an_archive(at: Path) -> Words:
    return ("main.o", archive(at, "libu.a", "broken.o", "user.o"), "functions.o")


@link
def archives_by_name(at: Path) -> Words:
    archive(at, "libu1.a", "user.o", "broken.o")
    archive(at, "libf1.a", "functions.o")
    return ("main.o", "-L.", "-l:libu1.a", "-lf1")


@link
def one_archive(at: Path) -> Words:
    return ("main.o", archive(at, "liball.a", "functions.o", "user.o", "broken.o"))


@link
def thin_archives(at: Path) -> Words:
    users = archive(at, "libut.a", "user.o", "broken.o", thin=True)
    return ("main.o", users, archive(at, "libft.a", "functions.o", thin=True))


@link
def whole_archive(at: Path) -> Words:
    whole = archive(at, "libw.a", "user.o", "functions.o")
    return ("main.o", f"-Wl,--whole-archive,{whole}", "-Wl,--no-whole-archive")


@link
def lazy_objects(at: Path) -> Words:
    return ("main.o", "-Wl,--start-lib", "broken.o", "user.o", "functions.o", "-Wl,--end-lib")


@link
def dropped_sections(at: Path) -> Words:
    return (*objects(at), "-Wl,--gc-sections")


@link
def functions_that_only_device_code_needs(at: Path) -> Words:
    return ("main.o", "amp_user.o", archive(at, "libd.a", "amp_device.o"))


@pytest.mark.parametrize("kind", LINKS)
def test_hcc_finishes_the_link(hcc: Command, folder: Path, tmp_path: Path, kind: str) -> None:
    hcc.ok(*LINKS[kind](folder), "-o", tmp_path / "program", cwd=folder)
    run_program(tmp_path / "program", cwd=folder)


@pytest.mark.parametrize("kind", ["kernels_in_an_archive", "thin_archives"])
def test_gnu_ld_does_as_well(hcc: Command, folder: Path, tmp_path: Path, kind: str) -> None:
    hcc.ok("-fuse-ld=bfd", *LINKS[kind](folder), "-o", tmp_path / "program", cwd=folder)
    run_program(tmp_path / "program", cwd=folder)


@pytest.mark.parametrize("merge", ["hcc -r", "ld -r"])
def test_merged_objects(hcc: Command, folder: Path, tmp_path: Path, merge: str) -> None:
    """Two units in one object, each with its own device code."""
    both = tmp_path / "both.o"
    if merge == "hcc -r":
        hcc.ok("-r", "user.o", "functions.o", "-o", both, cwd=folder)
    else:
        run_program("ld", "-r", "user.o", "functions.o", "-o", both, cwd=folder)
    assert hcc.ok("--inspect", both).count("device code of ") == 2
    hcc.ok("main.o", both, "-o", tmp_path / "program", cwd=folder)
    run_program(tmp_path / "program", cwd=folder)


def test_shared_object_and_plugin(hcc: Command, hcc_config: Command, folder: Path) -> None:
    """The device link is that of the shared object; its users are linked by any compiler."""
    hcc.ok("-shared", "user.o", "functions.o", "-o", "plugin.so", cwd=folder)
    hcc.ok("host.o", "-ldl", "-o", "host", cwd=folder)
    run_program("./host", cwd=folder)
    flags = [word for word in hcc_config.ok("--ldflags").split() if word not in ("-hc", "-std=c++amp")]
    run_program("g++", "main.cpp", "plugin.so", *flags, "-Wl,-rpath,.", "-o", "plain", cwd=folder)
    run_program("./plain", cwd=folder)


def test_plain_compilers(hcc_config: Command, folder: Path) -> None:
    """They link what is closed, and refuse what is not, by a name that says who must link it."""
    flags = [word for word in hcc_config.ok("--ldflags").split() if word not in ("-hc", "-std=c++amp")]
    (folder / "closed.cpp").write_text("int closed_kernel();\nint main() { return closed_kernel() != 4; }\n")
    run_program("g++", "closed.cpp", "functions.o", *flags, "-o", "closed", cwd=folder)
    run_program("./closed", cwd=folder, env=ON_HOST)
    done = subprocess.run(
        ["g++", "main.o", "user.o", "functions.o", *flags, "-o", "plain"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode != 0
    assert "hcpy_device_code_must_be_linked_by_hcc" in done.stderr


def test_plain_compiler_with_an_object_of_the_device_link(
    hcc: Command, hcc_config: Command, folder: Path
) -> None:
    flags = [word for word in hcc_config.ok("--ldflags").split() if word not in ("-hc", "-std=c++amp")]
    users = archive(folder, "libuser.a", "user.o")
    hcc.ok("--device-link", users, "functions.o", "-o", "linked device.o", cwd=folder)
    words = ("main.cpp", "linked device.o", users, "functions.o")
    run_program("g++", *words, *flags, "-o", "finished", cwd=folder)
    run_program("./finished", cwd=folder)
    hcc.ok("--device-link", "main.o", "functions.o", "-o", "nothing.o", cwd=folder)
    run_program("g++", "-c", "-x", "c++", "main.cpp", "-o", "plain.o", cwd=folder)
    run_program("ld", "-r", "plain.o", "nothing.o", "-o", "both.o", cwd=folder)
