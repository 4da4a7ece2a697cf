"""One mistake, one error: declarations and calls."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

# rows, what is wrong (with @ after it), what is said of it, what is right.
CASES = {
    "several_static": (
        "amp.2.4.3.local",
        "void f() restrict(amp) {\n  static int a, b;@\n}",
        "the local variable 'a' with the storage class 'static' is not allowed in amp-restricted code",
        "void f() restrict(amp) {\n  static const int a = 1, b = 2;\n}",
    ),
    "several_extern": (
        "amp.2.4.3.local",
        "void f() restrict(amp) {\n  extern int a, b, c;@\n}",
        "the local variable 'a' with the storage class 'extern' is not allowed in amp-restricted code",
        "void f() restrict(amp) {\n  int a, b, c;\n}",
    ),
    "several_chars": (
        "amp.2.4.1.fundamental",
        "void f() restrict(amp) {\n  char a = 1, b{2}, c(a);@\n}",
        "'a' of the type 'char' is not allowed in amp-restricted code",
        "void f() restrict(amp) {\n  int a = 1, b{2}, c(a);\n}",
    ),
    "several_small": (
        "amp.2.4.1.fundamental",
        "void f() restrict(amp) {\n  short a(1), b{2}, c = a + b;@\n}",
        "'a' of the type 'short' is not allowed in amp-restricted code",
        "void f() restrict(amp) {\n  int a(1), b{2}, c = a + b;\n}",
    ),
    "several_in_loop": (
        "amp.2.4.1.fundamental",
        "void f() restrict(amp) {\n  for (long long a = 0, b = 9; a < b; ++a) {@\n  }\n}",
        "'a' of the type 'long long' is not allowed in amp-restricted code",
        "void f() restrict(amp) {\n  for (int a = 0, b = 9; a < b; ++a) {\n  }\n}",
    ),
    "several_tile_static": (
        "amp.2.4.3.tile_static",
        "void f() restrict(amp) {\n  tile_static char a, b;@\n}",
        "the tile_static variable 'a' of the type 'char' is not allowed in amp-restricted code",
        "void f() restrict(amp) {\n  tile_static int a, b;\n}",
    ),
    "several_at_namespace": (
        "amp.2.4.3.tile_static",
        "tile_static int a, b;@",
        "the tile_static variable 'a' is only allowed in a function",
        "int a, b;",
    ),
    "pointer_gains_amp": (
        "amp.2.3.1.conversions",
        "int f(int x) { return x; }\nint (*p)(int) restrict(cpu, amp) = f;@",
        "'f' is not restricted to amp, as the functions",
        "int f(int x) restrict(cpu, amp) { return x; }\nint (*p)(int) restrict(cpu, amp) = f;",
    ),
    "local_pointer_gains_amp": (
        "amp.2.3.1.conversions",
        "int f(int x) { return x; }\nvoid g() {\n  int (*p)(int) restrict(amp) = &f;@\n  (void)p;\n}",
        "'f' is not restricted to amp, as the functions",
        "int f(int x) restrict(cpu, amp) { return x; }\n"
        "void g() {\n"
        "  int (*p)(int) restrict(amp) = &f;\n"
        "  (void)p;\n"
        "}",
    ),
    "typedef_pointer_gains_amp": (
        "amp.2.3.1.conversions",
        "typedef int F(int) restrict(cpu, amp);\nint f(int x) { return x; }\nF* p = f;@",
        "'f' is not restricted to amp, as the functions",
        "typedef int F(int) restrict(cpu);\nint f(int x) { return x; }\nF* p = f;",
    ),
    "pointer_assigned_gains_amp": (
        "amp.2.3.1.conversions",
        "int f(int x) { return x; }\nvoid g() {\n  int (*p)(int) restrict(cpu, amp) = nullptr;\n  p = f;@\n}",
        "'f' is not restricted to amp, as the functions",
        "int f(int x) { return x; }\nvoid g() {\n  int (*p)(int) restrict(cpu) = nullptr;\n  p = f;\n}",
    ),
    "reference_gains_amp": (
        "amp.2.3.1.conversions",
        "int f(int x) { return x; }\nint (&p)(int) restrict(cpu, amp) = f;@",
        "'f' is not restricted to amp, as the functions",
        "int f(int x) restrict(amp, cpu) { return x; }\nint (&p)(int) restrict(cpu, amp) = f;",
    ),
    "argument_gains_amp": (
        "amp.2.3.1.conversions",
        "int f(int x) { return x; }\n"
        "int take(int (*p)(int) restrict(cpu, amp)) { return p(1); }\n"
        "int g() { return take(f); }@",
        "'f' is not restricted to amp, as the functions",
        "int f(int x) { return x; }\n"
        "int take(int (*p)(int) restrict(cpu)) { return p(1); }\n"
        "int g() { return take(f); }",
    ),
    "pointer_local_in_amp": (
        "amp.2.4.1.compound",
        "int f(int x) restrict(amp) { return x; }\n"
        "int g() restrict(amp) {\n"
        "  int (*p)(int) restrict(amp) = f;@\n"
        "  return p(1);\n"
        "}",
        "'p' of the type 'int (*)(int)' is not allowed in amp-restricted code: pointers to",
        "int f(int x) restrict(amp) { return x; }\nint g() restrict(amp) {\n  int p = f(1);\n  return p;\n}",
    ),
    "pointer_parameter_in_amp": (
        "amp.2.4.1.compound",
        "int g(int (*p)(int) restrict(amp)) restrict(amp) {@\n  return 1;\n}",
        "'p' of the type 'int (*)(int)' is not allowed in amp-restricted code: pointers to",
        "int g(int (*p)(int) restrict(cpu)) restrict(cpu) {\n  return p(1);\n}",
    ),
    "cast_for_local": (
        "amp.2.4.1.fundamental",
        "int f(int n) restrict(amp) {\n  char c = (char)n;@\n  return c;\n}",
        "'c' of the type 'char' is not allowed",
        "int f(int n) restrict(amp) {\n  int c = (int)n;\n  return c;\n}",
    ),
    "pointer_constant_used": (
        "amp.2.4.3.names",
        "int n = 1;\nint* const p = &n;\nint f() restrict(amp) {\n  return *p;@\n}",
        "'p' can't be used in amp-restricted code",
        "const int n = 1;\nint f() restrict(amp) {\n  return n;\n}",
    ),
    "extern_local_used": (
        "amp.2.4.3.local",
        "int f() restrict(amp) {\n  extern int n;@\n  return n;\n}",
        "with the storage class 'extern'",
        "int f() restrict(amp) {\n  int n = 1;\n  return n;\n}",
    ),
    "extern_global_used": (
        "amp.2.4.3.names",
        "extern int n;\nint f() restrict(amp) {\n  return n;@\n}",
        "'n' can't be used in amp-restricted code, which has only local variables, parameters,",
        "extern const int n = 4;\nint f() restrict(amp) {\n  return n;\n}",
    ),
    "extern_global_used_twice": (
        "amp.2.4.3.names",
        "extern int n;\nint f() restrict(amp) {\n  return n + n;@\n}",
        "'n' can't be used",
        "const int n = 4;\nint f() restrict(amp) {\n  return n + n;\n}",
    ),
    "virtual_object_used": (
        "amp.2.4.1.compound",
        "struct b {\n"
        "  int x;\n"
        "  virtual int f() { return x; }\n"
        "};\n"
        "int g() restrict(amp) {\n"
        "  b o;@\n"
        "  return o.f();\n"
        "}",
        "it has the virtual member function 'f'",
        "struct b {\n"
        "  int x;\n"
        "  int f() restrict(cpu, amp) { return x; }\n"
        "};\n"
        "int g() restrict(amp) {\n"
        "  b o;\n"
        "  return o.f();\n"
        "}",
    ),
    "virtual_parameter_used": (
        "amp.2.4.1.compound",
        "struct b {\n"
        "  int x;\n"
        "  virtual int f() { return x; }\n"
        "};\n"
        "int g(b& o) restrict(amp) {@\n"
        "  return o.f();\n"
        "}",
        "it has the virtual member function 'f'",
        "struct b {\n"
        "  int x;\n"
        "  int f() restrict(cpu, amp) { return x; }\n"
        "};\n"
        "int g(b& o) restrict(amp) {\n"
        "  return o.f();\n"
        "}",
    ),
    "virtual_amp_member": (
        "amp.2.4.2.declarators",
        "struct b {\n  virtual int f() restrict(amp) { return 1; }@\n};",
        "the virtual function 'f' can't be restricted to amp",
        "struct b {\n  int f() restrict(amp) { return 1; }\n};",
    ),
    "virtual_both_member": (
        "amp.2.4.2.declarators",
        "struct b {\n  virtual int f() const restrict(cpu, amp) { return 1; }@\n};",
        "the virtual function 'f' can't be restricted to amp",
        "struct b {\n  virtual int f() const restrict(cpu) { return 1; }\n};",
    ),
    "virtual_base": (
        "amp.2.4.1.compound",
        "struct a {\n"
        "  int x;\n"
        "};\n"
        "struct s : virtual a {\n"
        "  int y;\n"
        "};\n"
        "int f(s& o) restrict(amp) {@\n"
        "  return 1;\n"
        "}",
        "'o' of the type 's &' is not allowed in amp-restricted code: its base 'a' is virtual",
        "struct a {\n  int x;\n};\nstruct s : a {\n  int y;\n};\nint f(s& o) restrict(amp) {\n  return 1;\n}",
    ),
    "recursion": (
        "amp.2.4.3.calls",
        "int f(int n) restrict(amp) {\n  return n < 2 ? n : f(n - 1);@\n}",
        "'f(int)' calls itself; recursion is not allowed in amp-restricted code",
        "int f(int n) restrict(cpu) {\n  return n < 2 ? n : f(n - 1);\n}",
    ),
    "ellipsis": (
        "amp.2.4.2.declarators",
        "int f(int n, ...) restrict(amp);@",
        "the variadic function 'f' can't be restricted to amp",
        "int f(int n, ...) restrict(cpu);",
    ),
    "extern_c_both": (
        "amp.2.4.2.declarators",
        'extern "C" int f(int n) restrict(cpu, amp) { return n; }@',
        "'f' with extern \"C\" linkage can't have several restrictions",
        'extern "C" int f(int n) restrict(amp) { return n; }',
    ),
    "exception_specification": (
        "amp.2.4.2.declarators",
        "int f(int n) restrict(amp) throw();@",
        "'f' is restricted to amp and can't have an exception specification",
        "int f(int n) restrict(amp);",
    ),
    "name_hidden": (
        "amp.2.2.overloads",
        "int foo(int x) restrict(amp) { return x; }\n"
        "namespace n {\n"
        "int foo(double d) restrict(cpu) { return 2; }\n"
        "int g() restrict(amp) {\n"
        "  return foo(10);@\n"
        "}\n"
        "}",
        "'foo' is not restricted to amp and can't be called in amp-restricted code",
        "int foo(int x) restrict(amp) { return x; }\n"
        "namespace n {\n"
        "int bar(double d) restrict(cpu) { return 2; }\n"
        "int g() restrict(amp) {\n"
        "  return foo(10);\n"
        "}\n"
        "}",
    ),
    "overlap_amp": (
        "amp.2.3.overlap",
        "int f(int x) restrict(cpu, amp);\nint f(int x) restrict(amp);@",
        "'f' is declared with overlapping restrictions",
        "int f(int x) restrict(cpu);\nint f(int x) restrict(amp);",
    ),
    "both_calls_amp": (
        "amp.2.3.amp_from_cpu",
        "int f(int x) restrict(amp) { return x; }\nint g(int x) restrict(cpu, amp) {\n  return f(x);@\n}",
        "'f' is restricted to amp and can't be used in code for the CPU",
        "int f(int x) restrict(amp, cpu) { return x; }\nint g(int x) restrict(cpu, amp) {\n  return f(x);\n}",
    ),
    "both_calls_cpu": (
        "amp.2.3.calls",
        "int f(int x) { return x; }\nint g(int x) restrict(cpu, amp) {\n  return f(x);@\n}",
        "'f' is not restricted to amp and can't be called in amp-restricted code",
        "int f(int x) restrict(cpu) { return x; }\n"
        "int f(int x) restrict(amp) { return x; }\n"
        "int g(int x) restrict(cpu, amp) {\n"
        "  return f(x);\n"
        "}",
    ),
    "override_differs": (
        "amp.2.4.2.declarators",
        "struct a {\n"
        "  virtual void f() restrict(cpu) {}\n"
        "};\n"
        "struct b : a {\n"
        "  void f() restrict(amp) {}@\n"
        "};",
        "the virtual function 'f' can't be restricted to amp",
        "struct a {\n"
        "  virtual void f() restrict(cpu) {}\n"
        "};\n"
        "struct b : a {\n"
        "  void f() restrict(cpu) {}\n"
        "};",
    ),
    "clause_in_type": (
        "amp.2.1.places",
        "typedef float F(float);\nrestrict(cpu) F* pf;@",
        "a restrict clause comes after the parameters of a function and its qualifiers",
        "typedef float F(float) restrict(cpu);\nF* pf;",
    ),
    "constant_by_reference": (
        "amp.2.4.3.names",
        "const int n = 2;\n"
        "int f(const int& x) restrict(amp) { return x; }\n"
        "int g() restrict(amp) {\n"
        "  return f(n);@\n"
        "}",
        "the address of the constant 'n', or a reference to it, is not allowed in amp-restricted",
        "const int n = 2;\n"
        "int f(int x) restrict(amp) { return x; }\n"
        "int g() restrict(amp) {\n"
        "  return f(n);\n"
        "}",
    ),
    "member_pointer_call": (
        "amp.2.4.3.miscellaneous",
        "struct s {\n"
        "  int x;\n"
        "  int f() restrict(amp) { return x; }\n"
        "};\n"
        "int g(s o, int (s::*p)() restrict(amp)) restrict(amp) {@\n"
        "  return (o.*p)();\n"
        "}",
        "'p' of the type 'int (s::*)()' is not allowed in amp-restricted code: pointers to member",
        "struct s {\n  int x;\n};\nint g(s o, int s::*p) restrict(amp) {\n  return o.*p;\n}",
    ),
    "atomic_on_short": (
        "amp.6.atomic_fetch_add",
        "void f(array<double>& a) restrict(amp) {\n  atomic_fetch_add(&a[0], 1);@\n}",
        "no matching function for call to 'atomic_fetch_add'",
        "void f(array<int>& a) restrict(amp) {\n  atomic_fetch_add(&a[0], 1);\n}",
    ),
    "unrestricted_constructor": (
        "amp.2.3.calls",
        "struct s {\n  int x;\n  s() : x(1) {}\n};\nint f() restrict(amp) {\n  s o;@\n  return o.x;\n}",
        "'s' is not restricted to amp and can't be called in amp-restricted code",
        "struct s {\n"
        "  int x;\n"
        "  s() restrict(amp) : x(1) {}\n"
        "};\n"
        "int f() restrict(amp) {\n"
        "  s o;\n"
        "  return o.x;\n"
        "}",
    ),
    "unrestricted_operator": (
        "amp.2.3.calls",
        "struct s {\n"
        "  int x;\n"
        "};\n"
        "s operator+(s a, s b) { return a; }\n"
        "int f(s a) restrict(amp) {\n"
        "  return (a + a).x;@\n"
        "}",
        "the operator for 's' and 's' is not restricted to amp and can't be called in amp-restricted code",
        "struct s {\n"
        "  int x;\n"
        "};\n"
        "s operator+(s a, s b) restrict(amp) { return a; }\n"
        "int f(s a) restrict(amp) {\n"
        "  return (a + a).x;\n"
        "}",
    ),
    "unrestricted_conversion": (
        "amp.2.3.calls",
        "struct s {\n"
        "  int x;\n"
        "  operator int() const { return x; }\n"
        "};\n"
        "int f(s a) restrict(amp) {\n"
        "  return a;@\n"
        "}",
        "'operator int' is not restricted to amp and can't be called in amp-restricted code",
        "struct s {\n"
        "  int x;\n"
        "  operator int() const restrict(amp) { return x; }\n"
        "};\n"
        "int f(s a) restrict(amp) {\n"
        "  return a;\n"
        "}",
    ),
    "evaluated_beside_sizeof": (
        "amp.2.3.calls",
        "int c(int x) { return x; }\nint f() restrict(amp) {\n  return sizeof(c(1)) + c(2);@\n}",
        "'c' is not restricted to amp and can't be called in amp-restricted code",
        "int c(int x) { return x; }\nint f() restrict(amp) {\n  return sizeof(c(1)) + sizeof(c(2));\n}",
    ),
}


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(CASES.items())
