"""What of clang's messages reaches the user."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.core.model import Dialect
from hcpy.frontend.plain_messages import in_users_words
from hcpy.frontend.rules.amp_words import in_amp_words

KEYWORD = "a.cpp:8:3: warning: use 'template' keyword to treat 'as' as a dependent template name\n"
OTHER = "a.cpp:9:3: warning: unused variable 'x' [-Wunused-variable]\n    9 |   int x;\n"
ERROR = "a.cpp:10:3: error: unknown type name 'y'\n   10 |   y z;\n"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (f"{KEYWORD}1 warning generated.\n", ""),
        (f"{KEYWORD}{OTHER}2 warnings generated.\n", f"{OTHER}1 warning generated.\n"),
        (f"{KEYWORD}{ERROR}1 warning and 1 error generated.\n", f"{ERROR}1 error generated.\n"),
    ],
)
def test_no_warning_asks_for_the_template_keyword(said: str, shown: str) -> None:
    assert in_users_words(said, Dialect.AMP) == shown


@pytest.mark.parametrize(
    ("dialect", "said", "header"),
    [
        (Dialect.HC, "no member named 'precise_math' in namespace 'hc'", "hc_math.hpp"),
        (Dialect.HC, "no member named 'short_vector' in namespace 'hc'", "hc_short_vector.hpp"),
        (Dialect.AMP, "use of undeclared identifier 'fast_math'", "amp_math.h"),
        (Dialect.AMP, "no type named 'int_2' in namespace 'Concurrency::graphics'", "amp_short_vectors.h"),
        (Dialect.AMP, "unknown type name 'texture'", "amp_graphics.h"),
        (Dialect.AMP, "no template named 'texture'", "amp_graphics.h"),
    ],
)
def test_what_a_header_declares_names_it(dialect: Dialect, said: str, header: str) -> None:
    shown = in_users_words(f"a.cpp:3:5: error: {said}\n1 error generated.\n", dialect)
    assert shown == f"a.cpp:3:5: error: {said}; <{header}> declares it\n1 error generated.\n"


def test_a_using_directive_names_the_header() -> None:
    said = "a.cpp:2:17: error: expected namespace name"
    quoted = "    2 | using namespace {};\n      |                 ^\n"
    for dialect, name, header in ((Dialect.AMP, "concurrency", "amp.h"), (Dialect.HC, "hc", "hc.hpp")):
        text = quoted.format(name)
        assert in_users_words(f"{said}\n{text}", dialect) == f"{said}; <{header}> declares it\n{text}"
    other = f"{said}\n{quoted.format('mine')}"
    assert in_users_words(other, Dialect.AMP) == other


@pytest.mark.parametrize(
    ("dialect", "line", "header"),
    [
        (Dialect.AMP, "using namespace concurrency::fast_math;", "amp_math.h"),
        (Dialect.AMP, "using namespace concurrency; namespace m = concurrency::precise_math;", "amp_math.h"),
        (Dialect.AMP, "  using namespace fast_math;", "amp_math.h"),
        (Dialect.HC, "using namespace hc::short_vector;", "hc_short_vector.hpp"),
        (Dialect.HC, "namespace v = hc::fast_math;", "hc_math.hpp"),
        (Dialect.AMP, "using namespace concurrency; namespace m = concurrency::mine;", None),
    ],
)
def test_a_namespace_that_is_unknown_names_its_header(
    dialect: Dialect, line: str, header: str | None
) -> None:
    column = max(line.rfind(mark) + len(mark) for mark in ("::", "namespace ")) + 1
    said = f"a.cpp:2:{column}: error: expected namespace name"
    text = f"    2 | {line}\n"
    named = f"; <{header}> declares it" if header else ""
    assert in_users_words(f"{said}\n{text}", dialect) == f"{said}{named}\n{text}"


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("int f(int x) restict(amp) { return x; }", "restict"),
        ("int f(int x) retsrict( cpu, amp ) { return x; }", "retsrict"),
        ("int f(int x) Restrict(amp) { return x; }", "Restrict"),
        ("int f(int x) restrict(amp) { return x; }", None),
        ("int f(int x) noexcep(amp) { return x; }", None),
        ("int f(int x) restict(4) { return x; }", None),
    ],
)
def test_a_misspelt_clause(tmp_path: Path, line: str, word: str | None) -> None:
    source = tmp_path / "k.cpp"
    source.write_text(f"{line}\n")
    for column in (13, 14):
        head = f"{source}:1:{column}: error: "
        said = f"{head}expected function body after function declarator\n    1 | {line}\n"
        told = f"{head}'{word}' begins no clause; did you mean 'restrict'?\n    1 | {line}\n"
        assert in_users_words(said, Dialect.AMP) == (told if word else said)


def test_a_header_is_named_in_place_of_another_name() -> None:
    said = "a.cpp:3:5: error: no member named 'am_alloc' in namespace 'hc'"
    shown = in_users_words(f"{said}; did you mean 'malloc'?\n", Dialect.HC)
    assert shown == f"{said}; <hc_am.hpp> declares it\n"
    other = "a.cpp:3:5: error: use of undeclared identifier 'texture'; did you mean 'graphics::texture'?\n"
    assert in_users_words(other, Dialect.AMP) == other


def test_counts_end_as_clangs_do() -> None:
    """HIP's say for which side they are."""
    said = f"{OTHER}1 warning generated when compiling for host.\n"
    assert in_amp_words(said) == f"{OTHER}1 warning generated.\n"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            "indirection requires pointer operand ('S' invalid)",
            "'S' has no operator* that can be called here",
        ),
        (
            "invalid argument type 'n::S<int>' to unary expression",
            "'n::S<int>' has no such operator that can be called here",
        ),
        ("indirection requires pointer operand ('unsigned int' invalid)", None),
        ("invalid argument type 'int *' to unary expression", None),
    ],
)
def test_operators_with_one_operand_of_classes(said: str, shown: str | None) -> None:
    text = f"k.cpp:3:4: error: {said}\n1 error generated.\n"
    assert in_users_words(text, Dialect.AMP) == text.replace(said, shown or said)


def test_a_constant_without_a_value_is_one_error() -> None:
    first = "k.cpp:3:4: error: default initialization of an object of const type 'const int'\n"
    second = "k.cpp:3:4: error: initialization is not supported for __shared__ variables.\n"
    one, two = "1 error generated.\n", "2 errors generated.\n"
    assert in_users_words(first + second + two, Dialect.AMP) == first + one
    assert in_users_words(second + "1 error generated.\n", Dialect.AMP).startswith(second)


def test_a_tile_static_array_is_no_array_of_variable_length() -> None:
    said = "a.cpp:3:5: error: variable length array declaration cannot have 'static' storage duration\n"
    shown = "a.cpp:3:5: error: an array that is static or tile_static needs a constant size\n"
    assert in_users_words(said, Dialect.AMP) == shown


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            "warning: variable length arrays in C++ are a Clang extension",
            "warning: variable length arrays are",
        ),
        ("warning: 'auto' here is a Clang extension", "warning: 'auto' here is"),
    ],
)
def test_no_extension_bears_a_compilers_name(said: str, shown: str) -> None:
    assert in_users_words(f"a.cpp:3:5: {said}\n", Dialect.HC) == f"a.cpp:3:5: {shown} not standard C++\n"


def test_a_launch_is_no_instantiation() -> None:
    said = (
        "a.cpp:9:7: note: in instantiation of function template specialization "
        "'Concurrency::parallel_for_each<1, (lambda at a.cpp:9:41)>' requested here\n"
    )
    shown = in_users_words(f"{ERROR}{said}", Dialect.AMP)
    assert shown == f"{ERROR}a.cpp:9:7: note: launched here\n"


def test_a_tile_static_constant_is_told_without_a_value_for_it(tmp_path: Path) -> None:
    source = tmp_path / "k.cpp"
    source.write_text("void f() {\n  tile_static const int a, b;\n  const int c;\n}\n")
    said = "error: default initialization of an object of const type 'const int'"
    shown = [f"{source}:2:{column}: {said}\n    2 | {{}}\n      | ^\n      | = 0\n" for column in (25, 28)]
    line = source.read_text().splitlines()[1]
    plain = f"{source}:3:13: {said}\n"
    text = in_users_words(
        "".join(s.format(line) for s in shown) + plain + "3 errors generated.\n", Dialect.HC
    )
    told = f"{source}:2:15: error: a tile_static variable can't be const: nothing could give it a value\n"
    assert text == f"{told}    2 | {line}\n      |{' ' * 15}^\n{plain}2 errors generated.\n"


def test_an_atomic_function_says_what_it_takes() -> None:
    note = (
        "/x/include/hcrt/detail/atomics.hpp:63:1: note: candidate function not viable: no known conversion "
    )
    said = "a.cpp:5:5: error: no matching function for call to 'atomic_fetch_or'\n" + "".join(
        f"{note}from 'float *' to '{type_}' for 1st argument\n" for type_ in ("int *", "std::uint64_t *")
    )
    took = "a.cpp:5:5: error: no matching function for call to 'atomic_fetch_or': its first argument is"
    assert in_users_words(said, Dialect.HC) == f"{took} 'int*' or 'uint64_t*'\n"
    unknown = said.replace("no known conversion", "candidate template ignored")
    assert in_users_words(unknown, Dialect.HC).endswith("'atomic_fetch_or'\n")
