"""What a kernel breaks in one instance of a template alone: the error names the line that makes it."""

from __future__ import annotations

from collections.abc import Iterator

TEXT = """// rows: amp.2.4.1.templates
// ptx: none
#include <amp.h>

using namespace concurrency;

struct fine {
  typedef int number;
  int get() const restrict(cpu, amp) { return 1; }
};
struct wrong {
  typedef char number;
  int get() const { return 1; }
};

@TEMPLATE@

void last(array_view<int> v) {
  @FINE@
  @WRONG@
}

int main() { return 0; }
"""

# What the kernel has, and what is said of it.
FAULTS = {
    "call": ("T t; v[i] = t.get();", "'get' is not restricted to amp and can't be called"),
    "type": ("typename T::number n = 1; v[i] = int(n);", "'n' of the type"),
}
KERNEL = "parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n  @FAULT@\n});"

# Where the kernel is: the template around it, a use with a type @T@, and how the instance is named.
PLACES = {
    "function": (
        "template <class T> void go(array_view<int> v) {\n@KERNEL@\n}",
        "go<@T@>(v);",
        "'go<wrong>(array_view<int>)'",
    ),
    "function_of_number": (
        "template <class T, int N> void go(array_view<int> v) {\n@KERNEL@\n}",
        "go<@T@, 3>(v);",
        "'go<wrong, 3>(array_view<int>)'",
    ),
    "function_of_pack": (
        "template <class T, class... A> void go(array_view<int> v, A...) {\n@KERNEL@\n}",
        "go<@T@>(v, 1, 2.5f);",
        "(array_view<int>, int, float)' is instantiated here",
    ),
    "function_of_template": (
        "template <class T> struct held {};\n"
        "template <class T, template <class> class H> void go(array_view<int> v) {\n@KERNEL@\n}",
        "go<@T@, held>(v);",
        "(array_view<int>)' is instantiated here",
    ),
    "function_of_pointer": (
        "int number;\ntemplate <class T, int* P> void go(array_view<int> v) {\n@KERNEL@\n}",
        "go<@T@, &number>(v);",
        "(array_view<int>)' is instantiated here",
    ),
    "function_of_null": (
        "template <class T, int* P> void go(array_view<int> v) {\n@KERNEL@\n}",
        "go<@T@, nullptr>(v);",
        "(array_view<int>)' is instantiated here",
    ),
    "member": (
        "template <class T> struct runner {\n  void go(array_view<int> v) {\n@KERNEL@\n  }\n};",
        "runner<@T@>().go(v);",
        "'runner<wrong>::go(array_view<int>)'",
    ),
    "static_member": (
        "template <class T> struct runner {\n  static void go(array_view<int> v) {\n@KERNEL@\n  }\n};",
        "runner<@T@>::go(v);",
        "'runner<wrong>::go(array_view<int>)'",
    ),
    "member_template": (
        "struct runner {\n  template <class T> void go(array_view<int> v) {\n@KERNEL@\n  }\n};",
        "runner().go<@T@>(v);",
        "(array_view<int>)' is instantiated here",
    ),
    "member_outside": (
        "template <class T> struct runner {\n  void go(array_view<int> v) const;\n};\n"
        "template <class T> void runner<T>::go(array_view<int> v) const {\n@KERNEL@\n}",
        "runner<@T@>().go(v);",
        "'runner<wrong>::go(array_view<int>)'",
    ),
    "constructor": (
        "template <class T> struct runner {\n  explicit runner(array_view<int> v) {\n@KERNEL@\n  }\n};",
        "runner<@T@> r_@T@(v);",
        "runner<wrong>::",
    ),
    "of_a_base": (
        "template <class T> struct runner {\n  void go(array_view<int> v) {\n@KERNEL@\n  }\n};\n"
        "struct of_fine : runner<fine> {};\nstruct of_wrong : runner<wrong> {};",
        "of_@T@().go(v);",
        "'runner<wrong>::go(array_view<int>)'",
    ),
}

# A function that the kernel calls: its template, the call, and how the instance is named.
CALLED = {
    "function": (
        "template <class T> int of(int x) restrict(amp) {\n@FAULT@\n}",
        "of<@T@>(i[0])",
        "'of<wrong>(int)'",
    ),
    "function_of_number": (
        "template <int N, class T> int of(int x) restrict(amp) {\n@FAULT@\n}",
        "of<3, @T@>(i[0])",
        "'of<3, wrong>(int)'",
    ),
    "function_of_pack": (
        "template <class... A> struct first;\n"
        "template <class A, class... B> struct first<A, B...> {\n  typedef A type;\n};\n"
        "template <class... A> int of(int x) restrict(amp) {\n"
        "  typedef typename first<A...>::type T;\n@FAULT@\n}",
        "of<@T@, int>(i[0])",
        "'of(int)'",
    ),
    "static_member": (
        "template <class T> struct maker {\n  static int of(int x) restrict(amp) {\n@FAULT@\n  }\n};",
        "maker<@T@>::of(i[0])",
        "'maker<wrong>::of(int)'",
    ),
    "member": (
        "template <class T, int N> struct maker {\n  int of(int x) const restrict(amp) {\n@FAULT@\n  }\n};",
        "maker<@T@, 2>().of(i[0])",
        "'maker<wrong, 2>::of(int)'",
    ),
    "member_template": (
        "struct maker {\n  template <class T> int of(int x) const restrict(amp) {\n@FAULT@\n  }\n};",
        "maker().of<@T@>(i[0])",
        "'of(int)'",
    ),
}


def called() -> Iterator[tuple[str, str]]:
    for place, (template, call, name) in CALLED.items():
        use = "parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n  v[i] = @CALL@;@NOTE@\n});"
        for fault, (code, said) in FAULTS.items():
            body = code.replace("v[i] =", "x =") + f"  // expected-error {{{{{said}}}}}\n  return x;"
            text = TEXT.replace("@TEMPLATE@", template.replace("@FAULT@", body))
            note = f"  // expected-note {{{{{name} is called from the kernel here}}}}"
            for kind, said_there in (("fine", ""), ("wrong", note)):
                made = use.replace("@CALL@", call.replace("@T@", kind)).replace("@NOTE@", said_there)
                text = text.replace(f"@{kind.upper()}@", made)
            yield f"{fault}_in_called_{place}", text


def programs() -> Iterator[tuple[str, str]]:
    for place, (template, use, name) in PLACES.items():
        for fault, (code, said) in FAULTS.items():
            kernel = KERNEL.replace("@FAULT@", f"{code}  // expected-error {{{{{said}}}}}")
            text = TEXT.replace("@TEMPLATE@", template.replace("@KERNEL@", kernel))
            text = text.replace("@FINE@", use.replace("@T@", "fine"))
            note = f"{use.replace('@T@', 'wrong')}  // expected-note {{{{{name}}}}}"
            yield f"{fault}_in_{place}", text.replace("@WRONG@", note)
        right = TEXT.replace("@TEMPLATE@", template.replace("@KERNEL@", KERNEL))
        right = right.replace("@FAULT@", "T t; typename T::number n = 1; v[i] = t.get() + n;")
        right = right.replace("@FINE@", use.replace("@T@", "fine")).replace("  @WRONG@\n", "")
        yield f"right_in_{place}", right.replace("// ptx: none\n", "")
    yield from called()
