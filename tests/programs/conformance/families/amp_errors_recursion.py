"""Functions that call themselves: alone, by way of others, as members, objects and instances of templates.

Each cycle is reported once, wherever kernels enter it.
"""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

_ROW = "amp.2.4.3.calls"
_LAUNCH = """void l@N@(array_view<int> v) {
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = @CALL@; });
}"""


def _launch(call: str, number: int = 1) -> str:
    return _LAUNCH.replace("@N@", str(number)).replace("@CALL@", call)


# The functions, with AGAIN on the line that @ ends; the wrong call there; what calls itself; the kernels.
_TWO = (
    "int f(int n) restrict(amp);\n"
    "int g(int n) restrict(amp) { return n < 2 ? 1 : AGAIN; }@\n"
    "int f(int n) restrict(amp) { return g(n - 1); }"
)
FORMS = {
    "direct": ("int f(int n) restrict(amp) { return n < 2 ? 1 : AGAIN; }@", "f(n - 1)", "f(int)", ""),
    "twice": (
        "int f(int n) restrict(amp) { return n < 2 ? 1 : AGAIN; }@",
        "f(n - 1) + f(n - 2)",
        "f(int)",
        _launch("f(3)"),
    ),
    "mutual": (_TWO, "f(n - 1)", "f(int)", ""),
    "entered_at_both": (_TWO, "f(n - 1)", "f(int)", _launch("f(3) + g(4)")),
    "entered_by_two": (_TWO, "f(n - 1)", "f(int)", _launch("f(3)") + "\n" + _launch("g(3)", 2)),
    "cpu_twin": (
        "int f(int n) restrict(cpu) { return n < 2 ? 1 : f(n - 1); }\n"
        "int f(int n) restrict(amp) { return n < 2 ? 1 : AGAIN; }@",
        "f(n - 1)",
        "f(int)",
        _launch("f(3)"),
    ),
    "template": (
        "template <class T>\nT f(T n) restrict(amp) { return n < 2 ? 1 : AGAIN; }@",
        "f(n - 1)",
        "f<>(int)",
        _launch("f(3)"),
    ),
    "class_template": (
        "template <class T>\nstruct s {\n  T x;\n"
        "  static T a(T n) restrict(amp) { return b(n - 1); }\n"
        "  static T b(T n) restrict(amp) { return n < 2 ? 1 : AGAIN; }@\n};",
        "a(n - 1)",
        "a(int)",
        _launch("s<int>::a(3)"),
    ),
    "function_object": (
        "struct s {\n  int x;\n"
        "  int operator()(int n) const restrict(amp) { return n < 2 ? 1 : AGAIN; }@\n};",
        "(*this)(n - 1)",
        "operator()(int)",
        _launch("s()(3)"),
    ),
    "given_object": (
        "template <class F>\nint apply(F f, int n) restrict(amp) { return n < 2 ? 1 : f(f, n - 1); }\n"
        "struct s {\n  int x;\n  template <class F>\n"
        "  int operator()(F f, int n) const restrict(amp) { return AGAIN; }@\n};",
        "apply(f, n)",
        "apply<>(s, int)",
        _launch("apply(s(), 3)"),
    ),
}
# Another overload, another instance, the twin for the CPU.
RIGHT = """int f(int n) restrict(cpu) { return n < 2 ? 1 : n * f(n - 1); }
int f(int n) restrict(amp) { return n; }
int f(float n) restrict(amp) { return f(int(n)); }
int g(int n) restrict(cpu, amp) { return f(n); }
template <int N>
int h() restrict(amp) {
  return N * h<N - 1>();
}
template <>
int h<0>() restrict(amp) {
  return 1;
}
int k(int n) restrict(amp) { return g(g(n)) + f(2.0f) + h<4>(); }
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, (form, again, said, launch) in FORMS.items():
        wrong = f"{form.replace('AGAIN', again)}\n{launch}"
        right = f"{form.replace('AGAIN', 'n').replace('@', '')}\n{launch}"
        yield from pairs([(name, (_ROW, wrong, f"'{said}' calls itself; recursion is not allowed", right))])
    yield "others_right", "".join(text for _, text in list(pairs([("x", (_ROW, "", "", RIGHT))]))[1:])
