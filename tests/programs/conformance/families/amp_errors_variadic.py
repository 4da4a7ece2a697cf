"""Functions with `...` can't be restricted to amp, and neither can the types of such functions."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

_ROW = "amp.2.4.2.declarators"

# A declaration with CLAUSE and @ after its line, and the name that is reported.
FORMS = {
    "typedef": ("typedef int t(int n, ...) CLAUSE;@", "t"),
    "named_type": ("typedef int t(int n, ...) CLAUSE;@\nt f;", "t"),
    "typedef_of_pointer": ("typedef int (*t)(int n, ...) CLAUSE;@", "t"),
    "alias": ("using t = int(int n, ...) CLAUSE;@", "t"),
    "alias_of_pointer": ("using t = int (*)(int n, ...) CLAUSE;@", "t"),
    "pointer": ("int (*p)(int n, ...) CLAUSE;@", "p"),
    "pointers": ("int (*p[2])(int n, ...) CLAUSE;@", "p"),
    "parameter": ("void f(int (*p)(int n, ...) CLAUSE);@", "p"),
    "reference": ("void f(int (&p)(int n, ...) CLAUSE);@", "p"),
    "member": ("struct s {\n  int (*p)(int n, ...) CLAUSE;@\n};", "p"),
    "pointer_to_member": ("struct s {};\nint (s::*p)(int n, ...) CLAUSE;@", "p"),
    "in_template": ("template <class T>\nstruct s {\n  typedef T (*p)(int n, ...) CLAUSE;@\n};", "p"),
    "local": ("void f() {\n  typedef int t(int, ...) CLAUSE;@\n}", "t"),
}


def programs() -> Iterator[tuple[str, str]]:
    for number, (name, (form, named)) in enumerate(FORMS.items()):
        clause = ("restrict(amp)", "restrict(cpu, amp)")[number % 2]
        said = f"the variadic functions of '{named}' can't be restricted to amp"
        right = form.replace("@", "").replace("CLAUSE", "restrict(cpu)" if number % 3 else clause)
        right = right if number % 3 else right.replace(", ...", "")
        yield from pairs([(name, (_ROW, form.replace("CLAUSE", clause), said, right))])
