// rows: hc.parallel_for_each.extent, hc.array_view.subscript
// Loops over the rows of a column, forth and back, from any row, with neighbours, over views and by pointer.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

constexpr int shapes[][2] = {{64, 5}, {17, 33}, {8, 8}, {3, 40}, {100, 1}};

template <class T>
static std::vector<T> numbers(int n) {
  std::vector<T> made(n);
  for (int i = 0; i < n; ++i) made[i] = T(i * 7 % 101 + 1);
  return made;
}

// Of the elements of a column, in order: no sum of them is right for another order.
template <class T>
struct Mix {
  unsigned long long value = 1;
  void add(T element) [[cpu]][[hc]] { value = value * 31 + (unsigned long long)(element); }
};

template <class T, class Walk>
static void check_walk(Walk walk) {
  for (const auto& shape : shapes) {
    const int h = shape[0], w = shape[1];
    std::vector<T> in = numbers<T>(h * w);
    std::vector<unsigned long long> out(w);
    hc::array_view<const T, 2> rows(h, w, in);
    hc::array_view<unsigned long long> sums(w, out);
    hc::parallel_for_each(sums.get_extent(), [=](hc::index<1> j) [[hc]] {
      Mix<T> mix;
      walk([&](int y, int x) [[cpu]][[hc]] { mix.add(rows(y, x)); }, j[0], h, w);
      sums[j] = mix.value;
    });
    sums.synchronize();
    for (int j = 0; j < w; ++j) {
      Mix<T> mix;
      walk([&](int y, int x) [[cpu]][[hc]] { mix.add(in[y * w + x]); }, j, h, w);
      CHECK(out[j] == mix.value);
    }
  }
}

#define WALK(...)                                                             \
  {                                                                           \
    const auto walk = [](auto at, int j, int h, int w) [[cpu]][[hc]] __VA_ARGS__; \
    check_walk<float>(walk);                                                  \
    check_walk<short>(walk);                                                  \
  }

static void check_pointers() {
  for (const auto& shape : shapes) {
    const int h = shape[0], w = shape[1];
    std::vector<int> in = numbers<int>(h * w);
    std::vector<int> out(w * 3);
    hc::array_view<const int> flat(h * w, in);
    hc::array_view<int> sums(w * 3, out);
    hc::parallel_for_each(hc::extent<1>(w), [=](hc::index<1> id) [[hc]] {
      const int j = id[0];
      const int* p = &flat[0];
      int forth = 0, back = 0, pairs = 0;
      for (int i = 0; i < h; ++i) forth = forth * 3 + p[i * w + j];
      for (int i = h - 1; i >= 0; --i) back = back * 3 + p[i * w + j];
      for (long i = 0; i + 1 < h; ++i) pairs = pairs * 3 + p[(i + 1) * w + j] - p[i * w + j];
      sums[j] = forth;
      sums[w + j] = back;
      sums[2 * w + j] = pairs;
    });
    sums.synchronize();
    for (int j = 0; j < w; ++j) {
      unsigned forth = 0, back = 0, pairs = 0;
      for (int i = 0; i < h; ++i) forth = forth * 3 + unsigned(in[i * w + j]);
      for (int i = h - 1; i >= 0; --i) back = back * 3 + unsigned(in[i * w + j]);
      for (int i = 0; i + 1 < h; ++i) pairs = pairs * 3 + unsigned(in[(i + 1) * w + j] - in[i * w + j]);
      CHECK(unsigned(out[j]) == forth && unsigned(out[w + j]) == back && unsigned(out[2 * w + j]) == pairs);
    }
  }
}

// What a walk writes, its later turns read.
static void check_writing() {
  for (const auto& shape : shapes) {
    const int h = shape[0], w = shape[1];
    std::vector<int> on_device = numbers<int>(h * w), on_host = on_device;
    hc::array_view<int, 2> rows(h, w, on_device);
    hc::parallel_for_each(hc::extent<1>(w), [=](hc::index<1> j) [[hc]] {
      for (int i = 1; i < h; ++i) rows(i, j[0]) = rows(i, j[0]) % 13 + rows(i - 1, j[0]) * 2 % 1009;
    });
    rows.synchronize();
    for (int j = 0; j < w; ++j)
      for (int i = 1; i < h; ++i) on_host[i * w + j] = on_host[i * w + j] % 13 + on_host[(i - 1) * w + j] * 2 % 1009;
    CHECK(on_device == on_host);
  }
}

int main() {
  WALK({
    for (int i = 0; i < h; ++i) at(i, j);
  })
  WALK({
    for (int i = h - 1; i >= 0; --i) at(i, j);
  })
  WALK({
    for (int i = j % 3; i < h; ++i) at(i, j);
  })
  WALK({
    for (int i = 0; i < h; i += 2) at(i, j);
  })
  WALK({
    for (int i = 1; i < h - 1; ++i) {
      at(i - 1, j);
      at(i, j);
      at(i + 1, j);
    }
  })
  WALK({
    for (int i = 0; i < h; ++i) {
      at(i, w - 1 - j);
      at(h - 1 - i, j);
      at(i, j);
    }
  })
  WALK({
    for (int k = 0; k < w && k < 3; ++k)
      for (int i = 0; i < h; ++i) {
        at(i, j);
        at(i, k);
      }
  })
  WALK({
    int i = 0;
    do at(i, j);
    while (++i < h && i != 11);
  })
  check_pointers();
  check_writing();
  return failures();
}
