// Division and square root of runtime/device/exact.hpp over devices whose own are off by some ulp.
#include "../../../runtime/device/exact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace {

std::uint64_t state = 1;
std::uint64_t next() {  // xorshift
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1dull;
}

template <class T>
using Parts = hcrt_exact::Parts<T>;

/// A device that is off by as much as the last call of next() says: by at most `Off` ulp of T, and doubles
/// also by as much as floats of the same number would be.
template <int Off, bool AsFloat>
struct Inexact {
  static std::int64_t off() { return static_cast<std::int64_t>(next() % (2 * Off + 1)) - Off; }
  static float moved(float x) {
    return Parts<float>::number(Parts<float>::of(x) + static_cast<std::uint32_t>(off()));
  }
  static double moved(double x) {
    return Parts<double>::number(Parts<double>::of(x) +
                                 static_cast<std::uint64_t>(off() * (AsFloat ? (1l << 29) : 1)));
  }
  template <class T>
  static T inverse(T x) {
    EXPECT_TRUE(x > T(0.999) && x < T(2.001)) << x;
    return moved(1 / x);
  }
  template <class T>
  static T root(T x) {
    EXPECT_TRUE(x >= 1 && x < 4) << x;
    return moved(std::sqrt(x));
  }
};

template <class T>
T any_number() {
  using P = Parts<T>;
  using Bits = typename P::Bits;
  const Bits bits = static_cast<Bits>(next());
  switch (next() % 8) {
    case 0:
      return P::number((bits & P::sign) | (bits & (P::one - 1)) >> next() % P::F::fraction);  // subnormal
    case 1: {
      static const T special[] = {0,
                                  1,
                                  2,
                                  3,
                                  std::numeric_limits<T>::infinity(),
                                  std::numeric_limits<T>::quiet_NaN(),
                                  std::numeric_limits<T>::max(),
                                  std::numeric_limits<T>::min(),
                                  std::numeric_limits<T>::denorm_min()};
      return std::copysign(special[bits % 9], next() & 1 ? T(1) : T(-1));
    }
    case 2:
      return P::in_one_two(bits & (P::one - 1));
    case 3:
      return P::in_one_two(P::one - 1 - (bits & 7));  // almost 2
    case 4:
      return P::in_one_two(bits & 7);  // a little more than 1
    default:
      return P::number(bits);
  }
}

template <class T>
bool is_same(T a, T b) {
  return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0;
}

template <class Device, class T>
void check_pair(T a, T b) {
  const T ours = hcrt_exact::divide<Device>(a, b), right = a / b;
  ASSERT_TRUE(is_same(ours, right)) << std::hexfloat << a << " / " << b << " is " << right << ", not "
                                    << ours;
}
template <class Device, class T>
void check_root(T a) {
  const T ours = hcrt_exact::root<Device>(a), right = std::sqrt(a);
  ASSERT_TRUE(is_same(ours, right)) << std::hexfloat << "the root of " << a << " is " << right << ", not "
                                    << ours;
}

template <class Device, class T>
void check_many(int count) {
  for (int i = 0; i < count && !testing::Test::HasFatalFailure(); ++i) {
    const T a = any_number<T>(), b = any_number<T>();
    check_pair<Device>(a, b);
    check_root<Device>(a);
    // Products and squares that are off by an ulp are closest to what rounds the other way.
    const T whole = a * b;
    check_pair<Device>(whole, b);
    check_pair<Device>(std::nextafter(whole, T(0)), b);
    check_root<Device>(b * b);
    check_root<Device>(std::nextafter(b * b, T(0)));
    check_root<Device>(std::nextafter(b * b, std::numeric_limits<T>::infinity()));
  }
}

constexpr int count = 50000;

TEST(Exact, FloatOfAnExactDevice) { check_many<Inexact<0, false>, float>(count); }
TEST(Exact, FloatOfADeviceOffBy3Ulp) { check_many<Inexact<3, false>, float>(count); }
TEST(Exact, FloatOfADeviceOffBy5Ulp) { check_many<Inexact<5, false>, float>(count); }
TEST(Exact, DoubleOfAnExactDevice) { check_many<Inexact<0, false>, double>(count); }
TEST(Exact, DoubleOfADeviceOffBy3Ulp) { check_many<Inexact<3, false>, double>(count); }
TEST(Exact, DoubleOfADeviceThatIsAsGoodAsItsFloats) { check_many<Inexact<3, true>, double>(count); }

// The model is worth something: without the correction, results are wrong.
TEST(Exact, TheDeviceItselfIsWrong) {
  int wrong = 0;
  for (int i = 0; i < 1000; ++i) {
    const float b = Parts<float>::in_one_two(static_cast<std::uint32_t>(next()) & 0x7fffff);
    wrong += Inexact<3, false>::inverse(b) != 1 / b;
  }
  EXPECT_GT(wrong, 500);
}

}  // namespace
