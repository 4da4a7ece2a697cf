"""What clang passes over in amp-restricted code, as it is for the CPU: operator functions whose operands have
an operator of the language as well, and default constructors of the parts of an object."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

_ENUM = "enum e { r, g };\nenum class k { a, b };\n"
_CLASS = "struct s {\n  int x;\n  operator int() const restrict(cpu, amp) { return x; }\n"
# Declarations with the operator function, restricted as $ says, and what takes it.
_OPERATORS = {
    "comma": ("struct s {\n  int x;\n};\nint operator,(const s& a, int n) ${ return n + a.x; }", "(a, 1)"),
    "comma_member": ("struct s {\n  int x;\n  int operator,(int n) const ${ return n + 1; }\n};", "(a, 1)"),
    "comma_template": (
        "struct s {\n  int x;\n};\n"
        "template <class T>\nint operator,(const s& a, const T& n) ${ return n + a.x; }",
        "(a, 1.0f)",
    ),
    "comma_member_template": (
        "struct s {\n  int x;\n  template <class T>\n  int operator,(T n) const ${ return n + 1; }\n};",
        "(a, 1)",
    ),
    "comma_instance": (
        "template <class T>\nstruct v {\n  T x;\n};\nusing s = v<int>;\n"
        "template <class T>\nT operator,(const v<T>& a, T n) ${ return n + a.x; }",
        "(a, 1)",
    ),
    "comma_base": (
        "struct b {\n  int x;\n  int operator,(int n) const ${ return n + 1; }\n};\nstruct s : b {};",
        "(a, 1)",
    ),
    "comma_alike": (
        "struct s {\n  int x;\n  operator int() const restrict(cpu, amp) { return x; }\n};\n"
        "template <class T>\nT operator,(const T& b, T c) ${ return b; }",
        "(a, a)",
    ),
    "enum_alike": (
        _ENUM + "struct s {};\ntemplate <class T>\nT operator|(T a, T b) ${ return a > b ? a : b; }",
        "e::r | e::g",
    ),
    "not_alike": (
        "struct s {\n  int x;\n  operator int() const restrict(cpu, amp) { return x; }\n};\n"
        "template <class T>\nbool operator!(T& a) ${ return a.x == 3; }",
        "!a",
    ),
    "address": ("struct s {\n  int x;\n  s* operator&() ${ return nullptr; }\n};", "(&a)->x"),
    "converted_sum": (
        _CLASS + "};\nint operator+(const s& a, int n) ${ return a.x - n; }",
        "a + 1",
    ),
    "converted_friend": (
        _CLASS + "  friend int operator*(int n, s a) ${ return a.x - n; }\n};",
        "2 * a",
    ),
    "converted_not": (_CLASS + "  bool operator!() ${ return x == 3; }\n};", "!a"),
    "enum_or": (_ENUM + "struct s {};\ne operator|(e a, e b) ${ return a > b ? a : b; }", "e::r | e::g"),
    "enum_less": (
        _ENUM + "struct s {};\nbool operator<(k a, k b) ${ return int(a) > int(b); }",
        "k::a < k::b",
    ),
}
_USE = "\nint f() restrict(amp) {\n  s a{};\n  (void)a;\n  return @USE@;\n}"
# Beside such functions: what they are not for.
_FINE = (
    _ENUM + _CLASS + "  bool operator!() { return x == 3; }\n};\nstruct t {\n  int x;\n};\n"
    "int operator,(const t&, int n) { return n + 1; }\n"
    "template <class T>\nT operator-(T a, T b) { return b; }\n"
    "template <class T, class = typename T::key>\nT operator&(T a, T b) { return b; }\n"
    "template <class T>\ntypename T::key operator^(T a, T b) { return b; }\n"
    "e operator|(e a, e b) { return a > b ? a : b; }\n"
    "int operator+(const s& a, int n) { return a.x - n; }\n"
    "bool operator==(k a, e b) { return int(a) == int(b); }\n"
    "int f(int n) restrict(amp) {\n  const s a{};\n  t b{};\n"
    "  return (n, 1) + (a, 2) + (b.x, 3) + !a + a.operator int() + (a - 1) + (int(r) | g)\n"
    "         + (k::a == k::b) + (a & a) + (a ^ a);\n}"
)
_MADE = "struct d {\n  int x;\n  d() $: x(3) {}\n};\n"
_SAID = "is not restricted to amp and can't be called in amp-restricted code"
_PARTS = {
    "member": "struct s {\n  d a;\n  int n;\n  s(int m) restrict(amp) : n(m) {}@\n};",
    "member_array": "struct s {\n  d a[3];\n  int n;\n  s(int m) restrict(amp) : n(m) {}@\n};",
    "member_grid": "struct s {\n  d a[2][3];\n  int n;\n  s() restrict(amp) : n(1) {}@\n};",
    "base": "struct s : d {\n  int n;\n  s(int m) restrict(amp) : n(m) {}@\n};",
    "made_array": "struct s {\n  d a[2];\n  int n;\n  s(int m) restrict(amp) : a(), n(m) {}@\n};",
    "local_array": "int f() restrict(amp) {\n  d a[2];@\n  return a[1].x;\n}",
}


def _mistakes() -> Iterator[tuple[str, tuple[str, str, str, str]]]:
    row, both = "amp.2.3.amp_from_cpu", "restrict(cpu, amp) "
    for name, (declared, use) in _OPERATORS.items():
        text = declared + _USE.replace("@USE@", use)
        wrong = text.replace("$", "").replace(f"return {use};", f"return {use};@")
        yield f"built_in_{name}", (row, wrong, _SAID, text.replace("$", both))
    wrong = _FINE.replace("const s a{}", "s a{}").replace("| g)", "| g)@")
    yield "built_in_others", (row, wrong, f"'operator!' {_SAID}", _FINE)
    for name, declared in _PARTS.items():
        right = _MADE.replace("$", both) + declared.replace("@", "")
        yield f"part_{name}", (row, _MADE.replace("$", "") + declared, f"'d' {_SAID}", right)


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(_mistakes())
