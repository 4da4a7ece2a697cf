// rows: hc.parallel_for_each.extent
// The lower bits of a float, double or half are stored as they are, in each kind of memory; so are numbers that
// are not aligned.
// flags: -ffp-contract=off
#include <hc.hpp>

#include <cstring>
#include <vector>

#include "check.hpp"

#pragma pack(push, 1)
template <class T>
struct packed {
  char before;
  T number;
  char after;
};
#pragma pack(pop)

template <class To, class From>
inline To bits(From x) [[cpu, hc]] {
  To to;
  std::memcpy(&to, &x, sizeof to);
  return to;
}

template <class T>
inline T computed(int i, T by) [[cpu, hc]] {
  return static_cast<T>(static_cast<T>(i * 7 - 100) * by);
}

template <class T, class Bits, class Narrow>
void try_parts() {
  constexpr int items = 64;
  const T by = static_cast<T>(0.37f);
  std::vector<Narrow> parts(items), shared(items), chosen(items), converted(items);
  std::vector<packed<T>> numbers(items);
  {
    hc::array_view<Narrow, 1> part(items, parts), share(items, shared), choice(items, chosen),
        conversion(items, converted);
    hc::array_view<packed<T>, 1> number(items, numbers);
    hc::parallel_for_each(hc::extent<1>(items).tile(16), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static Narrow cells[16];
      const int i = t.global[0];
      const T x = computed<T>(i, by);
      part[i] = static_cast<Narrow>(bits<Bits>(x));
      cells[t.local[0]] = static_cast<Narrow>(bits<Bits>(static_cast<T>(x + by)));
      t.barrier.wait();
      share[i] = cells[15 - t.local[0]];
      choice[i] = static_cast<Narrow>(bits<Bits>(i % 3 ? x : static_cast<T>(-x)));
      conversion[i] = static_cast<Narrow>(bits<Bits>(static_cast<T>(i * 1234567L)));
      number[i].before = static_cast<char>(i);
      number[i].number = x;
      number[i].after = static_cast<char>(-i);
    });
  }
  for (int i = 0; i < items; ++i) {
    const T x = computed<T>(i, by), other = computed<T>(i / 16 * 16 + 15 - i % 16, by);
    CHECK(parts[i] == static_cast<Narrow>(bits<Bits>(x)));
    CHECK(shared[i] == static_cast<Narrow>(bits<Bits>(static_cast<T>(other + by))));
    CHECK(chosen[i] == static_cast<Narrow>(bits<Bits>(i % 3 ? x : static_cast<T>(-x))));
    CHECK(converted[i] == static_cast<Narrow>(bits<Bits>(static_cast<T>(i * 1234567L))));
    CHECK(numbers[i].before == static_cast<char>(i) && numbers[i].after == static_cast<char>(-i));
    CHECK(bits<Bits>(numbers[i].number) == bits<Bits>(x));
  }
}

int main() {
  try_parts<float, unsigned, unsigned short>();
  try_parts<float, unsigned, unsigned char>();
  try_parts<double, unsigned long, unsigned>();
  try_parts<double, unsigned long, unsigned short>();
  try_parts<double, unsigned long, signed char>();
  try_parts<hc::half, unsigned short, unsigned char>();
  return failures();
}
