"""Functions for both the CPU and amp call nothing that is restricted to amp alone.

All forms of calls, also where no code calls the function itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

_ROW = "amp.2.3.amp_from_cpu"
_SAID = "is restricted to amp and can't be used in code for the CPU"

# The declarations, with AMP for the callee's restriction and @ after the line of the call.
FORMS = {
    "member": "struct s {\n  int x;\n  void f() AMP {}\n  void g() restrict(cpu, amp) { f(); }@\n};",
    "later_member": "struct s {\n  int x;\n  void g() restrict(cpu, amp) { f(); }@\n  void f() AMP {}\n};",
    "inline": "void f() AMP {}\ninline void g() restrict(cpu, amp) { f(); }@",
    "static": "void f() AMP {}\nstatic void g() restrict(cpu, amp) { f(); }@\nvoid (*p)() = nullptr;",
    "template": "void f() AMP {}\ntemplate <class T>\nvoid g(T) restrict(cpu, amp) {\n  f();@\n}",
    "constructor": "struct s {\n  int x;\n  s() AMP : x(1) {}\n};\n"
    "inline void g() restrict(cpu, amp) {\n  s x;@\n  (void)x;\n}",
    "operator": "struct s {\n  int x;\n  s operator+(s o) const AMP { return o; }\n};\n"
    "inline s g(s x) restrict(cpu, amp) { return x + x; }@",
    "conversion": "struct s {\n  int x;\n  operator int() const AMP { return x; }\n};\n"
    "inline int g(s x) restrict(cpu, amp) { return x; }@",
    "static_member": "struct s {\n  int x;\n  static int f() AMP { return 1; }\n};\n"
    "inline int g() restrict(cpu, amp) { return s::f(); }@",
    # Code for the CPU that clang makes none of.
    "lambda": "int f() AMP { return 1; }\nauto l = [] { return f(); };@",
    "local_lambda": "int f() AMP { return 1; }\nvoid g() {\n  auto l = [] { return f(); };@\n  (void)l;\n}",
    "member_initialiser": "int f() AMP { return 1; }\nstruct s {\n  int x = f();@\n};",
    "address": "int f() AMP { return 1; }\nauto p = &f;@",
    "typed_address": "int f() AMP { return 1; }\nint (*p)() = f;@",
    "initialiser": "int f() AMP { return 1; }\nint x[] = {f(), 2};@",
}
# Overloads for the CPU make such calls right, and so do operands that are not evaluated.
RIGHT = """void f(int) restrict(amp) {}
void f(int) restrict(cpu) {}
struct s {
  int x;
  void f(long) restrict(cpu) {}
  void f(int) restrict(amp) {}
  void g() restrict(cpu, amp) { f(1); }
};
int h() restrict(amp) { return 1; }
int k() restrict(amp) { return 1; }
int k(int x) restrict(cpu) { return x; }
auto l = [] { return k(1); };
struct unevaluated {
  decltype(h()) y = sizeof(h());
};
auto m = []() restrict(amp) { return h(); };
inline int g() restrict(cpu, amp) {
  f(1);
  decltype(h()) x = 1;
  auto l = []() restrict(amp) { return 1; };
  return x + sizeof(h());
}"""


def programs() -> Iterator[tuple[str, str]]:
    for name, form in FORMS.items():
        wrong = form.replace("AMP", "restrict(amp)")
        right = form.replace("AMP", "restrict(cpu, amp)").replace("@", "")
        yield from pairs([(name, (_ROW, wrong, _SAID, right if name != "inline" else RIGHT))])
