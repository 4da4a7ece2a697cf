"""What the host target's code looks like: packed instructions, symbols, records, and a quiet LLVM."""

from __future__ import annotations

import itertools
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "device" / "host_forms"))
from harness import FOLDER, build, compile_ir

from hcpy import ir
from hcpy.core.model import KernelRecord, LoweredModule
from hcpy.passes.host import lowering
from hcpy.worker.client import Worker

ARCH = "x86-64-v3"


@pytest.fixture(scope="module")
def ll(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_ir(FOLDER / "kernels.cpp", tmp_path_factory.mktemp("code") / "kernels.ll")


@pytest.fixture(scope="module")
def lowered(ll: Path) -> LoweredModule:
    return build(ll, ARCH)[0]


def record(lowered: LoweredModule, name: str) -> KernelRecord:
    (found,) = [k for k in lowered.kernels if k.name.endswith(name)]
    return found


def assembly(lowered: LoweredModule, name: str) -> str:
    text = lowering.machine(lowered.target.arch).assembly(ir.Module.read(lowered.path))
    symbol = record(lowered, name).symbol
    return text.split(f"\n{symbol}:", 1)[1].split(".Lfunc_end", 1)[0]


def test_short_loops_are_unrolled(lowered: LoweredModule) -> None:
    """Nine sums, of which the first one is to 0."""
    assert len(re.findall(r"vaddps.*ymm", assembly(lowered, "Box"))) >= 8


@pytest.mark.parametrize(
    ("kernel", "instructions"),
    [
        ("Saxpy", ["vfmadd...ps.*ymm"]),
        ("GuardedAdd", ["vaddps.*ymm"]),
        ("Stencil", ["vaddps.*ymm", "vmulps.*ymm"]),
        ("Butterfly", ["vaddps.*ymm", "vsubps.*ymm"]),
        ("Nbody", ["vsqrtps.*ymm", "vdivps.*ymm"]),
        ("6Reduce", ["vaddps.*ymm"]),
        ("6MatmulILi16EE", ["vfmadd...ps.*ymm"]),
        ("6MatmulILi32EE", ["vfmadd...ps.*ymm"]),
        ("Distances", ["vsqrtps.*ymm"]),  # the ABI passes its structures as vectors of two floats
    ],
)
def test_hot_loops_are_packed(lowered: LoweredModule, kernel: str, instructions: list[str]) -> None:
    text = assembly(lowered, kernel)
    for instruction in instructions:
        assert re.search(instruction, text), instruction


def test_guards_and_neighbours_need_no_masks_and_no_gathers(lowered: LoweredModule) -> None:
    for kernel in ("GuardedAdd", "Stencil", "5Inner", "TiledInner", "6Reduce", "6MatmulILi16EE", "Nbody"):
        assert not re.search("vmaskmov|vgather", assembly(lowered, kernel)), kernel


def test_what_a_work_item_has_of_its_own_is_loaded_before_the_loop(lowered: LoweredModule) -> None:
    """Of the coordinates' loop nothing is left; a centre's are each loaded for all work-items alike."""
    inner = [b for b in blocks_of(assembly(lowered, "Nearest")) if re.search(r"vminps.*ymm", b)]
    assert inner and all(b.count("vbroadcastss") == 4 for b in inner)
    assert not any(re.search("vinsertps|vunpck|vshufps", b) for b in inner)


def test_it_is_so_within_a_short_loop(lowered: LoweredModule) -> None:
    inner = [b for b in blocks_of(assembly(lowered, "NearestOfEight")) if re.search(r"vcmp.*ymm", b)]
    assert inner and not any(re.search("vinsertps|vunpck|vshufps", b) for b in inner)


@pytest.mark.parametrize(("kernel", "shuffles"), [("Quaternions", 8 + 8 + 8 + 4), ("Turned", 5 + 6 + 3)])
def test_members_are_taken_apart_and_put_together_in_halves(
    lowered: LoweredModule, kernel: str, shuffles: int
) -> None:
    loops = [b for b in blocks_of(assembly(lowered, kernel)) if re.search(r"vmulps.*ymm", b)]
    assert loops
    for loop in loops:
        assert not re.search("vpermp[sd]", loop)
        assert len(re.findall(r"\tv(?:shufp|unpck|perm)", loop)) <= shuffles


def test_numbers_that_are_taken_apart_address_rows(lowered: LoweredModule) -> None:
    """A strip within one row divides nothing; its numbers lie side by side."""
    loops = [b for b in blocks_of(assembly(lowered, "Apart")) if re.search(r"vmulps.*ymm", b)]
    assert any(not re.search(r"idiv|\tdiv|vgather|vinsertps", b) for b in loops)


def test_loops_that_count_bits_are_instructions(lowered: LoweredModule) -> None:
    text = assembly(lowered, "Bits")
    assert re.search(r"vpshufb.*ymm", text) and re.search("popcnt", text) and "vmaskmov" not in text


def test_every_second_work_item_that_stores_what_it_finds_runs_alone(lowered: LoweredModule) -> None:
    text = assembly(lowered, "Swaps")
    assert "vmaskmov" not in text and re.search(r"addq\t\$2, %r", text)


def test_masked_stores_are_for_strips_in_which_some_store(lowered: LoweredModule) -> None:
    text = assembly(lowered, "Lower")
    assert re.search(r"vmovmskps", text) and re.search(r"vmaskmovps\t%ymm", text)
    assert not any("vcmp" in b and re.search(r"vmaskmovps\t%ymm", b) for b in blocks_of(text))


def blocks_of(text: str) -> list[str]:
    return re.split(r"^\.L.*|^\tj.*", text, flags=re.M)


def test_a_tiles_rows_stay_in_registers(lowered: LoweredModule) -> None:
    """Eight rows of the product at a time: as many multiply-adds between two branches, no stores."""
    blocks = blocks_of(assembly(lowered, "6MatmulILi16EE"))
    assert any(len(re.findall(r"vfmadd...ps", b)) >= 8 and not re.search(r"ymm\d+, .*\(", b) for b in blocks)


def test_a_loop_over_arrays_does_nothing_else(lowered: LoweredModule) -> None:
    """Four vectors from two arrays and to one, the index and its end; no base in rbp, no line is wasted."""
    blocks = re.split(r"^\.L\w+:\n", assembly(lowered, "Saxpy"), flags=re.M)
    ((before, loop),) = [pair for pair in itertools.pairwise(blocks) if pair[1].count("ymm") > 12]
    loop = loop[: loop.index("\tj")]
    assert loop.count("\n") == 4 * 3 + 2, loop
    assert "%rbp" not in loop
    assert before.endswith("\t.p2align\t5\n")


def test_groups_that_a_kernel_cannot_tell_apart_are_joined(lowered: LoweredModule) -> None:
    functions = re.findall(r"^define .*?^}", lowered.path.read_text(), flags=re.M | re.S)
    joined = {
        kernel: any(record(lowered, kernel).symbol in f and "%hc.step" in f for f in functions)
        for kernel in ("Saxpy", "Stencil", "GroupIds", "6Reduce", "DynamicReduce")
    }
    assert joined == {
        "Saxpy": True, "Stencil": True, "GroupIds": False, "6Reduce": False, "DynamicReduce": False
    }  # fmt: skip


def test_baseline_has_no_wide_registers(ll: Path) -> None:
    text = assembly(build(ll, "x86-64")[0], "Saxpy")
    assert "ymm" not in text and "mulps" in text


def test_records(lowered: LoweredModule) -> None:
    saxpy = record(lowered, "Saxpy")
    assert (saxpy.parameter_bytes, saxpy.parameter_align, saxpy.barrier, saxpy.scratch_fixed) == (
        24,
        8,
        False,
        0,
    )
    assert saxpy.location is not None and saxpy.location.line > 0
    matmul = record(lowered, "6MatmulILi16EE")
    assert matmul.barrier and matmul.tile_static_bytes == 2 * 16 * 16 * 4 == matmul.scratch_fixed
    assert matmul.scratch_per_item == 4  # the sum, in one place around the loop
    assert record(lowered, "13DynamicReduce").dynamic_group and not saxpy.dynamic_group
    assert record(lowered, "6Reduce").scratch_per_item == 0


def test_globals_are_listed(lowered: LoweredModule) -> None:
    found = {g.symbol: (g.bytes, g.internal) for g in lowered.globals}
    assert found == {"host_scale": (4, False), "_ZL14internal_table": (16, True)}


def test_symbols(lowered: LoweredModule) -> None:
    """Only the entries leave the object, hidden; what is undefined is the host's or the C library's."""
    text = lowered.path.read_text()
    defined = re.findall(r"^define (?!internal )(.*?)@([\w.]+)\(", text, re.M)
    assert {name for _, name in defined} == {k.symbol for k in lowered.kernels}
    assert all("hidden" in words for words, _ in defined)
    declared = set(re.findall(r"^declare .*?@([\w.]+)\(", text, re.M))
    assert {d for d in declared if not d.startswith("llvm.")} <= {"expf"}
    external = set(re.findall(r"^@(\S+) = external", text, re.M))
    assert external == {"host_scale", "__hcpy_internal._ZL14internal_table"}


def test_two_architectures_do_not_clash(ll: Path, lowered: LoweredModule) -> None:
    other = build(ll, "x86-64")[0]
    symbols = [k.symbol for m in (lowered, other) for k in m.kernels]
    assert len(set(symbols)) == len(symbols)


def test_the_same_input_gives_the_same_code(ll: Path, lowered: LoweredModule, tmp_path: Path) -> None:
    copy = tmp_path / ll.name  # in its own folder: nothing is shared with the first one
    copy.write_text(ll.read_text())
    assert build(copy, ARCH)[0].path.read_text() == lowered.path.read_text()


def test_architectures_share_what_none_of_them_changes(
    ll: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "module.ll"
    module.write_text(ll.read_text())
    first = build(module, "x86-64")[0]
    monkeypatch.delattr(lowering, "common")
    assert build(module, ARCH)[0].kernels[0].name == first.kernels[0].name
    module.write_text(ll.read_text() + "; another unit\n")
    with pytest.raises(NameError):
        build(module, ARCH)


def test_llvm_is_quiet(ll: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with Worker() as worker:
        worker.call(build, ll, ARCH)
    assert capfd.readouterr().err == ""
