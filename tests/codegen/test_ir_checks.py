"""What kernels reach and no device can do is reported with the user's place and the way from the kernel."""

from __future__ import annotations

from pathlib import Path

import pytest
from lowering_support import lower

from hcpy.core.model import Diagnostic, Dialect

IN_KERNEL = """void run(int* p) {{
  flat(9, [=](int i) HCRT_AMP {{
    p[i] = {};
  }});
}}
"""


def place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    assert diagnostic.location is not None
    location = diagnostic.location
    return Path(location.file).name, location.line, location.column


def test_throw_in_a_template_is_found_with_its_way(tmp_path: Path) -> None:
    source = """template <class T> HCRT_AMP T checked(T v) {
  if (v > T(1000)) throw 3;
  return v;
}
template <class T> HCRT_AMP T twice(T v) { return 2 * checked(v); }
void run(float* p) {
  flat(9, [=](int i) {
    p[i] = twice(p[i]);
  });
}
"""
    found = lower(tmp_path, source, "ptx").diagnostic()
    assert found.message == "'throw' is not allowed in a kernel"
    assert place(found) == ("test.cpp", 2, 20)
    assert [(n.location and n.location.line, n.message) for n in found.notes] == [
        (5, "called from 'float twice<float>(float)' here"),
        (8, "called from the kernel here"),
        (7, "kernel starts here"),
    ]


@pytest.mark.parametrize(
    "expression, what",
    [
        ("*new int(i)", "'new'"),
        ("(delete[] p, i)", "'delete'"),
        ("[]{ try { throw 1; } catch (int) {} return 1; }()", "'throw'"),
    ],
)
def test_statements_that_devices_lack(tmp_path: Path, expression: str, what: str) -> None:
    for kind in ("ptx", "spirv", "null"):
        messages = lower(tmp_path, IN_KERNEL.format(expression), kind).errors()
        assert f"3: {what} is not allowed in a kernel" in messages


def test_a_function_without_device_code(tmp_path: Path) -> None:
    source = "int outside(int);\n" + IN_KERNEL.format("outside(i)")
    for kind in ("ptx", "spirv"):
        found = lower(tmp_path, source, kind).diagnostic()
        assert found.message == "call to 'outside(int)' which has no device code"
        assert place(found)[:2] == ("test.cpp", 4)
        assert found.notes[-1].message == "kernel starts here"


def test_a_place_in_a_system_header_is_moved_to_the_users_call(tmp_path: Path) -> None:
    source = "#include <array>\n" + IN_KERNEL.format("std::array<int, 4>{1, 2, 3, 4}.at(i)")
    found = lower(tmp_path, source, "ptx").diagnostic()
    assert found.message == "'at' throws where it fails, and kernels can't throw"
    assert place(found)[:2] == ("test.cpp", 4)
    assert found.notes[0].message == "it is here"


RECURSION = (
    "HCRT_AMP int depth(int n) { return n < 2 ? 1 : depth(n - 1) + depth(n - 2); }\n"
    + IN_KERNEL.format("depth(i)")
)


@pytest.mark.parametrize(
    "kind, dialect, is_error",
    [
        ("ptx", Dialect.HC, False),
        ("ptx", Dialect.AMP, True),
        ("null", Dialect.HC, False),
    ],
)
def test_recursion(tmp_path: Path, kind: str, dialect: Dialect, is_error: bool) -> None:
    messages = lower(tmp_path, RECURSION, kind, dialect).errors()
    assert bool(messages) is is_error
    for message in messages:
        assert message == "1: recursion of 'depth(int)' is not allowed in a kernel"


def test_spirv_leaves_out_kernels_with_recursion(tmp_path: Path) -> None:
    source = RECURSION.replace(
        "void run", "void other(int* p) { flat(9, [=](int i) { p[i] = i; }); }\nvoid run"
    )
    result = lower(tmp_path, source, "spirv", Dialect.HC)
    warning = result.diagnostic()
    assert warning.severity == "warning"
    assert warning.message.startswith("SPIR-V has no recursion, as that of 'depth(int)'")
    assert len(result.module.kernels) == len(result.module.left_out) == 1
    [left_out] = result.module.left_out
    assert left_out.location is not None and left_out.location.line == 4


def test_assembler_of_another_target(tmp_path: Path) -> None:
    source = """void run(int* p) {
  flat(9, [=](int i) { asm volatile("pause"); asm volatile("" ::: "memory"); p[i] = 1; });
}
"""
    found = lower(tmp_path, source, "ptx").diagnostic()
    assert found.message == "inline assembler 'pause' is not of the target 'ptx'"
    own = source.replace('"pause"', '"membar.gl;"')
    assert lower(tmp_path, own, "ptx").errors() == []
    assert lower(tmp_path, own, "spirv").errors() == [
        "2: inline assembler 'membar.gl;' is not of the target 'spirv'"
    ]


@pytest.mark.parametrize(
    "declarations, expression, message",
    [
        ("int (*volatile f)(int);", "f(i)", "call through a pointer is not possible on the target 'spirv'"),
        (
            "",
            "[&]{ int a[p[1]]; a[i] = 1; p[2] = a[p[3]]; return a[p[4]]; }()",
            "an array of variable length is not possible",
        ),
    ],
)
def test_what_spirv_cannot_say(tmp_path: Path, declarations: str, expression: str, message: str) -> None:
    found = lower(tmp_path, declarations + "\n" + IN_KERNEL.format(expression), "spirv").errors()
    assert found and found[0].startswith(f"4: {message}")


def test_an_array_of_unknown_size(tmp_path: Path) -> None:
    found = lower(tmp_path, "extern int many[];\n" + IN_KERNEL.format("many[i]"), "spirv").diagnostic()
    assert found.message == "'many' has no known size here: declare it with its bounds"
    assert place(found)[:2] == ("test.cpp", 4)


def test_a_static_variable_made_at_run_time(tmp_path: Path) -> None:
    source = IN_KERNEL.format("[&]{ static int made = p[5]; return made; }()")
    assert (
        lower(tmp_path, source, "ptx")
        .errors()[0]
        .startswith("3: a static variable with an initialiser that runs")
    )
