"""Statements that amp-restricted code may not have, and the same without the mistake."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import Mistake, pairs

# What is wrong (@: the line's end), what is said of it, what is right.
STATEMENTS = {
    "goto": (
        "again:\n  x++;\n  if (x < 3) goto again;@",
        "'goto' is not allowed in amp-restricted code",
        "  while (x < 3) x++;",
    ),
    "label": ("here:@\n  x++;", "a label is not allowed in amp-restricted code", "  x++;"),
    "throw": (
        "  if (x < 0) throw x;@",
        "'throw' is not allowed in amp-restricted code",
        "  if (x < 0) x = 0;",
    ),
    "try": (
        "  try {@\n    x++;\n  } catch (...) {\n  }",
        "'try' is not allowed in amp-restricted code",
        "  {\n    x++;\n  }",
    ),
    "asm": ('  asm("nop");@', "'asm' is not allowed in amp-restricted code", "  x++;"),
    "static": (
        "  static int n;@\n  n = x;",
        "the local variable 'n' with the storage class 'static' is not allowed in amp-restricted",
        "  int n;\n  n = x;",
    ),
    "new": ("  int* n = new int(x);@", "'new' is not allowed in amp-restricted code", "  int* n = &x;"),
    "delete": (
        "  int* n = &x;\n  delete n;@",
        "'delete' is not allowed in amp-restricted code",
        "  int* n = &x;\n  *n = 1;",
    ),
    "typeid": (
        "  x = typeid(x) == typeid(int);@",
        "'typeid' is not allowed",
        "  x = sizeof(x) == sizeof(int);",
    ),
    "volatile": (
        "  volatile int n = x;@",
        "'n' of the type 'volatile int' is not allowed in amp-restricted code: 'volatile' is not",
        "  int n = x;",
    ),
    "short": (
        "  short n = x;@",
        "'n' of the type 'short' is not allowed in amp-restricted code",
        "  int n = x;",
    ),
    "char": (
        "  char n = 'a';@",
        "'n' of the type 'char' is not allowed in amp-restricted code",
        "  int n = 1;",
    ),
    "long_double": (
        "  long double n = x;@",
        "'n' of the type 'long double' is not allowed in amp-restricted code",
        "  double n = x;",
    ),
    "pointer_to_pointer": (
        "  int* n = &x;\n  int** m = &n;@",
        "'m' of the type 'int **' is not allowed in amp-restricted code: pointers to pointers are",
        "  int* n = &x;\n  int*& m = n;",
    ),
    "array_of_pointers": (
        "  int* n[2];@",
        "'n' of the type 'int *[2]' is not allowed in amp-restricted code: arrays of pointers are",
        "  int n[2];",
    ),
    "pointer_to_int": (
        "  int* n = &x;\n  long m = (long)n;@",
        "a cast from a pointer to an integer is not allowed in amp-restricted code",
        "  int* n = &x;\n  long m = (long)*n;",
    ),
    "int_to_pointer": (
        "  int* n = (int*)x;@",
        "a cast from an integer to a pointer is not allowed in amp-restricted code",
        "  int* n = (int*)&x;",
    ),
    "lambda_by_reference": (
        "  auto k = [&](int y) { return x + y; };@\n  k(1);",
        "'x' of type 'int' is captured by reference; a kernel can capture only arrays and textures",
        "  auto k = [=](int y) { return x + y; };\n  k(1);",
    ),
    "long_long": (
        "  long long n = x;@",
        "'n' of the type 'long long' is not allowed in amp-restricted code",
        "  long n = x;",
    ),
    "vector": (
        "  std::vector<int> n;@",
        "'n' of the type 'std::vector<int>' is not allowed in amp-restricted code",
        "  int n;",
    ),
    "const_volatile": (
        "  const volatile int n = 1;@",
        "'n' of the type 'const volatile int' is not allowed in amp-restricted code: 'volatile' is",
        "  const int n = 1;",
    ),
    "wide_string": (
        '  const wchar_t* n = L"x";@',
        "'n' of the type 'const wchar_t *' is not allowed in amp-restricted code",
        "  const int* n = &x;",
    ),
    "array_of_bool": (
        "  bool n[4];@",
        "'n' of the type 'bool[4]' is not allowed in amp-restricted code: the elements of an array",
        "  int n[4];",
    ),
    "uses_cpu_lambda": (
        "  auto k = [](int y) restrict(cpu) { return y; };\n  x = k(1);@",
        "the lambda is not restricted to amp and can't be called in amp-restricted code",
        "  auto k = [](int y) { return y; };\n  x = k(1);",
    ),
}
INCLUDES = {"typeid": "#include <typeinfo>\n", "vector": "#include <vector>\n"}


def cases() -> Iterator[tuple[str, Mistake]]:
    for name, (wrong, said, right) in STATEMENTS.items():
        front = INCLUDES.get(name, "") + "void f(int x) restrict(amp) {\n"
        yield name, ("amp.2.4.3.miscellaneous", f"{front}{wrong}\n}}", said, f"{front}{right}\n}}")


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(cases())
