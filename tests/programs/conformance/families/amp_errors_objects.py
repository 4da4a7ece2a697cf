"""Rules about objects, constants, linkage and default arguments: each mistake, and its twin without it."""

from __future__ import annotations

from collections.abc import Iterator

# Members that amp-restricted code may not have, and what is said; the twin has an int in their place.
MEMBERS = {
    "char": ("char m;", "its member 'm' has the unsupported type 'char'"),
    "pointer": ("int* m;", "its member 'm' is a pointer"),
    "string": ("std::string m;", "its member 'm' has the unsupported type"),
    "vector": ("std::vector<int> m;", "its member 'm' has the unsupported type"),
    "virtual": ("virtual int m() { return 1; }", "it has the virtual member function 'm'"),
    "bit_field": ("int m : 3;", "its member 'm' is a bit-field"),
    "array": ("array<int> m;", "its member 'm' has the unsupported type"),
    "function_pointer": ("int (*m)(int);", "its member 'm' is a pointer to a function"),
}
FUNCTIONS = {
    "member": "int get() const restrict(cpu, amp) { return own; }",
    "unused_amp": "int get() const restrict(amp) { return 1; }",
    "constructor": "item(int n, int) restrict(cpu, amp);",
    "operator": "int operator()(int n) const restrict(amp) { return n; }",
    "conversion": "operator int() const restrict(amp) { return own; }",
    "destructor": "~item() restrict(cpu, amp) {}",
    "template": "template <class T>\n  T get(T n) const restrict(amp) { return n; }",
}
SHARE = 2  # each member beside some of the functions, each function beside some of the members
OBJECT = """// rows: amp.2.4.1.this
// ptx: none
#include <amp.h>

#include <string>
#include <vector>

using namespace concurrency;

struct item {
  int own;
  @MEMBER@
  static int fixed(int n) restrict(cpu, amp) { return n; }
  @FUNCTION@@MARK@
};

int main() { return 0; }
"""
# rows, what is wrong (with @ after it), what is said of it, what is right.
OTHERS = {
    "pointer_to_constant": (
        "amp.2.4.3.names",
        "const int k = 3;\nint f() restrict(amp) {\n  const int* p = &k;@\n  return *p;\n}",
        "the address of the constant 'k'",
        "const int k = 3;\nint f() restrict(amp) {\n  const int p = k;\n  return p;\n}",
    ),
    "returned_address_of_constant": (
        "amp.2.4.3.names",
        "const float k = 3;\nconst float* f() restrict(amp) { return &k; }@",
        "the address of the constant 'k'",
        "const float k = 3;\nfloat f() restrict(amp) { return k; }",
    ),
    "reference_to_constant": (
        "amp.2.4.3.names",
        "static const int k = 3;\nint f() restrict(amp) {\n  const int& r = k;@\n  return r;\n}",
        "the address of the constant 'k'",
        "static const int k = 3;\nint f() restrict(amp) {\n  const int& r = 3;\n  return r + k;\n}",
    ),
    "constant_for_reference_parameter": (
        "amp.2.4.3.names",
        "const int k = 3;\nint g(const int& r) restrict(amp) { return r; }\n"
        "int f() restrict(amp) { return g(k); }@",
        "the address of the constant 'k'",
        "const int k = 3;\nint g(int r) restrict(amp) { return r; }\nint f() restrict(amp) { return g(k); }",
    ),
    "address_of_static_member": (
        "amp.2.4.3.names",
        "struct s {\n  static const int k = 3;\n};\nint f() restrict(amp) { return *&s::k; }@",
        "the address of the constant 'k'",
        "struct s {\n  static const int k = 3;\n};\nint f() restrict(amp) { return s::k; }",
    ),
    "volatile_member_function": (
        "amp.2.4.1.volatile",
        "struct s {\n  int x;\n  int f() volatile restrict(amp) { return 1; }@\n};",
        "the volatile member function 'f'",
        "struct s {\n  int x;\n  int f() const restrict(amp) { return 1; }\n};",
    ),
    "throw_on_lambda": (
        "amp.2.4.2.declarators",
        "void f() {\n  parallel_for_each(extent<1>(2), [](index<1>) throw() restrict(amp) {});@\n}",
        "can't have an exception specification",
        "void f() {\n  parallel_for_each(extent<1>(2), [](index<1>) restrict(amp) {});\n}",
    ),
    "throw_on_unreached_lambda": (
        "amp.2.4.2.declarators",
        "auto f = [](int n) throw() restrict(cpu, amp) { return n; };@",
        "can't have an exception specification",
        "auto f = [](int n) restrict(cpu, amp) { return n; };",
    ),
    "extern_c_overloads": (
        "amp.2.4.2.declarators",
        'extern "C" int f() restrict(cpu);\nextern "C" int f() restrict(amp);@',
        "'f' with extern \"C\" linkage can't have overloads that differ in restriction",
        'extern "C" int f() restrict(cpu);\nextern "C" int g() restrict(amp);',
    ),
    "extern_c_block": (
        "amp.2.4.2.declarators",
        'extern "C" {\nint f();\nint f() restrict(amp);@\n}',
        "'f' with extern \"C\" linkage can't have overloads that differ in restriction",
        'extern "C" {\nint f();\nint f() restrict(cpu);\n}',
    ),
    "default_argument_from_cpu": (
        "amp.2.2.default_arguments",
        "int g() { return 1; }\nint f(int n = g()) restrict(cpu, amp) { return n; }@",
        "'g' is not restricted to amp",
        "int g() restrict(cpu, amp) { return 1; }\nint f(int n = g()) restrict(cpu, amp) { return n; }",
    ),
    "default_argument_of_amp_from_cpu": (
        "amp.2.2.default_arguments",
        "int g() { return 1; }\nint f(int n = g()) restrict(amp) { return n; }@",
        "'g' is not restricted to amp",
        "int g() restrict(amp) { return 1; }\nint f(int n = g()) restrict(amp) { return n; }",
    ),
    "default_argument_from_amp": (
        "amp.2.2.default_arguments",
        "int g() restrict(amp) { return 1; }\nint f(int n = g()) { return n; }@",
        "'g' is restricted to amp",
        "int g() restrict(cpu) { return 1; }\nint f(int n = g()) { return n; }",
    ),
    "default_constructed_view": (
        "amp.5.2.no_default",
        "void f() {\n  array_view<int> v;@\n}",
        "has no default constructor",
        "void f() {\n  array_view<int> v(1);\n}",
    ),
    "default_constructed_view_of_rank_2": (
        "amp.5.2.no_default",
        "void f() {\n  array_view<const float, 2> v;@\n}",
        "has no default constructor",
        "void f() {\n  const float x[2] = {};\n  array_view<const float, 2> v(1, 2, x);\n}",
    ),
    "default_constructed_view_in_kernel": (
        "amp.5.2.no_default",
        "void f(array_view<int> w) {\n  parallel_for_each(extent<1>(2), [=](index<1> i) restrict(amp) {\n"
        "    array_view<int> v;@\n    v = w;\n  });\n}",
        "has no default constructor",
        "void f(array_view<int> w) {\n  parallel_for_each(extent<1>(2), [=](index<1> i) restrict(amp) {\n"
        "    array_view<int> v = w;\n    v[i] = 1;\n  });\n}",
    ),
    "default_constructed_view_in_instance": (
        "amp.5.2.no_default",
        "template <class T>\nvoid g(T w) {\n  T v;@\n  v = w;\n}\nvoid f(array_view<int> w) { g(w); }",
        "has no default constructor",
        "template <class T>\nvoid g(T w) {\n  T v = w;\n  v = w;\n}\nvoid f(array_view<int> w) { g(w); }",
    ),
    "kernel_instance_with_pointer": (
        "amp.2.4.1.templates",
        "template <class T>\nstruct fill {@\n  T value;\n"
        "  void operator()(index<1>) const restrict(amp) {}\n};\n"
        "void f() { parallel_for_each(extent<1>(2), fill<int*>()); }",
        "'fill' can't be the type of a kernel: its member 'value' is a pointer",
        "template <class T>\nstruct fill {\n  T value;\n"
        "  void operator()(index<1>) const restrict(amp) {}\n};\n"
        "void f() { parallel_for_each(extent<1>(2), fill<int>()); }",
    ),
    "kernel_instance_launched_by_template": (
        "amp.2.4.1.templates",
        "template <class T>\nstruct fill {@\n  T value;\n"
        "  void operator()(index<1>) const restrict(amp) {}\n};\n"
        "template <class F>\nvoid go(F k) {\n  parallel_for_each(extent<1>(2), k);\n}\n"
        "void f() { go(fill<char>()); }",
        "'fill' can't be the type of a kernel: its member 'value' has the unsupported type",
        "template <class T>\nstruct fill {\n  T value;\n"
        "  void operator()(index<1>) const restrict(amp) {}\n};\n"
        "template <class F>\nvoid go(F k) {\n  parallel_for_each(extent<1>(2), k);\n}\n"
        "void f() { go(fill<float>()); }",
    ),
    "kernel_in_instance": (
        "amp.2.4.1.templates",
        "template <class T>\nvoid go(T n) {\n"
        "  parallel_for_each(extent<1>(2), [](index<1> i) restrict(amp) {\n"
        "    T x = i[0];@\n    (void)x;\n  });\n}\nvoid f() { go('c'); }",
        "'x' of the type 'char' is not allowed",
        "template <class T>\nvoid go(T n) {\n"
        "  parallel_for_each(extent<1>(2), [](index<1> i) restrict(amp) {\n"
        "    T x = i[0];\n    (void)x;\n  });\n}\nvoid f() { go(1); }",
    ),
    "parenthesised_call_of_cpu": (
        "amp.2.3.calls",
        "int g(int n) { return n; }\nint f(int n) restrict(amp) { return (g)(n); }@",
        "'g' is not restricted to amp",
        "int g(int n) restrict(cpu, amp) { return n; }\nint f(int n) restrict(amp) { return (g)(n); }",
    ),
    "parenthesised_recursion": (
        "amp.2.4.3.calls",
        "int f(int n) restrict(amp) { return n ? (f)(n - 1) : 0; }@",
        "calls itself",
        "int g(int n) restrict(amp);\nint f(int n) restrict(amp) { return n ? (g)(n - 1) : 0; }\n"
        "int g(int n) restrict(amp) { return n; }",
    ),
}
TEXT = """// rows: @ROW@
// ptx: none
#include <amp.h>

using namespace concurrency;

@DECLARED@

int main() { return 0; }
"""
# Twins with a kernel in them.
LAUNCHES = "parallel_for_each"


def programs() -> Iterator[tuple[str, str]]:
    for row, (name, function) in enumerate(FUNCTIONS.items()):
        text = OBJECT.replace("@FUNCTION@", function)
        yield f"this_in_{name}_right", text.replace("@MEMBER@", "int m;").replace("@MARK@", "")
        for column, (member, (declared, said)) in enumerate(MEMBERS.items()):
            if (row + column) % SHARE:
                continue
            mark = f"  // expected-error {{{{{said}}}}}"
            yield f"this_with_{member}_in_{name}", text.replace("@MEMBER@", declared).replace("@MARK@", mark)
    for name, (row, wrong, said, right) in OTHERS.items():
        text = TEXT.replace("@ROW@", row)
        yield name, text.replace("@DECLARED@", wrong.replace("@", f"  // expected-error {{{{{said}}}}}"))
        fine = text.replace("@DECLARED@", right)
        yield f"{name}_right", fine.replace("// ptx: none\n", "") if LAUNCHES in right else fine
