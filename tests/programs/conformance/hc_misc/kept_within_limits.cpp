// rows: hc.parallel_for_each.extent
// Sums of all widths that stay at the greatest number, products that don't fit, and the bits that are set in
// narrow numbers after a shift.
#include <hc.hpp>

#include <cstdint>
#include <limits>
#include <vector>

#include "check.hpp"

using word = std::uint64_t;

template <class T>
inline T limited(T a, T b) [[cpu, hc]] {
  T made;
  return __builtin_add_overflow(a, b, &made) ? std::numeric_limits<T>::max() : made;
}

template <class T>
inline T product_or(T a, T b) [[cpu, hc]] {
  T made;
  return __builtin_mul_overflow(a, b, &made) ? static_cast<T>(a ^ b) : made;
}

template <class T>
inline word sums(T start, T by) [[cpu, hc]] {
  T x = start, y = static_cast<T>(start + 1);
  for (int k = 0; k < 5; ++k) {
    const T made = limited<T>(static_cast<T>(y * 3 + k), by ? static_cast<T>(x % by) : x);
    x = static_cast<T>(x ^ made);
    y = static_cast<T>(y ^ made);
  }
  return word(x) * 31 + y;
}

template <class T>
inline word set_bits(T x, long by, word other) [[cpu, hc]] {
  const T moved = static_cast<T>(x * 1ul << (static_cast<unsigned>(by) % (sizeof(T) * 8)));
  const T parity = static_cast<T>(__builtin_popcountl(moved) & 1);
  return (parity == 1 ? 0 : (other | word(by))) + static_cast<word>(__builtin_popcount(moved) << 8);
}

template <class T>
inline word computed(const T* numbers, int i, word other) [[cpu, hc]] {
  const T a = numbers[i], b = numbers[i + 1];
  return sums<T>(a, b) + set_bits<T>(a, i * 86l + 4, other) * 7 + (product_or<T>(a, b) < 100 ? 1 : 5);
}

template <class T>
void try_type() {
  constexpr int items = 64;
  std::vector<T> numbers(items + 1);
  for (int i = 0; i <= items; ++i) numbers[i] = static_cast<T>((0x9e3779b97f4a7c15ul * i) >> (i % 5 * 7));
  std::vector<word> out(items);
  const word other = 0xb748be3c8c9027bb;
  {
    hc::array_view<const T, 1> from(items + 1, numbers);
    hc::array_view<word, 1> to(items, out);
    hc::parallel_for_each(hc::extent<1>(items),
                          [=](hc::index<1> i) [[hc]] { to[i] = computed<T>(from.data(), i[0], other); });
  }
  for (int i = 0; i < items; ++i) CHECK(out[i] == computed<T>(numbers.data(), i, other));
}

int main() {
  try_type<std::uint64_t>();
  try_type<std::uint32_t>();
  try_type<std::uint16_t>();
  try_type<std::uint8_t>();
  return failures();
}
