// flags: -std=c++20
// The standard library in kernels: what of each header needs neither exceptions nor recursion.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <complex>
#include <functional>
#include <hc.hpp>
#include <limits>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "check.hpp"

struct Point {
  int x;
  float y;
};
struct Doubled {
  int operator()(int v) const { return v * 2; }
  float operator()(float v) const { return v * 2; }
};

static int traits(int i) [[cpu, hc]] {
  using Wide = std::common_type_t<int, float>;
  static_assert(std::is_same_v<Wide, float> && std::is_trivially_copyable_v<Point>);
  std::make_unsigned_t<int> u = unsigned(i);
  return int(u) + int(std::is_const_v<const Point>) + int(sizeof(std::remove_reference_t<Point&>));
}
static int utility(int i) [[cpu, hc]] {
  std::pair<int, float> p(i, 2.5f), q = std::make_pair(i + 1, 1.5f);
  std::swap(p, q);
  const int old = std::exchange(p.first, 7);
  const auto [first, second] = q;
  return old + first * 10 + int(second * 2) + int(p < q) + int(std::cmp_less(-1, 1u)) +
         std::as_const(p).first;
}
static int tuple(int i) [[cpu, hc]] {
  std::tuple<int, float, char> t(i, 0.5f, 'c');
  std::get<0>(t) += 3;
  auto [a, b, c] = t;
  int x = 0;
  float y = 0;
  std::tie(x, y, std::ignore) = t;
  const auto all = std::tuple_cat(t, std::make_tuple(5, 6));
  const int sum = std::apply([](auto... v) { return (int(v) + ...); }, all);
  return a + int(b * 4) + c + x + int(y * 2) + sum + int(std::tuple_size_v<decltype(all)>);
}
static int array(int i) [[cpu, hc]] {
  std::array<int, 6> a{5, 1, 4, 2, 3, 0};
  a[i % 6] += 10;
  std::array<int, 6> b = a;
  b.fill(1);
  int sum = a.front() * 3 + a.back() + int(a.size()) + std::get<2>(a) + int(a == b) + int(b < a);
  for (const int v : a) sum = sum * 3 + v;
  return sum;
}
static int algorithm(int i) [[cpu, hc]] {
  int v[9] = {3, 1, 4, 1, 5, 9, 2, 6, i % 10};
  int sum = std::max(i, 4) + std::min({3, i, 9}) + std::clamp(i, 2, 5);
  sum += int(std::count(v, v + 9, 1)) * 3 + int(std::find(v, v + 9, 5) - v);
  std::make_heap(v, v + 9);
  std::sort_heap(v, v + 9);  // std::sort calls itself, which SPIR-V can't
  sum = sum * 7 + v[4] * 10 + v[8] + int(std::lower_bound(v, v + 9, 4) - v);
  std::reverse(v, v + 9);
  std::rotate(v, v + 3, v + 9);
  sum = sum * 5 + v[0] + v[8] * 3 + int(std::all_of(v, v + 9, [](int x) { return x >= 0; }));
  int w[9];
  std::copy(v, v + 9, w);
  std::transform(w, w + 9, v, w, [](int a, int b) { return a * 10 + b; });
  int* const end = std::unique(w, w + 9);
  std::fill(end, w + 9, 0);
  const auto bounds = std::minmax_element(v, v + 9);
  return sum + int(end - w) + *bounds.second - *bounds.first + *std::max_element(w, w + 9) +
         int(std::is_sorted(v, v + 9)) + int(std::equal(v, v + 9, w));
}
static int functional(int i) [[cpu, hc]] {
  int kept = i;
  auto by = std::ref(kept);
  by.get() += 2;
  const int plus = std::plus<>()(i, 3) + std::multiplies<int>()(i, 2) + int(std::less<>()(i, 50));
  return plus + std::invoke(Doubled(), i) + std::invoke(&Point::x, Point{i, 1}) + kept +
         int(std::not_fn([](int v) { return v > 5; })(i)) + std::bind_front(std::minus<>(), 100)(i) +
         std::identity()(i);
}
static int numeric(int i) [[cpu, hc]] {
  int v[8], w[8];
  std::iota(v, v + 8, i);
  std::partial_sum(v, v + 8, w);
  const int sum = std::accumulate(v, v + 8, 0) + std::inner_product(v, v + 8, w, 1);
  std::exclusive_scan(v, v + 8, w, 0);
  return sum + std::gcd(i, 12) + std::lcm(i % 9 + 1, 4) + std::midpoint(i, 99) + w[7] +
         std::transform_reduce(v, v + 8, w, 0) + std::reduce(v, v + 8) + int(std::midpoint(1.0f, 4.0f) * 2);
}
static int optional(int i) [[cpu, hc]] {
  std::optional<int> o;
  if (i % 3) o = i;
  std::optional<Point> p(std::in_place, Point{i, 1.5f});
  const int first = o.value_or(-1) + int(o.has_value()) * 100;
  if (o) *o += 5;
  o.swap(o);
  p->x += 2;
  const int second = o ? *o : 3;
  o.reset();
  return first + second + p->x + int(!o) + int(o == std::nullopt) + int(std::make_optional(4) == 4);
}
static int variant(int i) [[cpu, hc]] {
  typedef std::variant<int, float, Point> Any;
  Any v(i);
  if (i % 3 == 1) v = Any(float(i) * 0.5f);  // v = 0.5f and emplace could throw
  if (i % 3 == 2) v = Any(std::in_place_type<Point>, Point{i, 2});
  int sum = int(v.index()) * 1000 + int(std::holds_alternative<float>(v));
  if (const int* whole = std::get_if<int>(&v)) sum += *whole;
  if (const float* real = std::get_if<1>(&v)) sum += int(*real * 2);
  if (const Point* point = std::get_if<Point>(&v)) sum += point->x + int(point->y);
  return sum;
}
static int span(int i) [[cpu, hc]] {
  int v[10];
  for (int k = 0; k < 10; ++k) v[k] = k * i;
  const std::span<int> all(v);
  const std::span<const int, 4> part = all.subspan<2, 4>();
  int sum = int(all.size()) + all.front() + all.back() + int(part.size_bytes());
  for (const int x : part) sum = sum * 2 + x;
  for (int& x : all.last(3)) x = 1;
  return sum + v[9] + all[8] + int(all.first(2).empty());
}
static int limits(int i) [[cpu, hc]] {
  using F = std::numeric_limits<float>;
  const float big = F::max(), none = F::infinity();
  return int(float(i) < big) + 2 * int(big < none) + 4 * (std::numeric_limits<short>::min() == -32768) +
         8 * F::digits + int(std::numeric_limits<unsigned long>::max() >> 40) + int(F::epsilon() * 0x1p30f);
}
static int complex(int i) [[cpu, hc]] {
  const std::complex<float> a(float(i), 2), b(1, -1);
  std::complex<float> c = a * b + std::conj(a) - a / std::complex<float>(2, 0);
  c *= 2.0f;
  const std::complex<double> d(3, 4);
  return int(c.real()) * 3 + int(c.imag()) + int(std::norm(b)) + int(std::abs(d) + 0.5) +
         int((d * d).real()) +
         int(std::real(std::sqrt(std::complex<float>(-4, 0)) * std::complex<float>(0, -1)) + 0.5f);
}

static int bits(int i) [[cpu, hc]] {
  const unsigned u = unsigned(i) * 2654435761u;
  const unsigned long long wide = static_cast<unsigned long long>(u) << 20;
  return std::popcount(u) + std::countl_zero(u) * 3 + std::countr_zero(u | 64u) * 5 + std::countr_one(u) +
         int(std::rotl(u, i % 32) % 1000) + int(std::rotr(u, 7) % 1000) + std::popcount(wide) +
         std::countl_zero(wide) + std::countl_zero(static_cast<unsigned short>(i)) + std::bit_width(u) +
         int(std::bit_cast<unsigned>(i * 1.5f) % 1000) + int(std::has_single_bit(unsigned(i))) +
         int(std::bit_ceil(unsigned(i))) + int(std::bit_floor(unsigned(i)));
}
static int ranges(int i) [[cpu, hc]] {
  std::array<int, 8> v;
  for (int k : std::views::iota(0, 8)) v[k] = (i + k * 5) % 9;
  int sum = 0;
  const auto odd = [](int x) { return x % 2 != 0; };
  for (const int x : v | std::views::filter(odd) | std::views::transform(Doubled())) sum = sum * 3 + x;
  for (const int x : v | std::views::take(3) | std::views::reverse) sum = sum * 3 + x;
  for (const int x : v | std::views::drop(5)) sum += x;
  std::ranges::sort_heap((std::ranges::make_heap(v), v));  // sort calls itself
  return sum + *std::ranges::max_element(v) + int(std::ranges::count(v, 3)) + v[0] * 5 + v[7] +
         int(std::ranges::find(v, 4) - v.begin()) + int(std::ranges::is_sorted(v));
}

static int (*const all[])(int) = {traits,   utility, tuple, array,  algorithm, functional, numeric,
                                  optional, variant, span,  limits, complex,   bits,       ranges};
constexpr int count = 14;

int main() {
  const int n = 200;
  hc::array_view<int> got(n * count);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> t) [[hc]] {
    const int i = t[0];
    int* out = &got[i * count];
    const std::array<int, count> values{traits(i),     utility(i), tuple(i),    array(i),   algorithm(i),
                                        functional(i), numeric(i), optional(i), variant(i), span(i),
                                        limits(i),     complex(i), bits(i),     ranges(i)};
    for (int k = 0; k < count; ++k) out[k] = values[k];
  });
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < count; ++k) {
      if (got[i * count + k] != all[k](i)) std::printf("function %d of %d: ", k, i);
      CHECK(got[i * count + k] == all[k](i));
    }

  hc::array_view<int> total(2);
  hc::array_view<float> real(1);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    std::atomic_ref<int>(total[0]).fetch_add(i[0], std::memory_order_relaxed);
    std::atomic_ref<int> high(total[1]);
    int seen = high.load(std::memory_order_relaxed);
    while (seen < i[0] && !high.compare_exchange_weak(seen, i[0], std::memory_order_relaxed)) {
    }
    std::atomic_ref<float>(real[0]).fetch_add(0.5f, std::memory_order_relaxed);
  });
  CHECK(total[0] == n * (n - 1) / 2 && total[1] == n - 1 && real[0] == n / 2);

  // Captured by value, and as elements of memory.
  const std::tuple<int, float, double> pack(2, 0.25f, 8);
  const std::array<int, 3> table{10, 20, 30};
  const std::optional<int> maybe(4);
  hc::array_view<std::tuple<int, float>> tuples(64);
  hc::array_view<std::variant<int, float>> variants(64);
  hc::parallel_for_each(hc::extent<1>(64), [=](hc::index<1> i) [[hc]] {
    const auto [whole, real, wide] = pack;
    tuples[i] = std::make_tuple(i[0] * whole + table[i[0] % 3], real * float(wide) + float(*maybe));
    variants[i] = i[0] % 2 ? std::variant<int, float>(i[0]) : std::variant<int, float>(float(i[0]) * 0.5f);
  });
  for (int i = 0; i < 64; ++i) {
    CHECK(std::get<0>(tuples[i]) == i * 2 + table[i % 3] && std::get<1>(tuples[i]) == 6);
    CHECK(i % 2 ? std::get<int>(variants[i]) == i : std::get<float>(variants[i]) == float(i) * 0.5f);
  }
  return failures();
}
