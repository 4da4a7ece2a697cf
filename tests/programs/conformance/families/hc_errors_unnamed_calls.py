"""What HC's kernels call without naming it: destructors, what the initialisers of members call, copies, and
the steps of loops over ranges; and words that make no member. Each mistake has a twin that is right."""

from __future__ import annotations

from collections.abc import Iterator

CALL = "'cpu_only(int)' is restricted to the CPU and can't be called in a kernel"
END = "'~s()' is restricted to the CPU and can't be called in a kernel"
# name: what is declared, what the kernel does, and the error where an @ is; then the right declarations.
CASES = {
    "destructor": (
        "struct s {\n  int x;\n  ~s() [[cpu]] { x = 0; }\n};",
        "s o;@\n    o.x = 3;\n    v[i] = o.x;",
        END,
        "struct s {\n  int x;\n  ~s() { x = 0; }\n};",
    ),
    "destructor_of_member": (
        "struct s {\n  int x;\n  ~s() [[cpu]] { x = 0; }\n};\nstruct t {\n  s y[2];\n};",
        "t o;@\n    o.y[1].x = 3;\n    v[i] = o.y[1].x;",
        END,
        "struct s {\n  int x;\n  ~s() [[cpu, hc]] { x = 0; }\n};\nstruct t {\n  s y[2];\n};",
    ),
    "member_initialiser": (
        "struct s {\n  int x = cpu_only(3);@\n};",
        "s o;\n    v[i] = o.x;",
        CALL,
        "struct s {\n  int x = both(3);\n};",
    ),
    "member_initialiser_of_base": (
        "struct b {\n  int x = cpu_only(3);@\n};\nstruct s : b {};",
        "s o;\n    v[i] = o.x;",
        CALL,
        "struct b {\n  int x = cpu_only(3);\n  b(int n) : x(n) {}\n};\nstruct s : b {\n  s() : b(3) {}\n};",
    ),
    "member_initialiser_of_template": (
        "template <class T>\nstruct t {\n  T x = cpu_only(3);@\n};\nusing s = t<int>;",
        "s o;\n    v[i] = o.x;",
        CALL,
        "template <class T>\nstruct t {\n  T x = both(3);\n};\nusing s = t<int>;",
    ),
    "member_initialiser_of_list": (
        "struct s {\n  int x = cpu_only(3);@\n};",
        "s o{};\n    v[i] = o.x;",
        CALL,
        "struct s {\n  int x = both(3);\n};",
    ),
    "member_initialiser_of_constructor": (
        "struct s {\n  int x = cpu_only(3);@\n  s() [[hc]] {}\n};",
        "s o;\n    v[i] = o.x;",
        CALL,
        "struct s {\n  int x = cpu_only(3);\n  s() [[hc]] : x(3) {}\n};",
    ),
    "destructor_of_temporary": (
        "struct s {\n  int x;\n  s(int n) : x(n) {}\n  ~s() [[cpu]] { x = 0; }\n};",
        "v[i] = s(3).x;@",
        END,
        "struct s {\n  int x;\n  s(int n) : x(n) {}\n  ~s() [[cpu, hc]] { x = 0; }\n};",
    ),
    "destructor_of_listed_temporary": (
        "struct s {\n  int x;\n  ~s() [[cpu]] { x = 0; }\n};",
        "const s& o = s{3};@\n    v[i] = o.x;",
        END,
        "struct s {\n  int x;\n  ~s() { x = 0; }\n};",
    ),
    "destructor_of_argument": (
        "struct s {\n  int x;\n  ~s() [[cpu]] { x = 0; }\n};\nint get(const s& o) { return o.x; }",
        "v[i] = get({3});@",
        END,
        "struct s {\n  int x;\n  ~s() [[cpu]] { x = 0; }\n};\n"
        "template <class T>\nint get(T n) {\n  return n;\n}\nint get(const int (&n)[1]) { return n[0]; }",
    ),
    "constructor_of_list": (
        "struct s {\n  int x;\n  s(int n) [[cpu]] : x(n) {}\n};",
        "s o{3};@\n    v[i] = o.x;",
        "'s(int)' is restricted to the CPU and can't be called in a kernel",
        "struct s {\n  int x;\n  s(int n) [[cpu, hc]] : x(n) {}\n};",
    ),
    "constructor_of_element": (
        "struct m {\n  int x;\n  m(int n) [[cpu]] : x(n) {}\n};\nstruct s {\n  m y, z;\n};",
        "s o{3, m(v[i])};@\n    v[i] = o.y.x;",
        "'m(int)' is restricted to the CPU and can't be called in a kernel",
        "struct m {\n  int x;\n  m(int n) : x(n) {}\n  m(long n) [[cpu]] : x(n) {}\n};\n"
        "struct s {\n  m y, z;\n};",
    ),
    "constructor_of_array_element": (
        "struct s {\n  int x;\n  s(int n) [[cpu]] : x(n) {}\n};",
        "s o[2] = {1, 3};@\n    v[i] = o[1].x;",
        "'s(int)' is restricted to the CPU and can't be called in a kernel",
        "struct s {\n  int x;\n  s(int n) : x(n) {}\n};",
    ),
    "initialiser_left_out_of_list": (
        "struct s {\n  int x;\n  int y = cpu_only(1);@\n};",
        "s o{3};\n    v[i] = o.x;",
        CALL,
        "struct s {\n  int x;\n  int y = both(1);\n};",
    ),
    "copy_of_member": (
        "struct m {\n  int x;\n  m(int n) : x(n) {}\n  m(const m& o) [[cpu]] : x(o.x) {}\n};\n"
        "struct s {\n  m y;@\n  s(int n) : y(n) {}\n};",
        "s o(3);\n    s p(o);\n    v[i] = p.y.x;",
        "'m(const m &)' is restricted to the CPU and can't be called in a kernel",
        "struct m {\n  int x;\n  m(int n) : x(n) {}\n  m(const m& o) [[cpu]] : x(o.x) {}\n};\n"
        "struct s {\n  m y;\n  s(int n) : y(n) {}\n  s(const s& o) : y(o.y.x) {}\n};",
    ),
    "assignment_of_member": (
        "struct m {\n  int x;\n  m& operator=(const m& o) [[cpu]] { return *this = o.x; }\n"
        "  m& operator=(int n) {\n    x = n;\n    return *this;\n  }\n};\n"
        "struct s {@\n  m y;\n};",
        "s o{{3}}, p{{1}};\n    p = o;\n    v[i] = p.y.x;",
        "'operator=(const m &)' is restricted to the CPU and can't be called in a kernel",
        "struct m {\n  int x;\n  m& operator=(const m& o) [[cpu, hc]] { return *this = o.x; }\n"
        "  m& operator=(int n) {\n    x = n;\n    return *this;\n  }\n};\n"
        "struct s {\n  m y;\n};",
    ),
    "copy_of_capture": (
        "struct s {\n  int x;\n  s(int n) : x(n) {}\n  s(const s& o) [[cpu]] : x(o.x) {}\n};",
        "s o(3);\n    auto f = [=] { return o.x; };@\n    v[i] = f();",
        "'s(const s &)' is restricted to the CPU and can't be called in a kernel",
        "struct s {\n  int x;\n  s(int n) : x(n) {}\n  s(const s& o) : x(o.x) {}\n};",
    ),
    "range_loop": (
        "struct it {\n  int x;\n  it& operator++() [[cpu]] {\n    ++x;\n    return *this;\n  }\n"
        "  bool operator!=(it o) const { return x != o.x; }\n  int operator*() const { return x; }\n};\n"
        "struct s {\n  it begin() const { return {0}; }\n  it end() const { return {3}; }\n};",
        "int n = 0;\n    for (int x : s()) n += x;@\n    v[i] = n;",
        "'operator++()' is restricted to the CPU and can't be called in a kernel",
        "struct it {\n  int x;\n  it& operator++() {\n    ++x;\n    return *this;\n  }\n"
        "  it operator++(int) [[cpu]] { return {x++}; }\n"
        "  bool operator!=(it o) const { return x != o.x; }\n  int operator*() const { return x; }\n};\n"
        "struct s {\n  it begin() const { return {0}; }\n  it end() const { return {3}; }\n"
        "  it end(int) const [[cpu]] { return {4}; }\n};",
    ),
    "tile_static_member": (
        "struct s {\n  tile_static int x;@\n  int y;\n};",
        "s o;\n    o.y = 3;\n    v[i] = o.y;",
        "the tile_static variable 'x' is only allowed in a function",
        "struct s {\n  static int x;\n  int y;\n};",
    ),
}
TEXT = """// rows: hc.rules.unnamed_calls
#include <hc.hpp>

int cpu_only(int n) [[cpu]] { return n; }
int both(int n) { return n; }

@DECLARED@

int main() {
  hc::array_view<int> v(16);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    @BODY@
  });
  return v[5] == 3 ? 0 : 1;
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, (declared, body, message, right) in CASES.items():
        mark = f"  // expected-error {{{{{message}}}}}"
        text = TEXT.replace("@DECLARED@", declared.replace("@", mark))
        yield name, text.replace("@BODY@", body.replace("@", mark))
        yield f"{name}_right", TEXT.replace("@DECLARED@", right).replace("@BODY@", body.replace("@", ""))
