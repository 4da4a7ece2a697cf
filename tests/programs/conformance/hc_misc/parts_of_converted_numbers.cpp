// rows: hc.parallel_for_each.extent
// Numbers with a fraction become integers of all widths, of which a part is used.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

template <class Whole, class From>
inline void parts(From x, unsigned long other, unsigned long* out) [[cpu, hc]] {
  const Whole whole = static_cast<Whole>(x);
  out[0] = static_cast<unsigned>(whole);
  out[1] = static_cast<unsigned short>(whole);
  out[2] = static_cast<unsigned char>(static_cast<unsigned long>(whole) >> 8);
  out[3] = static_cast<unsigned long>(whole) & 0xfff;
  out[4] = static_cast<unsigned>(static_cast<unsigned long>(whole) * 3 + other);
  out[5] = static_cast<unsigned>(static_cast<unsigned long>(whole) ^ other) << 4;
  out[6] = static_cast<unsigned long>(whole) >> 32;
  out[7] = static_cast<unsigned long>(whole);
}

template <class Whole, class From>
void try_numbers(int bits) {
  constexpr int results = 8;
  std::vector<From> numbers;
  for (int k = 0; k < bits; ++k) numbers.push_back(static_cast<From>(1.37f) * static_cast<From>(1ul << k));
  const int count = static_cast<int>(numbers.size());
  std::vector<unsigned long> out(count * results);
  {
    hc::array_view<const From, 1> from(count, numbers);
    hc::array_view<unsigned long, 1> to(count * results, out);
    hc::parallel_for_each(hc::extent<1>(count), [=](hc::index<1> i) [[hc]] {
      parts<Whole>(from[i], 5ul * i[0], to.data() + i[0] * results);
    });
  }
  for (int i = 0; i < count; ++i) {
    unsigned long wanted[results];
    parts<Whole>(numbers[i], 5ul * i, wanted);
    for (int n = 0; n < results; ++n) CHECK(out[i * results + n] == wanted[n]);
  }
}

template <class From>
void try_widths(int most) {
  try_numbers<unsigned long, From>(most < 64 ? most : 64);
  try_numbers<long, From>(most < 63 ? most : 63);
  try_numbers<unsigned, From>(most < 32 ? most : 32);
  try_numbers<int, From>(most < 31 ? most : 31);
  try_numbers<unsigned short, From>(most < 16 ? most : 16);
  try_numbers<short, From>(15);
}

int main() {
  try_widths<float>(64);
  try_widths<double>(64);
  try_widths<hc::half>(15);
  return failures();
}
