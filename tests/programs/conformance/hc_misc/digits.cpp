// rows: hc.parallel_for_each.extent
// Digits of numbers, each as a quotient less a multiple of the next quotient, with sign and without, of all widths.
#include <hc.hpp>

#include <cstdint>
#include <vector>

#include "check.hpp"

constexpr int places = 6;

template <class T>
inline void digits(T number, T* out) [[cpu, hc]] {
  for (int n = 0; n < places; ++n) {
    const T rest = static_cast<T>(number / 10);
    out[n] = static_cast<T>(number - rest * 10);
    number = rest;
  }
}

template <class T>
inline T mixed(T number) [[cpu, hc]] {
  const T hundreds = static_cast<T>(number / 100);
  return static_cast<T>(number / 50 * 3 - hundreds * 20 + hundreds * -4 + number / 120 * 8);
}

template <class T>
void check() {
  constexpr int count = 16;
  std::vector<T> numbers(count), out(count * places), others(count);
  std::uint64_t state = 88172645463325252u;
  for (T& number : numbers) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    number = static_cast<T>(state);
  }
  {
    hc::array_view<const T, 1> from(count, numbers);
    hc::array_view<T, 1> to(count * places, out), to_others(count, others);
    hc::parallel_for_each(hc::extent<1>(count), [=](hc::index<1> i) [[hc]] {
      digits(from[i], to.data() + i[0] * places);
      to_others[i] = mixed(from[i]);
    });
  }
  for (int i = 0; i < count; ++i) {
    T wanted[places];
    digits(numbers[i], wanted);
    for (int n = 0; n < places; ++n) CHECK(out[i * places + n] == wanted[n]);
    CHECK(others[i] == mixed(numbers[i]));
  }
}

int main() {
  check<std::int64_t>();
  check<std::uint64_t>();
  check<int>();
  check<unsigned>();
  check<short>();
  check<std::uint16_t>();
  check<signed char>();
  return failures();
}
