"""What HC's kernels call without naming it: destructors, and what the initialisers of members call; and words
that make no member. Each mistake has a twin that is right."""

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
