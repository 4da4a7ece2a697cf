// rows: hc.parallel_for_each.extent
// Differences and negations of 8 and 16 bits wrap around, also those of converted numbers; saturated differences of
// all widths, of which a part is used.
#include <hc.hpp>

#include <cstdint>
#include <limits>
#include <vector>

#include "check.hpp"

template <class T>
inline T nearest(float x) [[cpu, hc]] {
  if (x != x) return 0;
  if (!(x < 2.0f * float(std::numeric_limits<T>::max() / 2 + 1))) return std::numeric_limits<T>::max();
  if (!(x >= float(std::numeric_limits<T>::min()))) return std::numeric_limits<T>::min();
  return static_cast<T>(x);
}

template <class T>
inline void differences(float x, int* out) [[cpu, hc]] {
  const T near = nearest<T>(x);
  out[0] = static_cast<T>(-near);
  out[1] = static_cast<T>(1 - near);
  out[2] = static_cast<T>(T(x > 2) - near);
  out[3] = static_cast<T>(-near) > static_cast<T>(100);
  out[4] = static_cast<int>(static_cast<float>(static_cast<T>(-near)));
  out[5] = static_cast<T>(near < 0 ? -near : near);
  out[6] = static_cast<T>(static_cast<T>(-near) * static_cast<T>(3));
}

template <class T>
inline T left(T a, T b) [[cpu, hc]] {
  return b < a ? a - b : 0;
}

inline void compute(const float* numbers, const std::uint64_t* words, int i, int* out) [[cpu, hc]] {
  differences<signed char>(numbers[i], out);
  differences<unsigned char>(numbers[i], out + 7);
  differences<short>(numbers[i], out + 14);
  differences<unsigned short>(numbers[i], out + 21);
  out[28] = static_cast<int>(left(words[0], words[i] << (numbers[i] > 0 ? 28 : 0)) & 3);
  out[29] = static_cast<int>(left(words[i], words[(i + 1) & 7]));
  out[30] = static_cast<int>(left(words[i], words[(i + 3) & 7]) >> 32);
  out[31] = static_cast<int>(left(static_cast<unsigned>(words[i]), static_cast<unsigned>(words[(i + 3) & 7] >> 8)));
  out[32] = left(static_cast<unsigned short>(words[i]), static_cast<unsigned short>(words[(i + 3) & 7] >> 8));
}

int main() {
  constexpr int count = 8, results = 33;
  const std::vector<float> numbers = {-128, -200, 3, 255, 128, -1, -32768, 65535};
  const std::vector<std::uint64_t> words = {0x1234567890abcdef, 0xf000000000000001, 7, 0x100000000, 0x0fffffffffffffff,
                                            0x8000000000000000, 0x80000000,         0};
  std::vector<int> out(count * results);
  {
    hc::array_view<const float, 1> from(count, numbers);
    hc::array_view<const std::uint64_t, 1> from_words(count, words);
    hc::array_view<int, 1> to(count * results, out);
    hc::parallel_for_each(hc::extent<1>(count), [=](hc::index<1> i) [[hc]] {
      compute(from.data(), from_words.data(), i[0], to.data() + i[0] * results);
    });
  }
  for (int i = 0; i < count; ++i) {
    int wanted[results];
    compute(numbers.data(), words.data(), i, wanted);
    for (int n = 0; n < results; ++n) CHECK(out[i * results + n] == wanted[n]);
  }
  return failures();
}
