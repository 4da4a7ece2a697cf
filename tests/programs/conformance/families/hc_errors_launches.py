"""HC: what is no kernel, what is no compute domain, and lambdas for the CPU; each beside its right twin."""

from __future__ import annotations

from collections.abc import Iterator

KERNEL = "a kernel must be a lambda or a function object; for a function, write a lambda that calls it"
DOMAIN = "it takes an extent or a tiled_extent and a kernel"
# name: the row, what is wrong with an @ after it, the error, what is right
CASES = {
    "function": (
        "hc.rules.kernels",
        "hc::parallel_for_each(v.get_extent(), work);@",
        KERNEL,
        "hc::parallel_for_each(v.get_extent(), [](hc::index<1> i) [[hc]] { work(i); });",
    ),
    "function_pointer": (
        "hc.rules.kernels",
        "void (*f)(hc::index<1>) = work;\n  hc::parallel_for_each(v.get_extent().tile(4), f);@",
        KERNEL,
        "hc::parallel_for_each(v.get_extent().tile(4), [](hc::tiled_index<1> t) [[hc]] { work(t.global); });",
    ),
    "number_of_items": (
        "hc.rules.kernels",
        "hc::parallel_for_each(16, [=](hc::index<1> i) [[hc]] { v[i] = 1; });@",
        DOMAIN,
        "hc::parallel_for_each(hc::extent<1>(16), [=](hc::index<1> i) [[hc]] { v[i] = 1; });",
    ),
    "misspelt": (
        "hc.rules.kernels",
        "hc::paralel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = 1; });@",
        "no member named 'paralel_for_each' in namespace 'hc'; did you mean 'parallel_for_each'?",
        "hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = 1; });",
    ),
    "generic_kernel": (
        "hc.rules.kernels",
        "hc::parallel_for_each(v.get_extent(), [=](auto i) [[hc]] {\n    v[i.x] = 1;@\n  });",
        "no member named 'x' in 'hc::index<1>'",
        "hc::parallel_for_each(v.get_extent(), [=](auto i) [[hc]] {\n    v[i[0]] = 1;\n  });",
    ),
    "size_in_tile": (
        "hc.rules.kernels",
        "int n = 4;\n  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
        "    tile_static int s[n];@\n    s[t.local[0]] = 1;\n    v[t] = s[t.local[0]];\n  });",
        "an array that is static or tile_static needs a constant size",
        "const int n = 4;\n"
        "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
        "    tile_static int s[n];\n    s[t.local[0]] = 1;\n    v[t] = s[t.local[0]];\n  });",
    ),
    "tile_of_other_rank": (
        "hc.rules.kernels",
        "hc::parallel_for_each(v.get_extent().tile(2, 2), [=](hc::tiled_index<1> t) [[hc]] { v[t] = 1; });@",
        "it takes a size for each of the extent's dimensions",
        "hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] { v[t] = 1; });",
    ),
    "lambda_for_cpu": (
        "hc.rules.cpu_function",
        "hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n"
        "    auto f = [](int n) [[cpu]] { return n; };\n    v[i] = f(1);@\n  });",
        "the lambda is restricted to the CPU and can't be called in a kernel",
        "hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n"
        "    auto f = [](int n) [[cpu, hc]] { return n; };\n    v[i] = f(1);\n  });",
    ),
}
TEXT = """// rows: @ROW@
#include <hc.hpp>

void work(hc::index<1>) [[hc]] {}

int main() {
  hc::array_view<int> v(16);
  @LAUNCH@
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, (row, wrong, message, right) in CASES.items():
        text = TEXT.replace("@ROW@", row)
        yield name, text.replace("@LAUNCH@", wrong.replace("@", f"  // expected-error {{{{{message}}}}}"))
        yield f"{name}_right", text.replace("@LAUNCH@", right)
