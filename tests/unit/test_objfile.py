"""The ELF reader, on objects that the system's compiler makes."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from hcpy.objects import objfile
from hcpy.objects.objfile import ElfFile, HostKernel, ObjectError

SOURCE = """
struct record { const char* name; unsigned long bytes; };
static record one __attribute__((used, section("hcpy_kernels"))) = {"kernel one", 24};
static record two __attribute__((used, section("hcpy_kernels"))) = {"kernel two", 8};
static char unit[32] __attribute__((used, section("hcpy_unit")));
extern "C" const char* unit_id() { return unit; }
extern "C" int called() { return 1; }
int main() { return called() + unit_id()[0]; }
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("objfile")
    (folder / "a.cpp").write_text(SOURCE)
    subprocess.run(["g++", "-c", "a.cpp", "-o", "a.o"], cwd=folder, check=True)
    return (folder / "a.o").read_bytes()


def test_host_kernels_are_read_through_their_relocations(compiled: bytes) -> None:
    assert objfile.host_kernels(ElfFile(compiled)) == [
        HostKernel("kernel one", 24),
        HostKernel("kernel two", 8),
    ]


def test_more_sections_than_the_header_can_count(tmp_path: Path) -> None:
    """As -ffunction-sections makes them; the kernels' records come last."""
    assembly = [
        *(f'.section .f{n},"a",@progbits\n.byte 0' for n in range(66_000)),
        '.section names,"a",@progbits\nkernel:\n.asciz "kernel"',
        '.section hcpy_kernels,"aw",@progbits\n.quad kernel, 24',
        '.section hcpy_unit,"aw",@progbits\nunit: .zero 32',
    ]
    (tmp_path / "m.s").write_text("\n".join(assembly) + "\n")
    subprocess.run(["g++", "-c", "m.s"], cwd=tmp_path, check=True)
    data = (tmp_path / "m.o").read_bytes()
    assert objfile.host_kernels(ElfFile(data)) == [HostKernel("kernel", 24)]
    assert "unit" in {symbol.name for symbol in ElfFile(data).symbols}
    patched = objfile.rename_symbols(objfile.set_unit_id(data, b"x" * 32), {"unit": "unit.renamed"})
    elf = ElfFile(patched)
    assert elf.content(elf.named("hcpy_unit")[0]) == b"x" * 32
    (found,) = (symbol for symbol in elf.symbols if symbol.name == "unit.renamed")
    assert elf.sections[found.section].name == "hcpy_unit"


def test_unit_id_is_set(compiled: bytes) -> None:
    patched = objfile.set_unit_id(compiled, b"x" * 32)
    elf = ElfFile(patched)
    assert elf.content(elf.named("hcpy_unit")[0]) == b"x" * 32
    assert len(patched) == len(compiled)


def test_object_without_a_slot_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "b.cpp").write_text("int f() { return 1; }")
    subprocess.run(["g++", "-c", "b.cpp"], cwd=tmp_path, check=True)
    data = (tmp_path / "b.o").read_bytes()
    assert objfile.set_unit_id(data, b"x" * 32) == data


def test_renamed_symbols_link_under_their_new_names(compiled: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.o").write_bytes(
        objfile.rename_symbols(compiled, {"called": "called.of.this.unit", "no": "x"})
    )
    subprocess.run(["g++", "a.o", "-o", "a"], cwd=tmp_path, check=True)
    assert subprocess.run(["./a"], cwd=tmp_path, check=False).returncode == 1
    names = {symbol.name for symbol in ElfFile((tmp_path / "a").read_bytes()).symbols}
    assert "called.of.this.unit" in names
    assert "called" not in names


def test_needed_libraries(compiled: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.o").write_bytes(compiled)
    subprocess.run(["g++", "a.o", "-o", "a"], cwd=tmp_path, check=True)
    assert "libc.so.6" in ElfFile((tmp_path / "a").read_bytes()).needed_libraries()


@pytest.mark.parametrize("data", [b"", b"\x7fELF", b"text" * 100, b"\x7fELF\x01\x01" + b"\0" * 100])
def test_other_files_are_an_error(data: bytes) -> None:
    with pytest.raises(ObjectError, match="not a"):
        ElfFile(data, "file")


def test_damage_is_an_error_never_another_exception(compiled: bytes) -> None:
    generator = random.Random(2)
    for step in range(1500):
        damaged = bytearray(compiled)
        if step % 2:
            del damaged[generator.randrange(len(damaged)) :]
        else:
            for _ in range(4):
                damaged[generator.randrange(len(damaged))] = generator.randrange(256)
            table = int.from_bytes(compiled[40:48], "little")
            damaged[generator.randrange(table, len(damaged))] = 255
        try:
            elf = ElfFile(bytes(damaged))
            objfile.host_kernels(elf)
            objfile.set_unit_id(bytes(damaged), b"y" * 32)
            elf.needed_libraries()
        except ObjectError as error:
            assert "\n" not in str(error)
