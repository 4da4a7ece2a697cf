"""A restrict clause in each place that the grammar does not have, and its twin without the clause there."""

from __future__ import annotations

from collections.abc import Iterator

# A declaration with @ for the clause; whether the clause is moved to a right place, or dropped, in the twin.
PLACES = {
    "front": ("@ int f(int x) { return x; }", "int f(int x) restrict(cpu, amp) { return x; }"),
    "in_specifiers": (
        "inline @ int f(int x) { return x; }",
        "inline int f(int x) restrict(cpu, amp) { return x; }",
    ),
    "before_name": ("int @ f(int x) { return x; }", "int f(int x) restrict(cpu, amp) { return x; }"),
    "before_parameters": ("int f @ (int x) { return x; }", "int f(int x) restrict(cpu, amp) { return x; }"),
    "before_const": (
        "struct s {\n  int f() @ const { return 1; }\n};",
        "struct s {\n  int f() const restrict(cpu, amp) { return 1; }\n};",
    ),
    "before_reference": (
        "struct s {\n  int f() @ & { return 1; }\n};",
        "struct s {\n  int f() & restrict(cpu, amp) { return 1; }\n};",
    ),
    "behind_result": (
        "auto f(int x) -> int @ { return x; }",
        "auto f(int x) restrict(cpu, amp) -> int { return x; }",
    ),
    "behind_body": ("int f(int x) { return x; } @", ""),
    "template": (
        "template <class T>\n@ T f(T x) {\n  return x;\n}",
        "template <class T>\nT f(T x) restrict(cpu, amp) {\n  return x;\n}",
    ),
    "pure": (
        "struct s {\n  virtual int f() = 0 @;\n};",
        "struct s {\n  virtual int f() restrict(cpu) = 0;\n};",
    ),
    "variable": ("int x @;", ""),
    "initialised_variable": ("int x @ = 1;", ""),
    "extern_variable": ("extern int x @;", ""),
    "local_variable": ("void f() {\n  int x @;\n}", ""),
    "loop_variable": ("void f() {\n  for (int i @ = 0; i < 2; ++i) {\n  }\n}", ""),
    "parameter": ("void f(int x @) {}", ""),
    "member": ("struct s {\n  int x @;\n};", ""),
    "static_member": ("struct s {\n  static int x @;\n};", ""),
    "class": ("struct @ s {};", ""),
    "class_behind_name": ("struct s @ {};", ""),
    "class_behind_body": ("struct s {\n} @;", ""),
    "union": ("union @ u {\n  int x;\n};", ""),
    "enumeration": ("enum @ e { one };", ""),
    "scoped_enumeration": ("enum class @ e { one };", ""),
    "namespace": ("namespace @ n {}", ""),
    "namespace_behind_name": ("namespace n @ {}", ""),
    "typedef": ("typedef int @ number;", ""),
    "alias": ("using number = int @;", ""),
    "block": ("void f() {\n  {\n  } @;\n}", ""),
    "statement": ("void f() { @; }", ""),
    "lambda_front": (
        "auto f = @ [](int x) { return x; };",
        "auto f = [](int x) restrict(cpu) { return x; };",
    ),
    "lambda_without_parameters": (
        "auto f = [] @ { return 1; };",
        "auto f = []() restrict(cpu) { return 1; };",
    ),
    "lambda_before_parameters": (
        "auto f = [] @ (int x) { return x; };",
        "auto f = [](int x) restrict(cpu) { return x; };",
    ),
    "lambda_behind_result": (
        "auto f = [](int x) -> int @ { return x; };",
        "auto f = [](int x) restrict(cpu) -> int { return x; };",
    ),
}
CLAUSES = {"amp": "restrict(amp)", "cpu": "restrict(cpu)", "both": "restrict(cpu, amp)", "macro": "__GPU"}
TEXT = """// rows: amp.2.1.places
// ptx: none
#include <amp.h>

using namespace concurrency;

// What is left out is not read.
#if 0
int restrict(amp) left_out;
#endif
@MARK@@DECLARED@

int main() { return 0; }
"""
SAID = "a restrict clause comes after the parameters of a function and its qualifiers"


def programs() -> Iterator[tuple[str, str]]:
    for number, (name, (wrong, right)) in enumerate(PLACES.items()):
        line = wrong.split("@")[0].count("\n")
        mark = f"// expected-error@+{line + 1} {{{{{SAID}}}}}\n"
        # Each clause in some places, and each place with some clause.
        which = list(CLAUSES)[number % len(CLAUSES)]
        broken = TEXT.replace("@MARK@", mark).replace("@DECLARED@", wrong.replace("@", CLAUSES[which]))
        yield f"{name}_{which}", broken
        fine = right or wrong.replace("@;", ";").replace("@ ", "").replace(" @", "")
        yield f"{name}_right", TEXT.replace("@MARK@", "").replace("@DECLARED@", fine)
