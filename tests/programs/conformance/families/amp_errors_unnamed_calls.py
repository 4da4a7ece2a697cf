"""What amp-restricted code calls without naming it, in code that no kernel reaches: constructors, copies,
assignments, conversions and destructors of objects and of their parts, and functions of libraries.

Each mistake is in some of the places; its twin, in all places, has functions of both restrictions.
"""

from __future__ import annotations

from collections.abc import Iterator

# A class whose function is restricted as @ says, and what uses it.
USES = {
    "default_constructor": ("struct s {\n  int x;\n  s() @ : x(1) {}\n};", "s v;", "'s'"),
    "constructor": ("struct s {\n  int x;\n  s(int n) @ : x(n) {}\n};", "s v(2);", "'s'"),
    "temporary": ("struct s {\n  int x;\n  s(int n) @ : x(n) {}\n};", "int n = s(2).x;\n  (void)n;", "'s'"),
    "array_of_objects": ("struct s {\n  int x;\n  s() @ : x(1) {}\n};", "s v[2];", "'s'"),
    "member_of_object": (
        "struct m {\n  int x;\n  m() @ : x(1) {}\n};\nstruct s {\n  m y;\n};",
        "s v;",
        "",
    ),
    "base_of_object": ("struct b {\n  int x;\n  b() @ : x(1) {}\n};\nstruct s : b {};", "s v;", ""),
    "copy": (
        "struct s {\n  int x;\n  s() restrict(cpu, amp) {}\n  s(const s& o) @ : x(o.x) {}\n};",
        "s v;\n  s w(v);@@",
        "'s'",
    ),
    "copy_of_member": (
        "struct m {\n  int x;\n  m() restrict(cpu, amp) {}\n  m(const m& o) @ : x(o.x) {}\n};\n"
        "struct s {\n  m y;\n};",
        "s v;\n  s w(v);@@",
        "",
    ),
    "assignment": (
        "struct s {\n  int x;\n  s& operator=(const s& o) @ {\n    x = o.x;\n    return *this;\n  }\n};",
        "s v, w;\n  v = w;@@",
        "'operator='",
    ),
    "conversion": (
        "struct s {\n  int x;\n  operator int() const @ { return x; }\n};",
        "s v;\n  int n = v;@@\n  (void)n;",
        "'operator int'",
    ),
    "destructor": ("struct s {\n  int x;\n  ~s() @ {}\n};", "s v;", "'~s'"),
    "destructor_of_member": (
        "struct m {\n  int x;\n  ~m() @ {}\n};\nstruct s {\n  m y;\n};",
        "s v;",
        "'~m'",
    ),
    "destructor_of_temporary": (
        "struct s {\n  int x;\n  ~s() @ {}\n};",
        "int n = s().x;\n  (void)n;",
        "'~s'",
    ),
    "object_of_member_function": (
        "struct s {\n  int x;\n  int get() const @ { return x; }\n};",
        "s v;\n  int n = v.get();@@\n  (void)n;",
        "'get'",
    ),
}
LIBRARY = {
    "printf": ('std::printf("x");', "'printf'"),
    "malloc": ("void* p = std::malloc(4);\n  (void)p;", "'malloc'"),
    "launch": ("parallel_for_each(extent<1>(2), [](index<1>) restrict(amp) {});", "'parallel_for_each'"),
    "accelerator": ("accelerator();", "'accelerator'"),
}
PLACES = {
    "function": "void f() restrict(cpu, amp) {\n  @BODY@\n}",
    "member": "struct t {\n  int z;\n  void f() const restrict(cpu, amp) {\n  @BODY@\n  }\n};",
    "constructor": "struct t {\n  int z;\n  t() restrict(cpu, amp) {\n  @BODY@\n  }\n};",
    "lambda": "void f() {\n  auto k = [](int) restrict(cpu, amp) {\n  @BODY@\n  };\n  (void)k;\n}",
    "amp_member": "struct t {\n  int z;\n  void f() restrict(amp) {\n  @BODY@\n  }\n};",
    "instance": "template <class T>\nvoid g(T) restrict(cpu, amp) {\n  @BODY@\n}\n"
    "void f() restrict(cpu, amp) { g(1); }",
    "nested_lambda": "void f() restrict(cpu, amp) {\n  auto k = []() {\n  @BODY@\n  };\n  k();\n}",
}
# The parts of an object that is made or ended by the members of its own class.
PARTS = {
    "made_by_constructor": (
        "struct m {\n  m() @ {}\n};\nstruct s {\n  m y;\n  s() restrict(cpu, amp) {}@@\n};",
        "'m'",
    ),
    "ended_by_destructor": (
        "struct m {\n  ~m() @ {}\n};\nstruct s {\n  m y;\n  s() restrict(cpu, amp) {}\n"
        "  ~s() restrict(cpu, amp) {}@@\n};",
        "'~m'",
    ),
}
SHARE = 3  # each mistake in a third of the places
TEXT = """// rows: amp.2.3.calls
// ptx: none
#include <amp.h>

#include <cstdio>
#include <cstdlib>

using namespace concurrency;

@DECLARED@

int main() { return 0; }
"""


def programs() -> Iterator[tuple[str, str]]:
    for number, (name, (declared, used, called)) in enumerate(USES.items()):
        mark = _mark(called)
        body = used.replace("@@", mark) if "@@" in used else used.replace(";", f";{mark}", 1)
        for place, code in list(PLACES.items())[number % SHARE :: SHARE]:
            text = f"{declared.replace('@', '')}\n{code.replace('@BODY@', body)}"
            yield f"{name}_in_{place}", TEXT.replace("@DECLARED@", text)
        right = [
            f"namespace {p} {{\n{c.replace('@BODY@', used.replace('@@', ''))}\n}}" for p, c in PLACES.items()
        ]
        text = "\n".join((declared.replace("@", "restrict(cpu, amp)"), *right))
        yield f"{name}_right", TEXT.replace("@DECLARED@", text)
    for number, (name, (used, called)) in enumerate(LIBRARY.items()):
        for place, code in list(PLACES.items())[number % SHARE :: SHARE]:
            body = used.replace(";", f";{_mark(called)}", 1) if "{}" not in used else used + _mark(called)
            yield f"{name}_in_{place}", TEXT.replace("@DECLARED@", code.replace("@BODY@", body))
    for name, (declared, called) in PARTS.items():
        wrong = declared.replace("@@", _mark(called)).replace("@", "")
        yield name, TEXT.replace("@DECLARED@", wrong)
        right_text = declared.replace("@@", "").replace("@", "restrict(cpu, amp)")
        yield f"{name}_right", TEXT.replace("@DECLARED@", right_text)


def _mark(called: str) -> str:
    return f"  // expected-error {{{{{called} is not restricted to amp}}}}"
