// rows: hc.parallel_for_each.extent
// What few work-items do, none, or all: chains through arrays of places, conditions in one another, sums that go on.
// Own places of those that do not enter may lie beyond the arrays.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

constexpr int items = 1000, nowhere = 1 << 30;

struct Data {
  std::vector<int> flags, next, values;

  Data(int one_of, bool beyond) : flags(items), next(items * 4), values(items) {
    unsigned state = 7;
    const auto number = [&] { return (state = state * 1664525u + 1013904223u) >> 8; };
    for (int& flag : flags) flag = one_of != 0 && number() % one_of == 0;
    for (int i = 0; i < items; ++i) {
      values[i] = number() % 100;
      for (int k = 0; k < 4; ++k) next[k * items + i] = beyond && !flags[i] ? nowhere : number() % items;
    }
  }
};

struct Chain {
  static int of(int i, int old, const int* flags, const int* next, const int*) [[cpu, hc]] {
    if (!flags[i]) return old;
    int at = i;
    for (int k = 0; k < 6; ++k) at = next[at];
    return at;
  }
};

struct Sum {
  static int of(int i, int old, const int* flags, const int* next, const int* values) [[cpu, hc]] {
    int sum = old;
    if (flags[i])
      for (int k = 0; k < 4; ++k) sum += values[next[k * items + i]];
    return sum * 3;
  }
};

struct Nested {
  static int of(int i, int old, const int* flags, const int* next, const int* values) [[cpu, hc]] {
    int found = -1;
    if (flags[i]) {
      const int a = next[i], b = next[items + a];
      found = values[b];
      if (found > 50) found += values[next[b]] + values[next[a]] * 2;
    }
    return found + old;
  }
};

struct Either {
  static int of(int i, int old, const int* flags, const int* next, const int* values) [[cpu, hc]] {
    return flags[i] ? values[next[next[next[i]]]] : values[next[items + next[i]]] - old;
  }
};

template <class What>
void try_some(int n, Data& data) {
  std::vector<int> out(items, 5), again(items, 5);
  {
    const hc::array_view<const int> flags(data.flags), next(data.next), values(data.values);
    const hc::array_view<int> to(out), both(again);
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
      to[i] = What::of(i[0], to[i], flags.data(), next.data(), values.data());
    });
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
      if (flags[i]) both[i] = What::of(i[0], 11, flags.data(), next.data(), values.data());
      both[i] += flags[i];
    });
  }
  const auto expected = [&](int i, int old) {
    return What::of(i, old, data.flags.data(), data.next.data(), data.values.data());
  };
  for (int i = 0; i < items; ++i) {
    CHECK(out[i] == (i < n ? expected(i, 5) : 5));
    CHECK(again[i] == (i < n && data.flags[i] ? expected(i, 11) + 1 : 5));
  }
}

template <class What>
void try_all(bool beyond = false) {
  for (const int one_of : {0, 1, 2, 10, 100, 1000}) {
    Data data(one_of, beyond);
    for (const int n : {1, 7, 8, 16, 37, items}) try_some<What>(n, data);
  }
}

int main() {
  try_all<Chain>();
  try_all<Sum>();
  try_all<Sum>(true);
  try_all<Nested>();
  try_all<Either>();
  return failures();
}
