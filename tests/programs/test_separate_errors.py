"""What the device link says of code that cannot be linked: once, at its place, with the files that matter."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import Command

from hcpy.core.records import DEVICE_HEADER, DEVICE_SECTION, DEVICE_VERSION
from hcpy.objects.objfile import ElfFile

KERNEL = """#include <hc.hpp>
int f(int x) [[hc]];
int helper(int x) { return f(x) + 1; }
int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = helper(i[0]);
  });
  return v[3];
}
"""
DEFINITION = "#include <hc.hpp>\nint f(int x) [[hc]] { return x; }\n"
AMP_KERNEL = """#include <amp.h>
int f(int x) restrict(amp);
int main() {
  concurrency::array_view<int> v(4);
  concurrency::parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = f(i[0]); });
}
"""
AMP_DEFINITION = "#include <amp.h>\nint f(int x) restrict(amp) { return x; }\n"


def compiled(
    hcc: Command, folder: Path, sources: Mapping[str, str], targets: str = "host:x86-64,spirv"
) -> list[str]:
    for name, text in sources.items():
        (folder / f"{name}.cpp").write_text(text)
    hcc.ok(f"--targets={targets}", "-c", *(f"{name}.cpp" for name in sources), cwd=folder)
    return [f"{name}.o" for name in sources]


def refusal(hcc: Command, folder: Path, *words: str) -> str:
    """What a link that must fail says; it leaves nothing behind."""
    done = hcc(*words, "-o", "program", cwd=folder)
    assert done.returncode == 1, done.stderr
    assert not (folder / "program").exists()
    assert "internal error" not in done.stderr and "Traceback" not in done.stderr
    return done.stderr


def test_undefined_function(hcc: Command, tmp_path: Path) -> None:
    objects = compiled(hcc, tmp_path, {"kernel": KERNEL})
    told = refusal(hcc, tmp_path, *objects)
    assert told.count("error:") == 1
    assert "kernel.cpp:3:28: error: undefined device function 'f(int)'" in told
    assert "kernel.cpp:7:12: note: called from the kernel here" in told
    assert "needed by kernel.o for host, spirv; no object or archive of this link defines it" in told


def test_undefined_function_of_sources(hcc: Command, tmp_path: Path) -> None:
    """Nobody knows the names of hcc's temporary objects."""
    (tmp_path / "kernel.cpp").write_text(KERNEL)
    told = refusal(hcc, tmp_path, "--targets=host:x86-64", "kernel.cpp")
    assert "needed by kernel.cpp for host" in told and "/hcc-" not in told


def test_undefined_function_of_a_function(hcc: Command, tmp_path: Path) -> None:
    text = "#include <hc.hpp>\nint g(int x) [[hc]];\nint f(int x) [[hc]] {\n  return g(x);\n}\n"
    objects = compiled(hcc, tmp_path, {"kernel": KERNEL, "f": text})
    told = refusal(hcc, tmp_path, *objects)
    assert told.count("error:") == 1
    assert "f.cpp:4:10: error: undefined device function 'g(int)'" in told and "needed by f.o" in told


def test_undefined_function_that_no_kernel_reaches(hcc: Command, tmp_path: Path) -> None:
    text = DEFINITION + "int missing(int x) [[hc]];\nint h(int x) [[hc]] { return missing(x); }\n"
    objects = compiled(hcc, tmp_path, {"kernel": KERNEL, "f": text + "int missing(int) { return 0; }\n"})
    hcc.ok(*objects, "-o", "program", cwd=tmp_path)


def test_undefined_function_of_kernels_that_the_unit_never_launches(hcc: Command, tmp_path: Path) -> None:
    """A header's inline functions are not compiled where nobody calls them, and need nothing."""
    header = "template <class T> struct Base { virtual void run() { T::launch(); } };\n" + KERNEL.replace(
        "int main() {", "struct Own : Base<Own> { Own() {} static int launch() {"
    ).replace("int helper", "inline int helper").replace("return v[3];\n}", "return v[3];\n}};")
    own = """#include "header.hpp"
int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = i[0]; });
  return v[3] != 3;
}
"""
    (tmp_path / "header.hpp").write_text("#include <hc.hpp>\n" + header)
    objects = compiled(hcc, tmp_path, {"own": own})
    hcc.ok(*objects, "-o", "own", cwd=tmp_path)
    both = own.replace("v[3] != 3", "v[3] + Own::launch()")
    told = refusal(hcc, tmp_path, *compiled(hcc, tmp_path, {"both": both}))
    assert told.count("error:") == 1 and "undefined device function 'f(int)'" in told


def test_unannotated_function_is_an_error_at_once(hcc: Command, tmp_path: Path) -> None:
    """Of functions without an annotation no unit gives device code."""
    (tmp_path / "kernel.cpp").write_text(KERNEL.replace("int f(int x) [[hc]];", "int f(int x);"))
    done = hcc("--targets=spirv", "-c", "kernel.cpp", cwd=tmp_path)
    assert done.returncode == 1
    assert "kernel.cpp:3:28: error: call to 'f(int)' which has no device code" in done.stderr


def test_two_definitions(hcc: Command, tmp_path: Path) -> None:
    other = AMP_DEFINITION.replace("return x", "return x + 1")
    objects = compiled(hcc, tmp_path, {"kernel": AMP_KERNEL, "one": AMP_DEFINITION, "two": other})
    told = refusal(hcc, tmp_path, *objects)
    assert told.count("error:") == 1
    assert "one.cpp:2: error: duplicate device function 'f(int)', defined in one.o" in told
    assert "two.cpp:2: note: 'f(int)' is defined in two.o, too" in told


def test_the_first_archive_wins(hcc: Command, tmp_path: Path) -> None:
    """As for the linker: an archive's member that nobody needs defines nothing."""
    other = AMP_DEFINITION.replace("return x", "return x + 1")
    compiled(hcc, tmp_path, {"kernel": AMP_KERNEL, "one": AMP_DEFINITION, "two": other}, "host:x86-64")
    hcc.ok("kernel.o", "one.o", "-Wl,--start-lib", "two.o", "-Wl,--end-lib", "-o", "program", cwd=tmp_path)


def test_definition_for_other_targets(hcc: Command, tmp_path: Path) -> None:
    kernel = compiled(hcc, tmp_path, {"kernel": KERNEL})
    definition = compiled(hcc, tmp_path, {"f": DEFINITION}, "host:x86-64")
    told = refusal(hcc, tmp_path, *kernel, *definition)
    assert told.count("error:") == 1
    assert "needed by kernel.o for spirv; f.o defines it for host only" in told
    assert "compile that with --targets=host:x86-64,spirv" in told


def test_fewer_targets_are_enough_for_a_unit_that_has_fewer(hcc: Command, tmp_path: Path) -> None:
    kernel = compiled(hcc, tmp_path, {"kernel": KERNEL}, "host:x86-64")
    hcc.ok(*kernel, *compiled(hcc, tmp_path, {"f": DEFINITION}), "-o", "program", cwd=tmp_path)


def test_dialects_do_not_call_each_other(hcc: Command, tmp_path: Path) -> None:
    told = refusal(hcc, tmp_path, *compiled(hcc, tmp_path, {"kernel": KERNEL, "f": AMP_DEFINITION}))
    assert told.count("error:") == 1
    assert "f.o defines it in the other dialect" in told


def test_recursion_through_two_units(hcc: Command, tmp_path: Path) -> None:
    one = "#include <amp.h>\nint g(int x) restrict(amp);\nint f(int x) restrict(amp) { return g(x - 1); }\n"
    two = "#include <amp.h>\nint f(int x) restrict(amp);\nint g(int x) restrict(amp) { return f(x); }\n"
    objects = compiled(hcc, tmp_path, {"kernel": AMP_KERNEL, "one": one, "two": two})
    told = refusal(hcc, tmp_path, *objects)
    assert told.count("error:") == 1
    assert "two.cpp:3:37: error: recursion of 'f(int)' is not allowed in a kernel" in told
    assert "one.cpp:3:37: note: called from 'f(int)' here" in told
    assert "kernel.cpp:5:" in told


def test_device_code_of_another_version(hcc: Command, tmp_path: Path) -> None:
    objects = compiled(hcc, tmp_path, {"kernel": KERNEL, "f": DEFINITION}, "host:x86-64")
    patch(tmp_path / "f.o", 8, struct.pack("<I", DEVICE_VERSION + 1))
    told = refusal(hcc, tmp_path, *objects)
    assert told == (
        f"hcc: error: f.o: its device code is of version {DEVICE_VERSION + 1}, "
        f"this hcc links version {DEVICE_VERSION}: "
        "compile it again with this hcc\n"
    )


@pytest.mark.parametrize("at", [0, 16, 56, DEVICE_HEADER.size + 8])
def test_damaged_device_code(hcc: Command, tmp_path: Path, at: int) -> None:
    objects = compiled(hcc, tmp_path, {"kernel": KERNEL, "f": DEFINITION}, "host:x86-64")
    patch(tmp_path / "f.o", at, b"\xff\xff\xff\xff")
    told = refusal(hcc, tmp_path, *objects)
    assert told.startswith("hcc: error: f.o: damaged device code in section hcpy_device")
    assert told.count("\n") == 1


def test_damaged_archive(hcc: Command, tmp_path: Path) -> None:
    objects = compiled(hcc, tmp_path, {"kernel": KERNEL, "f": DEFINITION}, "host:x86-64")
    data = (tmp_path / "f.o").read_bytes()
    head = b"f.o/".ljust(48) + str(len(data) + 1000).encode().ljust(10) + b"`\n"
    (tmp_path / "libf.a").write_bytes(b"!<arch>\n" + head + data)
    told = refusal(hcc, tmp_path, objects[0], "libf.a")
    assert "libf.a: damaged archive (member at 8 is cut off)" in told


def patch(path: Path, at: int, new: bytes) -> None:
    """Overwrites bytes of the object's device code."""
    data = bytearray(path.read_bytes())
    (section,) = ElfFile(bytes(data), str(path)).named(DEVICE_SECTION)
    data[section.offset + at : section.offset + at + len(new)] = new
    path.write_bytes(data)


@pytest.mark.parametrize("what", ["ptx", "spirv", "ll"])
def test_code_for_the_link_is_not_emitted(hcc: Command, tmp_path: Path, what: str) -> None:
    (tmp_path / "k.cpp").write_text(KERNEL)
    done = hcc(f"--emit={what}", "k.cpp", "-o", "-", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("k.cpp:3:28: error: undefined device function 'f(int)'") == 1
