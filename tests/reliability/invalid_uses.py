"""Programs that break one rule of a dialect: what is wrong, where it is, and how it is spelled.

Takes: a random.Random. Gives: sources; hcc must refuse each with an error at a place in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

_TOP = """int unrestricted(int x);
struct Polymorphic { virtual ~Polymorphic(); int a; };
typedef int (*Pointer)(int);
extern Pointer pointer;
"""
# Statements that no kernel may hold; `x` is an int.
_BOTH = (
    "throw x;",
    "try { x = 1; } catch (...) { x = 2; }",
    'asm("nop");',
    "x += unrestricted(x);",
    "x += pointer(x);",
    "Polymorphic* p = nullptr; x += dynamic_cast<void*>(p) != nullptr;",
    "x += (int)typeid(int).hash_code();",
    "static thread_local int t = 0; x += t;",
    "x += undeclared;",
    "x.member = 1;",
    "int y = ; x += y;",
    "{ struct { int a; } s; x += s.b; }",
    "x += sizeof(struct Incomplete);",
    "const int c = 1; c = x;",
    "return nowhere;",
    "int v[3] = {1, 2, 3, 4}; x += v[0];",
    "switch (x) { case 1: case 1: break; }",
    "break;",
    "continue;",
    "int* q = 1.5f; x += *q;",
)
_AMP = (
    "goto end; end: ;",
    "static int s = 0; x += s;",
    "volatile int w = x; x = w;",
    "int* p = new int; x += *p;",
    "int* p = nullptr; delete p;",
    "int** pp = nullptr; x += **pp;",
    "long long l = x; x = (int)l;",
    "short s = 1; x += s;",
    "char c = 1; x += c;",
    "long double d = x; x = (int)d;",
    'const wchar_t* s = L"a"; x += s[0];',
    "Pointer p = pointer; x += p(x);",
    "x += (int)(long)&x;",
    "tile_static int t = 1; x += t;",
    "va_list a; va_start(a, x);",
)
_HC: tuple[str, ...] = ()

# Where a statement is put: @ is the restriction, % the statement.
_PLACES = {
    "kernel": "%",
    "block": "if (x > 1) { for (int k = 0; k < 3; ++k) { % } }",
    "function": "void f(int& x) @ { % }\n~f(x);",
    "far": "inline void h(int& x) @ { % }\ninline void g(int& x) @ { h(x); }\n"
    "void f(int& x) @ { g(x); }\n~f(x);",
    "member": "struct S { int a; void f(int& x) const @ { % } };\n~S s; s.f(x);",
    "static member": "struct S { static void f(int& x) @ { % } };\n~S::f(x);",
    "call operator": "struct S { void operator()(int& x) const @ { % } };\n~S()(x);",
    "namespace": "namespace n { namespace { void f(int& x) @ { % } } }\n~n::f(x);",
    "template": "template <class T> void f(T& x) @ { % }\n~f(x);",
    "class template": "template <class T> struct S { void f(T& x) @ { % } };\n~S<int>().f(x);",
    "macro": "#define BODY %\nvoid f(int& x) @ { BODY }\n~f(x);",
    "lambda": "auto g = [](int& x) @ { % }; g(x);",
    "constructor": "struct S { int a; S(int x) @ : a(x) { % } };\n~S s(x); x = s.a;",
}
_RESTRICTIONS = {
    "amp": ("restrict(amp)", "restrict(amp, cpu)", "restrict( cpu , amp )", "restrict(amp) /* here */"),
    "hc": ("[[hc]]", "[[cpu, hc]]", "__attribute__((hc))", "__HC__"),
}
_KERNELS = {
    "amp": (
        "array_view<int> v(16);\n"
        "  parallel_for_each(v.get_extent(), [=](index<1> i) @ { int x = v[i]; % v[i] = x; });",
        "array_view<int, 2> v(4, 4);\n  parallel_for_each(v.get_extent(), [=](index<2> i) @ {\n"
        "    int x = v[i];\n    %\n    v[i] = x;\n  });",
        "array<int> v(16);\n  parallel_for_each(v.get_extent().tile<4>(), "
        "[&v](tiled_index<4> i) @ { int x = v[i]; % v[i] = x; });",
    ),
    "hc": (
        "hc::array_view<int> v(16);\n  hc::parallel_for_each(v.get_extent(), "
        "[=](hc::index<1> i) @ { int x = v[i]; % v[i] = x; });",
        "hc::array_view<int, 2> v(4, 4);\n  hc::parallel_for_each(v.get_extent(), "
        "[=](hc::index<2> i) @ {\n    int x = v[i];\n    %\n    v[i] = x;\n  });",
        "hc::array_view<int> v(16);\n  hc::parallel_for_each(v.get_extent().tile(4), "
        "[=](hc::tiled_index<1> i) @ { int x = v[i]; % v[i] = x; });",
    ),
}
_HEADERS = {
    "amp": "#include <amp.h>\n#include <cstdarg>\n#include <typeinfo>\nusing namespace concurrency;\n",
    "hc": "#include <hc.hpp>\n#include <typeinfo>\n",
}
# Whole declarations with restrict where none may be, or none of its kind.
_WRONG_CLAUSES = (
    "int f() restrict() { return 1; }",
    "int f() restrict(gpu) { return 1; }",
    "int f() restrict(amp { return 1; }",
    "int f() restrict amp { return 1; }",
    "int f() restrict(amp,) { return 1; }",
    "int f() restrict(,amp) { return 1; }",
    "int f() restrict(1) { return 1; }",
    "int f() restrict(amp cpu) { return 1; }",
    "struct S restrict(amp) { int a; };",
    "namespace n restrict(amp) { int a; }",
    "int f(int x restrict(amp)) { return x; }",
    "int f() { return 1; } restrict(amp)",
    "int f() { int x = 1 restrict(amp); return x; }",
    "enum E restrict(amp) { a };",
    "using T = int restrict(amp);",
    "int f() { if restrict(amp) (1) return 2; return 1; }",
    "restrict(amp)",
    "struct S { virtual int f() restrict(amp) { return 1; } };",
    "int f() restrict(amp) { return 1; } int g() { return f(); }",
    "int f() { return 1; } int g() restrict(amp) { return f(); }",
    "int f() restrict(cpu) { return 1; } int g() restrict(amp) { return f(); }",
    "int f() restrict(amp) { return 1; } int g() restrict(amp, cpu) { return f(); }",
    "int f(); int f() restrict(amp) { return f(1); }",
    "struct S { int a; S() {} }; int g() restrict(amp) { S s; return 1; }",
    "struct S { int a; ~S() {} }; int g() restrict(amp) { S s; return 1; }",
    "int f(int n) restrict(amp) { return n ? f(n - 1) : 0; }",
    "int g(int n) restrict(amp); int f(int n) restrict(amp) { return n ? g(n - 1) : 0; } "
    "int g(int n) restrict(amp) { return f(n); }",
    "int total = 0; int f() restrict(amp) { return total; }",
    "struct S { char c; }; int f(S s) restrict(amp) { return 1; }",
    "short f() restrict(amp) { return 1; }",
    "long long f() restrict(amp) { return 1; }",
    "int f(int** p) restrict(amp) { return 1; }",
    "int f(volatile int x) restrict(amp) { return 1; }",
    "int f(...) restrict(amp) { return 1; }",
    "tile_static int t;",
    "void f() { tile_static int t; t = 1; }",
)
_LAUNCHES = (  # the kernel's function object; v is an array_view<int>, a an array<int>
    "[=](index<1> i) { v[i] = 1; }",
    "[=](index<1> i) restrict(cpu) { v[i] = 1; }",
    "[&](index<1> i) restrict(amp) { v[i] = 1; }",
    "[=](index<2> i) restrict(amp) { v[i[0]] = 1; }",
    "[=](index<1> i) restrict(amp) { v[i] = a[i]; }",
    "[=](index<1> i) restrict(amp) { v[i] = *pointer; }",
    "[=](index<1> i) restrict(amp) { v[i] = letter; }",
    "[=](index<1> i) restrict(amp) { v[i] = &where != nullptr; }",
    "[=, &number](index<1> i) restrict(amp) { v[i] = number; }",
    "5",
    "nullptr",
)
_LAUNCHER = """int main() {
  array_view<int> v(16);
  array<int> a(16);
  int number = 1;
  int* pointer = &number;
  char letter = 1;
  accelerator where;
  parallel_for_each(v.get_extent(), %);
}
"""
_INTERRUPTIONS = (
    "",
    "// restrict(amp) in a comment\n",
    '#define TEXT "restrict(amp) {"\n',
    "#if 0\n[[hc]] {\n#endif\n",
)


@dataclass(frozen=True)
class Invalid:
    """A program that breaks a rule; `about` says which, and where."""

    dialect: str
    about: str
    text: str


def all_uses() -> Iterator[Invalid]:
    """Each statement in each place, with the first spelling; each wrong clause; each wrong launch."""
    for dialect, own in (("amp", (*_BOTH, *_AMP)), ("hc", (*_BOTH, *_HC))):
        for statement, place in product(own, _PLACES):
            if _fits(statement, place):
                yield _statement(dialect, statement, place, 0, 0, 0)
    for declaration in _WRONG_CLAUSES:
        yield Invalid("amp", declaration, f"{_HEADERS['amp']}{declaration}\nint main() {{ return 0; }}\n")
    for launch in _LAUNCHES:
        yield Invalid("amp", launch, _HEADERS["amp"] + _LAUNCHER.replace("%", launch))


def some_uses(chance: random.Random, count: int) -> list[Invalid]:
    """So many, without repeating one; those of all_uses first, in random order."""
    found = list({use.text: use for use in all_uses()}.values())
    chance.shuffle(found)
    seen = {use.text for use in found}
    while len(found) < count:
        use = _random(chance)
        if use.text not in seen:
            seen.add(use.text)
            found.append(use)
    return found[:count]


def _random(chance: random.Random) -> Invalid:
    dialect = chance.choice(("amp", "hc"))
    statement = chance.choice((*_BOTH, *(_AMP if dialect == "amp" else _HC)))
    place = chance.choice([name for name in _PLACES if _fits(statement, name)])
    restriction = chance.randrange(len(_RESTRICTIONS[dialect]))
    kernel = chance.randrange(len(_KERNELS[dialect]))
    return _statement(dialect, statement, place, restriction, kernel, chance.randrange(len(_INTERRUPTIONS)))


def _fits(statement: str, place: str) -> bool:
    """Is the statement wrong there? `break` in a loop is not, and a template need not be used."""
    return place != "block" or statement not in ("break;", "continue;")


def _statement(
    dialect: str, statement: str, place: str, restriction: int, kernel: int, interruption: int
) -> Invalid:
    clause = _RESTRICTIONS[dialect][restriction]
    in_kernel = clause if place in ("kernel", "block", "lambda") else _RESTRICTIONS[dialect][0]
    if "cpu" in in_kernel and dialect == "amp":
        in_kernel = _RESTRICTIONS[dialect][0]
    declared, _, body = _PLACES[place].rpartition("~")
    spelled = _hc_spelling if dialect == "hc" else _amp_spelling
    text = "\n".join(
        (
            f"{_HEADERS[dialect]}{_INTERRUPTIONS[interruption]}{_TOP}{spelled(declared, clause)}",
            "int main() {",
            f"  {_KERNELS[dialect][kernel].replace('@', in_kernel).replace('%', spelled(body, in_kernel))}",
            "}\n",
        )
    ).replace("%", statement)
    return Invalid(dialect, f"{statement} in {place} with {clause}", text)


def _amp_spelling(text: str, clause: str) -> str:
    return text.replace("@", clause)


def _hc_spelling(text: str, clause: str) -> str:
    """HC's attributes come before functions, and after a lambda's parameters."""
    lines = []
    for line in text.split("\n"):
        if "[](" in line:
            lines.append(line.replace("@", clause))
            continue
        before, mark, behind = line.partition(" @")
        lines.append(f"{before} {clause}{behind}" if mark else line)
    return "\n".join(lines)
