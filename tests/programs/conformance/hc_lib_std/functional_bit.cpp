// rows: hc.library.functional
// flags: -std=c++20
// <functional>, <compare>, <bit>, <limits>, <numbers>, <cstdint> and <climits>.
#include <array>
#include <bit>
#include <climits>
#include <compare>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>

#include "record.hpp"

struct Point {
  int x;
  float y;
  int twice() const { return x * 2; }
  bool operator==(const Point&) const = default;
  auto operator<=>(const Point&) const = default;
};

static int add(int a, int b) [[cpu, hc]] {
  return a + b;
}

static void functionals(int i, Record& r) [[cpu, hc]] {
  r(std::plus<>()(i, 2)), r(std::minus<int>()(i, 2)), r(std::multiplies<>()(i, 2.5));
  r(std::divides<>()(i, 2)), r(std::modulus<>()(i, 3)), r(std::negate<>()(i));
  r(std::equal_to<>()(i, 2)), r(std::greater_equal<>()(i, 2)), r(std::logical_and<>()(i, 2));
  r(std::logical_not<>()(i)), r(std::bit_and<>()(i, 6)), r(std::bit_xor<>()(i, 6));
  r(std::bit_not<>()(i)), r(std::bit_or<>()(i, 8));
  Point p{i, 2};
  r(std::invoke(&Point::twice, p)), r(std::invoke(&Point::x, &p)), r(std::invoke(add, i, 3));
  r(std::invoke([](int a) { return a; }, i)), r(std::mem_fn(&Point::twice)(p));
  r(std::mem_fn(&Point::x)(p)), r(std::bind_front(add, 5)(i));
  using namespace std::placeholders;
  r(std::bind(add, _1, 4)(i)), r(std::bind(add, _2, _1)(i, 3));
  int k = i;
  auto rf = std::ref(k);
  ++rf.get();
  r(k), r(std::cref(k)), r(std::not_fn([](int a) { return a > 3; })(i)), r(std::identity()(i));
  r(std::less<>()(i, 4));
  std::reference_wrapper<int> w(k);
  w.get() = 9;
  r(k), r(std::ranges::less()(i, 3)), r(std::ranges::equal_to()(i, 3));
  r(std::compare_three_way()(i, 5) < 0), r(std::is_eq(i <=> 3)), r(std::is_lt(i <=> 3));
  r((1.5 <=> double(i)) == std::partial_ordering::less), r(std::strong_order(i, 4) < 0);
}

static void bits(int i, Record& r) [[cpu, hc]] {
  auto f = [&](auto x) {
    typedef decltype(x) T;
    x = T(x * T(37) + T(i * 77));
    r(std::popcount(x));
    r(std::countl_zero(x));
    r(std::countl_one(x));
    r(std::countr_zero(x));
    r(std::countr_one(x));
    r(std::rotl(x, i % 9));
    r(std::rotl(x, -3));
    r(std::rotr(x, i));
    r(std::bit_width(x));
    r(std::bit_floor(x));
    r(std::has_single_bit(x));
    r(std::bit_ceil(T(x / T(2))));
  };
  f((unsigned char)(3));
  f((unsigned short)(3));
  f(3u);
  f(3ul);
  f(3ull);
  r(std::bit_cast<unsigned>(i * 1.25f));
  r(std::bit_cast<double>(0x3ff0000000000000ull + (unsigned long long)i));
  r(std::endian::native == std::endian::little), r(std::popcount(0u)), r(std::countl_zero(0u));
  r(std::countr_zero(0ull)), r(std::countl_zero((unsigned char)0));
  r(std::bit_cast<std::array<unsigned short, 2>>(i * 65537)[1]);
}

static void numbers(int i, Record& r) [[cpu, hc]] {
  r(std::numbers::pi * i), r(std::numbers::e_v<float> * i), r(std::numbers::sqrt2);
  r(std::numbers::phi);
  typedef std::numeric_limits<double> D;
  r(D::epsilon()), r(D::max()), r(D::lowest()), r(D::min()), r(D::denorm_min()), r(D::infinity());
  r(D::quiet_NaN()), r(std::numeric_limits<float>::max());
  r(std::numeric_limits<long long>::min()), r(std::numeric_limits<unsigned char>::max());
  r(std::numeric_limits<char>::is_signed), r(INT_MAX), r(UINT_MAX), r(LLONG_MIN), r(INT8_MIN);
  r(UINT16_MAX), r(CHAR_BIT), r(std::numeric_limits<int>::digits10), r(D::round_error());
  r(sizeof(std::int_fast16_t)), r(std::intmax_t(i));
}

int main() {
  COMPARE(functionals);
  COMPARE(bits);
  COMPARE(numbers);
  return failures();
}
