"""Which programs declare names of hcpy's that hcc did not have."""

from pathlib import Path

import pytest

from hcpy.frontend.text.extension_names import hiding_flags
from hcpy.frontend.text.lexer import SourceText

HIDDEN = ("-DHCRT_HIDES_EXTENSIONS=1",)


def flags(text: str) -> tuple[str, ...]:
    return hiding_flags([SourceText(Path("a.cpp"), text)])


@pytest.mark.parametrize(
    "text",
    (
        "struct task_graph { int n; };",
        "class graph_argument;",
        "namespace a::b { enum value_future { none }; } using namespace a::b;",
        "namespace a { struct value_future; } using a::value_future;",
        "namespace a { struct value_future; } namespace c = a; using namespace c;",
        "namespace { struct value_future; }",
        "inline namespace v1 { struct value_future; }",
        "namespace hc { struct value_future; }",
        "namespace a { } struct value_future;",
        'extern "C" { int when_any(int); }',
        "template <class... T> std::vector<int> when_all(T... all) { return {}; }",
        "typedef int graph_recording;",
        "using value_future = int;",
        "int value_future = 4;",
        "template <class T> struct value_future { T t; };",
    ),
)
def test_own_declarations(text: str) -> None:
    assert flags(text) == HIDDEN


@pytest.mark.parametrize(
    "text",
    (
        "int main() { task_graph g; when_all(a, b); }",
        "struct S { void when_all(); int task_graph; };",
        "static task_graph g;",
        "auto all = when_all(a, b);",
        "void f(int task_graph);",
        "template <class value_future> void f();",
        "using hc::when_all;",
        "namespace app { struct task_graph; } hc::task_graph g;",
        "namespace app { struct task_graph; app::task_graph g; }",
        "namespace a::b { enum value_future { none }; } using namespace a; using c::value_future;",
        "#define when_all(x) x",
        "// struct task_graph;",
    ),
)
def test_other_uses(text: str) -> None:
    assert flags(text) == ()


def test_another_file_opens_the_namespace() -> None:
    texts = ("namespace app { struct task_graph; }", "task_graph* g;", "using namespace app;")
    sources = [SourceText(Path(f"{n}.h"), text) for n, text in enumerate(texts)]
    assert hiding_flags(sources) == HIDDEN
    assert hiding_flags(sources[:2]) == ()


def test_the_maths_function_phi() -> None:
    assert flags("float phi = 1.618f;") == ("-DHCRT_HIDES_PHI=1",)
    assert flags("float f(float phi) { return phi; }") == ()
    assert flags("namespace reference { double phi(double x); } float y = phi(1.0f);") == ()
