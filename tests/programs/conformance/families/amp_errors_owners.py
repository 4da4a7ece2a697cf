"""One mistake, one error at the user's line: streams, and classes that own memory of the host, in functions
for both parts."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import Mistake, pairs

_HEAD = "#include <iostream>\n#include <string>\n#include <tuple>\n#include <vector>\n"
_NAME = "can't be used in amp-restricted code"
_STREAM = f"'cout' {_NAME}"
_TYPE = "is not allowed in amp-restricted code"
_CALL = "is not restricted to amp and can't be called in amp-restricted code"
# The row, what is wrong, what is said of it and what is right.
_STATEMENTS = {
    "printed": ("amp.2.4.3.names", "std::cout << k;", _STREAM, ""),
    "printed_twice": ("amp.2.4.3.names", "std::cout << k << k + 1;", _STREAM, ""),
    "printed_line": ("amp.2.4.3.names", "std::cout << k << std::endl;", _STREAM, ""),
    "printed_unqualified": ("amp.2.4.3.names", "using namespace std;\n  cout << k;", _STREAM, ""),
    "flushed": ("amp.2.4.3.names", "std::cout.flush();", _STREAM, ""),
    "read": ("amp.2.4.3.names", "std::cin >> k;", f"'cin' {_NAME}", "k = 1;"),
    "vector": (
        "amp.2.4.1.compound",
        "std::vector<int> v(k);",
        f"'v' of the type 'std::vector<int>' {_TYPE}",
        "",
    ),
    "vector_list": (
        "amp.2.4.1.compound",
        "std::vector<int> v = {k, 2};",
        f"'v' of the type 'std::vector<int>' {_TYPE}",
        "int v[] = {k, 2};\n  k = v[0];",
    ),
    "vector_unnamed": (
        "amp.2.4.1.compound",
        "k = std::vector<int>(4).size();",
        f"a cast to the type 'std::vector<int>' {_TYPE}",
        "k = 4;",
    ),
    "string": ("amp.2.4.1.compound", 'std::string s("a");', f"'s' of the type 'std::string' {_TYPE}", ""),
    "string_copied": (
        "amp.2.4.1.compound",
        'std::string s = "a";',
        f"'s' of the type 'std::string' {_TYPE}",
        "",
    ),
    "string_joined": (
        "amp.2.4.1.compound",
        'std::string("a") + "b";',
        f"a cast to the type 'std::string' {_TYPE}",
        "",
    ),
    "string_bound": (
        "amp.2.4.1.compound",
        'const std::string& s = std::string("a");',
        f"'s' of the type 'const std::string &' {_TYPE}",
        "const int& s = int(k);\n  k = s;",
    ),
    "pair": (
        "amp.2.4.1.compound",
        'std::pair<int, std::string> p(1, "a");',
        f"'p' of the type 'std::pair<int, std::string>' {_TYPE}",
        "std::pair<int, int> p(1, k);\n  k = p.second;",
    ),
}


def _function(body: str) -> str:
    return f"{_HEAD}void f(int k) restrict(cpu, amp) {{\n  {body}\n}}"


def mistakes() -> Iterator[tuple[str, Mistake]]:
    for name, (row, wrong, said, right) in _STATEMENTS.items():
        yield name, (row, _function(f"{wrong}@"), said, _function(right))
    for clause in ("amp", "cpu, amp"):
        name = f"stream_parameter_{clause[:3]}"
        text = f"{_HEAD}void f(std::ostream& o, int k) restrict({clause}) {{@\n  o << k << 2;\n}}"
        said = f"'o' of the type 'std::ostream &' {_TYPE}"
        right = f"{_HEAD}void f(int& o, int k) restrict({clause}) {{\n  o = o << k << 2;\n}}"
        yield name, ("amp.2.4.1.compound", text, said, right)
    kernel = (
        "struct s {\n  int k;\n  void print() const restrict(cpu, amp) {\n    BODY\n  }\n};\n"
        "void f(array_view<int> v, s x) {\n"
        "  parallel_for_each(v.extent, [=](index<1>) restrict(amp) { x.print(); });\n}"
    )
    wrong = _HEAD + kernel.replace("BODY", "std::cout << k;@")
    right = _HEAD + kernel.replace("BODY", 'direct3d_printf("%d", k);').replace("cpu, amp", "amp")
    yield "printing_member", ("amp.2.4.3.names", wrong, _STREAM, right)
    unmarked = kernel.replace(" restrict(cpu, amp)", "").replace("BODY", "std::cout << k;")
    wrong = _HEAD + unmarked.replace("x.print(); });", "x.print(); });@")
    yield "printing_member_unmarked", ("amp.2.4.3.calls", wrong, f"'print' {_CALL}", right)


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(mistakes())
