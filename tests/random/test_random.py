"""Random kernels in CI: 500 of them, the regressions, and the proof that a wrong result is found."""

from __future__ import annotations

import datetime
import os
import random
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from conftest import Command  # noqa: E402
from idiomatic.programs import make_program  # noqa: E402
from idiomatic.template import Maker, templates  # noqa: E402
from loops import units as loops  # noqa: E402
from loops.blocks import LoopBlocks  # noqa: E402
from loops.expressions import MixedExpressions, common  # noqa: E402
from random_kernels import run as random_run  # noqa: E402
from random_kernels import shrink, toolchain  # noqa: E402
from random_kernels.known import KNOWN, LEFT_OUT_OF_CI  # noqa: E402
from random_kernels.model import SCALARS, Expr, Kernel, Options, Place, statements  # noqa: E402
from random_kernels.printer import print_kernel, print_unit  # noqa: E402
from random_kernels.units import make_unit  # noqa: E402

COUNT, IN_A_UNIT = 228, 57  # large units: half of the cost of small ones is the headers
FIXED_SEED = 2
CI_DEVICES = ("host-v4", "opencl", "host-v1", "host-v3")
JOBS = os.cpu_count() or 1


def plan(seed: int) -> random_run.Plan:
    found = toolchain.devices()
    left_out = LEFT_OUT_OF_CI if seed != FIXED_SEED else {}
    devices = tuple(found[name] for name in CI_DEVICES if name in found and name not in left_out)
    return random_run.Plan(COUNT, seed, IN_A_UNIT, devices, in_turn=True, small=True)


def of_the_day() -> int:
    return datetime.date.today().toordinal()


@pytest.mark.parametrize("seed", [FIXED_SEED, of_the_day()], ids=["fixed", "of_the_day"])
def test_random_kernels(seed: int) -> None:
    """To repeat: `python tests/random/run.py --seed SEED --count 228 --in-a-unit 57 --small --in-turn
    --devices host-v4,opencl,host-v1,host-v3`."""
    planned = plan(seed)
    failures = random_run.run(planned, JOBS)
    names = ", ".join(device.name for device in planned.devices)
    print(f"{planned.count} kernels, seed {seed}, on {names}: {len(failures)} failures")
    assert not failures, "\n".join((f"seed {seed}", *map(str, failures)))


def test_no_statement_reads_what_it_only_declares() -> None:
    """A value that nobody has set is another one in each compiler."""
    units = [maker(seed, 20, seed % 2 == 0) for maker in (make_unit, loops.make_unit) for seed in range(30)]
    for unit in units:
        for made in statements(unit):
            if not made.declares:
                continue
            name = re.compile(rf"\b{made.declares}\b")
            declaration = made.form.partition(";")[0]  # with its first value
            is_unset = re.fullmatch(rf"[^=]*\b{made.declares}", declaration)
            read = (made.args, made.blocks) if is_unset else arguments_of(declaration, made.args)
            assert not name.search(repr(read)), str(made)


def arguments_of(form: str, args: Sequence[object]) -> list[object]:
    """Those whose places are in the form."""
    places = re.findall(r"\{(\d+)\}", form.replace("{{", "").replace("}}", ""))
    return [args[int(place)] for place in places]


def test_idiomatic_kernels() -> None:
    """One program of each dialect. To repeat: `python tests/random/run.py --patterns --seed SEED --count 40
    --in-a-unit 20 --in-turn --devices opencl,host-v1`, or with the devices the other way round."""
    found = toolchain.devices()
    turn = [found[name] for name in ("opencl", "host-v1") if name in found]
    seed = of_the_day()
    chosen = tuple(turn if seed % 2 else turn[::-1])
    failures = random_run.run(random_run.Plan(40, seed, 20, chosen, in_turn=True, patterns=True), JOBS)
    assert not failures, "\n".join((f"seed {seed}", *map(str, failures)))


def test_kernels_full_of_loops() -> None:
    """Few on each device. To repeat: `python tests/random/run.py --loops --small --seed SEED --count 20
    --in-a-unit 10 --in-turn --devices opencl,host-v1`, or with the devices of the other days."""
    found = toolchain.devices()
    turn = [found[name] for name in ("opencl", "host-v1", "opencl", "host-v3") if name in found]
    seed = of_the_day()
    chosen = tuple(turn[seed % len(turn) :] + turn[: seed % len(turn)])
    planned = random_run.Plan(20, seed, 10, chosen, in_turn=True, small=True, loops=True)
    failures = random_run.run(planned, JOBS)
    assert not failures, "\n".join((f"seed {seed}", *map(str, failures)))


def test_loops_hold_what_they_are_for() -> None:
    """Among some hundreds of kernels there is each of these."""
    units = [loops.make_unit(seed, 20) for seed in range(12)]
    assert print_unit(units[0]) == print_unit(loops.make_unit(0, 20))
    text = "\n".join(map(print_unit, units))
    for part in (
        r"\(u8\)\(\(u64\)c\d+ \* 251",  # an index that wraps
        r"if \(x\d+a < x\d+b\) \+\+x\d+;",  # values that follow one another are compared
        r"\[c\d+\] = .*\[c\d+ - \d\]",  # an array that feeds itself
        r"switch \(il\d+ % \d\) \{ case 0: do",  # a switch that leads into a loop
        r"while \(c\d+-- > 0 && ",
        r"\} while \(\+\+c\d+ < \d+ && ",
        r"for \(u8 c\d+ = ",
        r"for \(i16 c\d+ = ",
        r"auto x\d+f = \[&, ",  # a closure with a state
        r"auto& x\d+ = .*;\n.*for .*\n?.*step\(",  # a member function that a loop calls
        r"(u8|i16)& x\d+ = \(y\d+\)\[",  # a reference to a cell
        r"sum\[gid\] = mix\(live, gid\); return;",
        r"tile_static",
        r"get_dynamic_group_segment_base_pointer",
        r"hc::tiled_index<3>",
        r"hc::atomic_fetch_\w+\(&ts\d",
        r"m\d : \d+;",  # a bit-field
    ):
        assert re.search(part, text), part


def test_loops_without_wrapping_sums_join_without_sign() -> None:
    """Where -fwrapv is not given, no + - * is of numbers with signs."""
    rng = random.Random(5)
    expressions = MixedExpressions(rng, Options(wraps=False))
    for one in SCALARS.values():
        for other in SCALARS.values():
            if one.is_float or other.is_float:
                continue
            made = expressions.joined("*", Expr("a", one), Expr("b", other))
            has_sign = made.type.kind == "s"
            assert made.type == common(one, other)
            assert str(made) == (
                f"({made.type.name})((u{made.type.bits})(a) * (u{made.type.bits})(b))"
                if has_sign
                else "(a * b)"
            )


def test_bit_fields_are_shifted_as_ints() -> None:
    """One of 64 bits' type has an int's value: 32 is too far, and its sums have a sign."""
    place = Place("o.m", SCALARS["u64"], True, cast=True)
    for wraps in (False, True):
        blocks = LoopBlocks(random.Random(3), Options(wraps))
        made = {blocks.changed(place, Expr("x", SCALARS["i16"]), 0)[0] for _ in range(500)}
        assert "o.m >>= {0} & 31;" in made
        assert not [form for form in made if "& 63" in form or "++" in form]
        assert ("o.m += {0};" in made) == wraps
        assert ("o.m = (u64)((u32)o.m + (u32){0});" in made) == (not wraps)


def test_each_template_can_be_made() -> None:
    """In its dialects, the same each time, and alone."""
    for seed in (0, 1):
        program = make_program(seed, len(templates(seed == 0)))
        assert program == make_program(seed, program.count)
        alone = program.only("k3")
        assert alone.kernels == ("k3",)
        made = alone.text[alone.text.index("static bool k3()") : alone.text.index("int main")]
        assert made.strip() in program.text


def test_a_choice_may_be_made_several_times(tmp_path: Path) -> None:
    template = tmp_path / "one.txt"
    template.write_text("let X a; b; c\nextent 5\nphase\n  <%40 times: @one{{X}} = 1; %% @one{d;e} = 2; %>\n")
    lines = Maker(random.Random(3), is_amp=False).make("k0", template).steps[0].text.split()
    assert len(lines) == 3 * 40 and {"a", "b", "c", "d", "e"} < set(lines)


@pytest.mark.vulkan
def test_random_kernels_on_vulkan() -> None:
    """Few: the driver takes seconds for each."""
    planned = random_run.Plan(4, FIXED_SEED, 2, (toolchain.devices()["vulkan"],), small=True)
    assert random_run.run(planned, JOBS) == []


def regressions() -> list[object]:
    known = {k.file: k.fault for k in KNOWN}
    made: list[object] = []
    for path in sorted((HERE / "regressions").glob("*.cpp")):
        marks = ()
        if path.name in known:
            marks = (pytest.mark.xfail(reason=known[path.name], strict=True),)
        made.append(pytest.param(path, id=path.stem, marks=marks))
    return made


@pytest.mark.parametrize("path", regressions())
def test_regression(path: Path, tmp_path: Path) -> None:
    text = path.read_text()
    names = re.findall(r"^// device: (\S+)$", text, re.MULTILINE)
    level = re.findall(r"^// level: (\S+)$", text, re.MULTILINE)
    found = toolchain.devices()
    builder = toolchain.Builder(tmp_path, path.stem, text, (), *level)
    for name in names:
        if name not in found:
            pytest.skip(f"no {name} here")
        assert [r.words for r in builder.run(found[name]) if r.words] == []


def test_known_faults_have_files() -> None:
    assert [k.file for k in KNOWN if not (HERE / "regressions" / k.file).is_file()] == []
    assert set(LEFT_OUT_OF_CI.values()) <= {k.file for k in KNOWN}


def test_a_wrong_compiler_is_found_and_its_kernel_shrunk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With -DRANDOM_FAULT the kernels shift right wrongly, and the reference does not."""
    monkeypatch.setattr(shrink, "TOGETHER", 3)  # one by one, as one of them does not compile
    device = toolchain.devices()["host"]
    faulty = random_run.Plan(6, 63, 6, (device,), small=True, extra=(toolchain.FAULT,))
    failures = random_run.run(faulty, 1)
    assert failures
    first = failures[0]
    unit = shrink.shrink(first.unit, first.result.kernel, device, first.level, faulty.extra, seconds=8)
    assert unit is not None
    path = shrink.keep(unit, device, first.result.words, first.level, tmp_path)
    small, large = path.read_text(), print_unit(first.unit)
    assert "shift_right<" in small
    assert len(small) < len(large) / 2


def test_a_kernel_is_shrunk_as_long_as_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled: a kernel fails where it shifts right."""

    def failing(_: shrink.Shrinker, kernels: Sequence[Kernel], folder: Path) -> list[bool]:
        return ["shift_right<" in print_kernel(kernel) for kernel in kernels]

    monkeypatch.setattr(shrink.Shrinker, "failing", failing)
    unit = make_unit(13, 8)
    large = next(print_kernel(k) for k in unit.kernels if "shift_right<" in print_kernel(k))
    made = shrink.shrink(unit, "?", toolchain.devices()["host"], "-O2", seconds=60)
    assert made is not None
    small = print_kernel(made.kernels[0])
    assert "shift_right<" in small
    assert len(small) < len(large) / 3, small


def test_a_unit_is_the_same_each_time() -> None:
    assert print_unit(make_unit(7, 3)) == print_unit(make_unit(7, 3))


def test_a_wrong_result_is_found(tmp_path: Path) -> None:
    """The program itself spoils a result of one kernel on request."""
    device = toolchain.devices()["host"]
    builder = toolchain.Builder(tmp_path, "unit", print_unit(make_unit(11, 2, small=True)))
    assert [r.words for r in builder.run(device)] == ["", ""]
    broken = builder.run(device, ("--break", "k1"))
    assert [bool(r.words) for r in broken] == [False, True]


CONTRACTION = """#include <hc.hpp>
void add(float* a, float* b, float* c) {
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1> i) [[hc]] {
    a[i[0]] = b[i[0]] * c[i[0]] + a[i[0]];
  });
}
"""


@pytest.mark.parametrize(("target", "form"), [("ptx:sm_80", "ptx"), ("host:x86-64-v3", "asm")])
def test_no_product_is_fused_where_contraction_is_off(
    hcc: Command, tmp_path: Path, target: str, form: str
) -> None:
    """What makes the results comparable at all."""
    source = tmp_path / "add.cpp"
    source.write_text(CONTRACTION)
    words = (f"--targets={target}", f"--emit={form}", source, "-o", "-")
    assert re.search(r"\bv?fm", hcc.ok("-ffp-contract=fast", *words))
    assert not re.search(r"\bv?fm", hcc.ok("-ffp-contract=off", *words))
