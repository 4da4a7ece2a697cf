"""Classes whose second member amp-restricted code may not have."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import Mistake, pairs

# The member that is wrong, what is said of it, the one that is right.
MEMBERS = {
    "pointer": (
        "int* p;",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'p' is a pointer",
        "int p;",
    ),
    "reference": (
        "int& p;",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'p' is a",
        "int p;",
    ),
    "bit_field": (
        "int p : 4;",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'p' is a",
        "int p;",
    ),
    "char_array": (
        "char p[4];",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'p' has the",
        "int p[4];",
    ),
    "short": (
        "short p;",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'p' has the",
        "int p;",
    ),
    "bool_pair": (
        "bool p, q;",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'q' is not",
        "int p, q;",
    ),
    "volatile": (
        "volatile int p;",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'p' has the",
        "int p;",
    ),
    "enum_char": (
        "enum e : char { z } p;",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'p' has the",
        "enum e : int { z } p;",
    ),
    "union_char": (
        "union { char c; int i; } p;",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'p' has the",
        "union { unsigned c; int i; } p;",
    ),
    "array_of_array": (
        "concurrency::array<int>* p;",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'p' is a pointer",
        "int p;",
    ),
    "function_pointer": (
        "void (*p)();",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'p' is a pointer",
        "float p;",
    ),
    "long_long": (
        "long long p;",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'p' has the",
        "long p;",
    ),
    "view": (
        "accelerator_view* p;",
        "'o' of the type 's *' is not allowed in amp-restricted code: its member 'p' is a pointer",
        "array_view<int>* p();",
    ),
}


CLASS = "struct s {\n  int first;\n  MEMBER\n};\nint f(s* o) restrict(amp) {@\n  return 1;\n}"


def cases() -> Iterator[tuple[str, Mistake]]:
    for name, (wrong, said, right) in MEMBERS.items():
        fine = CLASS.replace("@", "").replace("MEMBER", right)
        yield name, ("amp.2.4.1.compound", CLASS.replace("MEMBER", wrong), said, fine)


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(cases())
