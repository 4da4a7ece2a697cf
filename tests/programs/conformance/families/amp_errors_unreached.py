"""Lambda expressions that are restricted to amp and that no launch reaches: each mistake in each place.

Each program has a twin that differs in the mistake alone and must compile and run.
"""

from __future__ import annotations

from collections.abc import Iterator

# A mistake, what is said of it, and what is right.
MISTAKES = {
    "type": (
        "char c = 1; n += c;",
        "'c' of the type 'char' is not allowed in amp-restricted code",
        "int c = 1; n += c;",
    ),
    "volatile": ("volatile int c = n; n = c;", "'c' of the type 'volatile int'", "const int c = n; n = c;"),
    "call": ("n += on_cpu(n);", "'on_cpu' is not restricted to amp", "n += on_both(n);"),
    "global": ("n += counter;", "'counter' can't be used in amp-restricted code", "n += limit;"),
    "throw": ("if (n < 0) throw n;", "'throw' is not allowed in amp-restricted code", "if (n < 0) return n;"),
    "string": (
        'n += "text"[0];',
        "a string literal is not allowed in amp-restricted code",
        "n += 't';",
    ),
    "address": ("n += *&limit;", "the address of the constant 'limit'", "n += limit;"),
    "recursion": ("n += again(n);", "'again(int)' calls itself", "n += on_both(n);"),
}
PLACES = {
    "local": "int use() {\n  auto made = @L@;\n  return made(1);\n}",
    "argument": "template <class F>\nint take(F f) {\n  return f(1);\n}\nint use() { return take(@L@); }",
    "returned": "auto make() {\n  return @L@;\n}\nint use() { return make()(1); }",
    "namespace_scope": "auto made = @L@;\nint use() { return made(1); }",
    "member_initialiser": "struct holder {\n  int value = @L@(1);\n};\nint use() { return holder().value; }",
    "default_argument": "int use(int n = @L@(1)) { return n; }",
    "static_local": "int use() {\n  static auto made = @L@;\n  return made(1);\n}",
    "member_function": "struct holder {\n  int run() const {\n    return @L@(1);\n  }\n};\n"
    "int use() { return holder().run(); }",
    "constructor": "struct holder {\n  int value;\n  holder() : value(@L@(1)) {}\n};\n"
    "int use() { return holder().value; }",
    "template": "template <class T>\nint run(T n) {\n  auto made = @L@;\n  return made(n);\n}\n"
    "int use() { return run(1); }",
    "nested": "int use() {\n  auto outer = [](int k) {\n    return @L@(k);\n  };\n  return outer(1);\n}",
}
SHARE = 3  # each mistake in some of the places, each place with some of the mistakes
TEXT = """// rows: amp.2.4.3.unreached
// ptx: none
#include <amp.h>

using namespace concurrency;

int counter = 1;
const int limit = 1;
int on_cpu(int n) { return n; }
int on_both(int n) restrict(cpu, amp) { return n; }
int again(int n) restrict(cpu, amp);
@PLACE@

int main() { return use() < 0; }
"""
LAMBDA = """[](int n) restrict(cpu, amp) {
  @BODY@
  return n;
}"""
RECURSION = (
    "int again(int n) restrict(cpu, amp);",
    "int again(int n) restrict(cpu, amp) { return n < 2 ? n : again(n - 1); }  // expected-error {{@}}",
)
# What a lambda captures: declarations before it, the captures, what is said of them, what is right.
CAPTURES = {
    "array_by_value": ("array<int> a(4);", "=", "a[n]", "'a' is captured by value", "&a", ""),
    "pointer": ("int x = 1; int* p = &x;", "=", "*p", "'p' can't be captured", "x", "x"),
    "pointer_to_array": (
        "array<int> a(4); array<int>* p = &a;",
        "&",
        "(*p)[n]",
        "'p' of type 'array<int> *' is captured by reference",
        "&",
        "a[n]",
    ),
    "pointer_to_array_by_value": (
        "array<int> a(4); array<int>* p = &a;",
        "=",
        "(*p)[n]",
        "'p' can't be captured",
        "&a",
        "a[n]",
    ),
    "scalar_by_reference": ("int x = 1;", "&", "x", "'x' of type 'int' is captured by reference", "=", ""),
    "char": ("char x = 1;", "=", "int(x)", "'x' can't be captured", "", "1"),
    "lambda_for_cpu": (
        "auto f = [](int k) { return k; };",
        "=",
        "f(n)",
        "the lambda is not restricted to amp",
        "=",
        "n",
    ),
}
CAPTURE_TEXT = """// rows: amp.2.4.3.unreached
// ptx: none
#include <amp.h>

using namespace concurrency;

int use(bool runs) {
  @DECLARED@
  auto made = [@CAPTURE@](int n) restrict(amp) {@MARK@
    return @VALUE@;
  };
  return runs ? int(sizeof(made)) : 0;
}

int main() { return use(false); }
"""


def programs() -> Iterator[tuple[str, str]]:
    for row, (place, around) in enumerate(PLACES.items()):
        text = TEXT.replace("@PLACE@", around.replace("@L@", LAMBDA))
        for column, (mistake, (wrong, said, _)) in enumerate(MISTAKES.items()):
            if (row + column) % SHARE:
                continue
            if mistake == "recursion":
                broken = text.replace(RECURSION[0], RECURSION[1].replace("@", said)).replace("@BODY@", wrong)
            else:
                broken = text.replace("@BODY@", f"{wrong}  // expected-error {{{{{said}}}}}")
            yield f"{mistake}_in_{place}", broken
        yield (
            f"all_right_in_{place}",
            text.replace(
                "@BODY@", "\n  ".join(dict.fromkeys(right for _, _, right in MISTAKES.values()))
            ).replace("const int c = n; n = c;", "const int d = n; n = d;"),
        )
    for name, (declared, capture, value, said, right, right_value) in CAPTURES.items():
        text = CAPTURE_TEXT.replace("@DECLARED@", declared)
        mark = f"\n    // expected-error@+1 {{{{{said}}}}}"
        broken = text.replace("@CAPTURE@", capture).replace("@VALUE@", value).replace("@MARK@", mark)
        yield f"captures_{name}", broken
        control = text.replace("@CAPTURE@", right).replace("@VALUE@", right_value or value)
        yield f"captures_{name}_right", control.replace("@MARK@", "")
