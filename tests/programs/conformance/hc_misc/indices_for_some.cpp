// rows: hc.misc.indices_for_some
// Private arrays, read where some work-items go alone, at an index that is the same for all of them: out of a
// table, a rest by a constant and by a number of the launch. Nobody may read where the index was not computed.
#include <hc.hpp>
#include <algorithm>
#include <vector>

#include "check.hpp"

using byte = unsigned char;
constexpr int SIZE = 20;

struct Table {
  const unsigned* numbers;
  unsigned divisor;
};

static unsigned index_of(int which, int i, const Table& table) [[cpu, hc]] {
  if (which == 0) return table.numbers[i];
  if (which == 1) return table.numbers[i] % 20u;
  return unsigned(i * 5) % table.divisor;
}

template <int Which>
static unsigned item(unsigned id, unsigned most, const Table& table) [[cpu, hc]] {
  byte cells[SIZE];
  unsigned seen[SIZE];
  for (int i = 0; i < SIZE; ++i) cells[i] = byte(i * 37 + id), seen[i] = id * i * 2654435761u >> 24;
  for (int i = SIZE - 1; i > 3; i -= 4) {
    if (seen[i] == seen[(i * 2) & 15] || seen[i - 1] > most) {
      cells[most % 12u] = byte(cells[i + 2] ^ cells[(i * 7u) % 20u] / 100);
    } else {
      const byte less = byte(std::max(i - int(cells[index_of(Which, i, table)]), 0));
      cells[i] = byte(byte(seen[i] + cells[most % 12u]) >> (less & 7));
    }
  }
  unsigned sum = 0;
  for (byte cell : cells) sum = sum * 31 + cell;
  return sum;
}

template <int Which>
static void compare() {
  const int items = 256;
  std::vector<unsigned> numbers(64), given(items);
  for (int i = 0; i < 64; ++i) numbers[i] = i * 5 % 20;
  for (int i = 0; i < items; ++i) given[i] = i & 64 ? 1000 : 0;
  hc::array_view<unsigned> table(64, numbers), most(items, given), sums(items);
  hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
    sums[i] = item<Which>(i[0], most[i], Table{&table[0], 20u});
  }).wait();
  for (int i = 0; i < items; ++i) CHECK(sums[i] == item<Which>(i, given[i], Table{numbers.data(), 20u}));
}

int main() {
  compare<0>();
  compare<1>();
  compare<2>();
  return failures();
}
