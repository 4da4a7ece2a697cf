"""Programs for the algorithms that run on accelerators, each over types of different sizes and kinds.

All of them check every length of pstl_check.hpp against the standard library or a plain loop.
"""

from __future__ import annotations

from collections.abc import Iterator

INTEGERS = ("char", "int", "long long")
NUMBERS = (*INTEGERS, "float")
ALL = ("char", "int", "double", "Record", "Wide")
SOME = ("int", "Record")
FEW = ("float",)

# (name, row, types, what is checked for each `length`; T is the value type, v holds numbers)
CHECKS: tuple[tuple[str, str, tuple[str, ...], str], ...] = (
    (
        "reduce",
        "reduce",
        ALL,
        """
    T sum = T(3);
    for (const T& e : v) sum = sum + e;
    CHECK(reduce(par, v.begin(), v.end(), T(3)) == sum);
    CHECK(reduce(par_vec, v.begin(), v.end(), T(3), std::plus<>()) == sum);
    CHECK(T(reduce(par, v.data(), v.data() + length, T(0)) + T(3)) == sum);
    if (length > 0) {
      const auto larger = [](const T& a, const T& b) { return a < b ? b : a; };
      CHECK(reduce(par, v.begin(), v.end(), T(0), larger) == *std::max_element(v.begin(), v.end()));
    }
""",
    ),
    (
        "transform_reduce",
        "transform_reduce",
        SOME,
        """
    T want = T(1);
    for (const T& e : v) want = want + (e + T(2));
    const T two(2);
    CHECK(transform_reduce(par, v.begin(), v.end(), [=](const T& e) [[hc]] { return T(e + two); }, T(1),
                           [](const T& a, const T& b) { return T(a + b); }) == want);
    long long ones = 5;
    for (const T& e : v) ones += e == T(1);
    const auto is_one = [](const T& e) { return e == T(1) ? 1ll : 0ll; };
    CHECK(transform_reduce(par, v.begin(), v.end(), is_one, 5ll, std::plus<long long>()) == ones);
""",
    ),
    (
        "inner_product",
        "inner_product",
        ("short", "float", "double", "Record"),
        """
    const std::vector<T> w = numbers<T>(length, 7);
    T want = T(2);
    for (int i = 0; i < length; ++i) want = want + v[i] * w[i];
    CHECK(inner_product(par, v.begin(), v.end(), w.begin(), T(2)) == want);
    int same = 1;
    for (int i = 0; i < length; ++i) same += v[i] == w[i];
    CHECK(inner_product(par, v.begin(), v.end(), w.begin(), 1, std::plus<>(),
                        [](const T& a, const T& b) { return a == b ? 1 : 0; }) == same);
""",
    ),
    (
        "inclusive_scan",
        "inclusive_scan",
        ALL,
        """
    std::vector<T> want(length, T(0)), got(length, T(9));
    T sum = T(0);
    for (int i = 0; i < length; ++i) want[i] = sum = sum + v[i];
    CHECK(inclusive_scan(par, v.begin(), v.end(), got.begin()) == got.end());
    CHECK(got == want);
    got = v;
    CHECK(inclusive_scan(par, got.begin(), got.end(), got.begin(), std::plus<>()) == got.end());
    CHECK(got == want);
    const auto add = [](const T& a, const T& b) { return T(a + b); };
    for (T& e : want) e = T(5) + e;
    CHECK(inclusive_scan(par, v.begin(), v.end(), got.begin(), add, T(5)) == got.end());
    CHECK(got == want);
""",
    ),
    (
        "exclusive_scan",
        "exclusive_scan",
        ALL,
        """
    std::vector<T> want(length, T(0)), got(length, T(9));
    T sum = T(4);
    for (int i = 0; i < length; ++i) {
      want[i] = sum;
      sum = sum + v[i];
    }
    CHECK(exclusive_scan(par, v.begin(), v.end(), got.begin(), T(4)) == got.end());
    CHECK(got == want);
    got = v;
    CHECK(exclusive_scan(par_vec, got.begin(), got.end(), got.begin(), T(4), std::plus<>()) == got.end());
    CHECK(got == want);
""",
    ),
    (
        "transform_inclusive_scan",
        "transform_inclusive_scan",
        FEW,
        """
    std::vector<long long> want(length), got(length, -1);
    long long sum = 0;
    for (int i = 0; i < length; ++i) want[i] = sum += 3 * static_cast<long long>(v[i]);
    const auto triple = [](T e) { return 3 * static_cast<long long>(e); };
    CHECK(transform_inclusive_scan(par, v.begin(), v.end(), got.begin(), triple, std::plus<>()) == got.end());
    CHECK(got == want);
    for (long long& e : want) e += 8;
    const std::plus<> plus;
    CHECK(transform_inclusive_scan(par, v.begin(), v.end(), got.begin(), triple, plus, 8ll) == got.end());
    CHECK(got == want);
    CHECK(transform_inclusive_scan(par, v.begin(), v.end(), got.begin(), triple, 8ll, plus) == got.end());
    CHECK(got == want);
""",
    ),
    (
        "transform_exclusive_scan",
        "transform_exclusive_scan",
        FEW,
        """
    std::vector<double> want(length), got(length, -1);
    double sum = 2;
    for (int i = 0; i < length; ++i) {
      want[i] = sum;
      sum += 0.5 * static_cast<double>(v[i]);
    }
    CHECK(transform_exclusive_scan(par, v.begin(), v.end(), got.begin(),
                                   [](T e) { return 0.5 * static_cast<double>(e); }, 2.0,
                                   std::plus<>()) == got.end());
    CHECK(got == want);
""",
    ),
    (
        "sort",
        "sort",
        (*ALL, "unsigned char"),
        """
    std::vector<T> want = keys<T>(length), got = want;
    std::sort(want.begin(), want.end());
    sort(par, got.begin(), got.end());
    CHECK(got == want);
    std::reverse(want.begin(), want.end());
    sort(par_vec, got.begin(), got.end(), [](const T& a, const T& b) { return b < a; });
    CHECK(got == want);
""",
    ),
    (
        "stable_sort",
        "stable_sort",
        SOME,
        """
    struct Item {
      T key;
      int place;
    };
    std::vector<Item> items;
    for (int i = 0; i < length; ++i) items.push_back({v[i], i});
    stable_sort(par, items.begin(), items.end(), [](const Item& a, const Item& b) { return b.key < a.key; });
    bool right = true;
    for (int i = 1; i < length; ++i)
      right &= items[i].key < items[i - 1].key ||
               (items[i].key == items[i - 1].key && items[i - 1].place < items[i].place);
    CHECK(right);
    std::vector<T> plain = v, want = v;
    std::stable_sort(want.begin(), want.end(), std::less<T>());
    stable_sort(par, plain.begin(), plain.end());
    CHECK(plain == want);
""",
    ),
    (
        "min_max",
        "max_element, min_element, minmax_element",
        SOME,
        """
    CHECK(min_element(par, v.begin(), v.end()) == std::min_element(v.begin(), v.end()));
    CHECK(max_element(par, v.begin(), v.end()) == std::max_element(v.begin(), v.end()));
    CHECK(minmax_element(par, v.begin(), v.end()) == std::minmax_element(v.begin(), v.end()));
    const auto greater = [](const T& a, const T& b) { return b < a; };
    CHECK(min_element(par, v.begin(), v.end(), greater) == std::min_element(v.begin(), v.end(), greater));
    CHECK(max_element(par, v.begin(), v.end(), greater) == std::max_element(v.begin(), v.end(), greater));
    CHECK(minmax_element(par, v.begin(), v.end(), greater) ==
          std::minmax_element(v.begin(), v.end(), greater));
""",
    ),
    (
        "count",
        "count, count_if",
        SOME,
        """
    CHECK(count(par, v.begin(), v.end(), T(3)) == std::count(v.begin(), v.end(), T(3)));
    const auto small = [](const T& e) { return e < T(4); };
    CHECK(count_if(par, v.begin(), v.end(), small) == std::count_if(v.begin(), v.end(), small));
""",
    ),
    (
        "all_any_none",
        "all_of, any_of, none_of",
        FEW,
        """
    const auto below = [](T e) { return e < T(8); };
    const auto above = [](T e) { return !(e < T(8)); };
    CHECK(all_of(par, v.begin(), v.end(), below) && !any_of(par, v.begin(), v.end(), above));
    CHECK(none_of(par, v.begin(), v.end(), above) && any_of(par, v.begin(), v.end(), below) == (length > 0));
    if (length > 0) {
      std::vector<T> w = v;
      w.back() = T(9);
      CHECK(!all_of(par, w.begin(), w.end(), below) && any_of(par, w.begin(), w.end(), above));
      CHECK(!none_of(par, w.begin(), w.end(), above));
    }
""",
    ),
    (
        "equal",
        "equal",
        SOME,
        """
    std::vector<T> w = v;
    CHECK(equal(par, v.begin(), v.end(), w.begin()) && equal(par, v.begin(), v.end(), w.begin(), w.end()));
    const auto same = [](const T& a, const T& b) { return !(a < b) && !(b < a); };
    CHECK(equal(par, v.begin(), v.end(), w.begin(), same));
    if (length > 0) {
      w.back() = T(9);
      CHECK(!equal(par, v.begin(), v.end(), w.begin()) && equal(par, v.begin(), v.end() - 1, w.begin()));
      CHECK(!equal(par, v.begin(), v.end() - 1, v.begin(), v.end()));
    }
""",
    ),
    (
        "lexicographical_compare",
        "lexicographical_compare",
        FEW,
        """
    std::vector<T> w = v;
    CHECK(!lexicographical_compare(par, v.begin(), v.end(), w.begin(), w.end()));
    if (length > 0) {
      CHECK(lexicographical_compare(par, v.begin(), v.end() - 1, w.begin(), w.end()));
      w[length / 2] = T(8);
      CHECK(lexicographical_compare(par, v.begin(), v.end(), w.begin(), w.end()));
      CHECK(!lexicographical_compare(par, w.begin(), w.end(), v.begin(), v.end()));
      CHECK(lexicographical_compare(par, w.begin(), w.end(), v.begin(), v.end(), std::greater<>()));
    }
""",
    ),
    (
        "for_each",
        "for_each, for_each_n",
        SOME,
        """
    std::vector<T> w = v;
    const T three(3);
    for_each(par, w.begin(), w.end(), [=](T& e) { e = T(e + three); });
    bool right = true;
    for (int i = 0; i < length; ++i) right &= w[i] == T(v[i] + three);
    CHECK(right);
    CHECK(for_each_n(par, w.begin(), length / 2, [](auto& e) [[hc]] { e = T(1); }) == w.begin() + length / 2);
    for (int i = 0; i < length; ++i) right &= w[i] == (i < length / 2 ? T(1) : T(v[i] + three));
    CHECK(right);
""",
    ),
    (
        "fill_generate",
        "fill, fill_n, generate, generate_n",
        SOME,
        """
    std::vector<T> w(length + 1, T(9));
    fill(par, w.begin(), w.end() - 1, T(2));
    CHECK(std::count(w.begin(), w.end(), T(2)) == length && w.back() == T(9));
    CHECK(fill_n(par, w.begin(), length / 2, T(4)) == w.begin() + length / 2);
    CHECK(std::count(w.begin(), w.end(), T(4)) == length / 2 && w.back() == T(9));
    const T seven(7);
    generate(par, w.begin(), w.end() - 1, [=]() [[hc]] { return seven; });
    CHECK(std::count(w.begin(), w.end(), T(7)) == length && w.back() == T(9));
    CHECK(generate_n(par, w.begin(), length / 2, [] { return T(6); }) == w.begin() + length / 2);
    CHECK(std::count(w.begin(), w.end(), T(6)) == length / 2);
""",
    ),
    (
        "copy",
        "copy, copy_n",
        SOME,
        """
    std::vector<T> w(length + 1, T(9));
    CHECK(copy(par, v.begin(), v.end(), w.begin()) == w.end() - 1);
    CHECK(std::equal(v.begin(), v.end(), w.begin()) && w.back() == T(9));
    std::vector<T> x(length, T(9));
    CHECK(copy_n(par, v.begin(), length / 2, x.begin()) == x.begin() + length / 2);
    CHECK(std::equal(v.begin(), v.begin() + length / 2, x.begin()));
    CHECK(std::count(x.begin() + length / 2, x.end(), T(9)) == length - length / 2);
    if (length > 0) {
      copy(par, w.begin() + 1, w.end(), w.begin());
      CHECK(std::equal(v.begin() + 1, v.end(), w.begin()) && w[length - 1] == T(9));
    }
""",
    ),
    (
        "transform",
        "transform.unary, transform.binary",
        ALL,
        """
    std::vector<T> w(length, T(9));
    CHECK(transform(par, v.begin(), v.end(), w.begin(), [](const T& e) { return T(e + e); }) == w.end());
    bool right = true;
    for (int i = 0; i < length; ++i) right &= w[i] == T(v[i] + v[i]);
    CHECK(right);
    CHECK(transform(par, w.begin(), w.end(), v.begin(), w.begin(), std::plus<>()) == w.end());
    for (int i = 0; i < length; ++i) right &= w[i] == T(v[i] + v[i] + v[i]);
    CHECK(right);
    std::vector<int> less(length, -1);
    transform(par, v.begin(), v.end(), w.begin(), less.begin(), [](const T& a, const T& b) { return a < b; });
    for (int i = 0; i < length; ++i) right &= less[i] == (v[i] < w[i] ? 1 : 0);
    CHECK(right);
    w = v;
    transform(par, w.begin(), w.end(), w.begin(), [](T e) { return T(e + T(1)); });
    for (int i = 0; i < length; ++i) right &= w[i] == T(v[i] + T(1));
    CHECK(right);
""",
    ),
    (
        "replace",
        "replace, replace_if, replace_copy, replace_copy_if",
        SOME,
        """
    std::vector<T> w = v, want = v, out(length, T(9));
    replace(par, w.begin(), w.end(), T(3), T(8));
    std::replace(want.begin(), want.end(), T(3), T(8));
    CHECK(w == want);
    CHECK(replace_copy(par, w.begin(), w.end(), out.begin(), T(8), T(3)) == out.end() && out == v);
    const auto small = [](const T& e) { return e < T(4); };
    replace_if(par, w.begin(), w.end(), small, T(1));
    std::replace_if(want.begin(), want.end(), small, T(1));
    CHECK(w == want);
    CHECK(replace_copy_if(par, v.begin(), v.end(), out.begin(), small, T(5)) == out.end());
    std::replace_copy_if(v.begin(), v.end(), want.begin(), small, T(5));
    CHECK(out == want);
""",
    ),
    (
        "swap_ranges",
        "swap_ranges",
        ("short", "Wide"),
        """
    std::vector<T> a = v, b = numbers<T>(length, 5);
    const std::vector<T> kept = b;
    CHECK(swap_ranges(par, a.begin(), a.end(), b.begin()) == b.end());
    CHECK(a == kept && b == v);
""",
    ),
    (
        "adjacent_difference",
        "adjacent_difference",
        SOME,
        """
    std::vector<T> want(length, T(0)), got(length, T(9));
    for (int i = 0; i < length; ++i) want[i] = i ? T(v[i] - v[i - 1]) : v[i];
    CHECK(adjacent_difference(par, v.begin(), v.end(), got.begin()) == got.end());
    CHECK(got == want);
    for (int i = 0; i < length; ++i) want[i] = i ? T(v[i] + v[i - 1]) : v[i];
    got = v;
    CHECK(adjacent_difference(par, got.begin(), got.end(), got.begin(), std::plus<>()) == got.end());
    CHECK(got == want);
""",
    ),
)

PROGRAM = """// rows: {rows}
{directives}#include "pstl_check.hpp"

using T = {type};

int main() {{
  for (const int length : lengths) {{
    const std::vector<T> v = numbers<T>(length);
{body}  }}
  return failures();
}}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, items, types, body in CHECKS:
        rows = ", ".join(f"hc.pstl.{item}" for item in items.split(", "))
        for value in types:
            # Values above 64 bytes stay on the CPU: such a program has no kernels.
            directives = "// ptx: none\n" if value == "Wide" else ""
            text = PROGRAM.format(rows=rows, directives=directives, type=value, body=body.lstrip("\n"))
            yield f"{name}_{value.replace(' ', '_').lower()}", text
