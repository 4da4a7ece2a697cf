// rows: hc.programs.whole
#include <algorithm>
#include <hc.hpp>
#include <random>
template <class It, class Cmp = std::less<typename std::iterator_traits<It>::value_type>>
void bitonic_sort(It first, It last, Cmp cmp = Cmp()) {
  using T = typename std::iterator_traits<It>::value_type;
  const int n = int(std::distance(first, last));
  hc::array<T> a(n, first, last);
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1)
      hc::parallel_for_each(a.get_extent(), [&a, j, k, cmp](hc::index<1> idx) [[hc]] {
        const int i = idx[0], l = i ^ j;
        if (l > i) {
          const bool up = (i & k) == 0;
          T x = a[i], y = a[l];
          if (up ? cmp(y, x) : cmp(x, y)) {
            a[i] = y;
            a[l] = x;
          }
        }
      });
  hc::copy(a, first);
}
struct rec {
  float key;
  short id;
  bool operator<(const rec& o) const { return key < o.key; }
};
struct by_id {
  bool operator()(const rec& a, const rec& b) const { return a.id > b.id; }
};
int main() {
  std::mt19937 g(5);
  std::vector<unsigned> u(1024);
  for (auto& x : u) x = g();
  bitonic_sort(u.begin(), u.end());
  if (!std::is_sorted(u.begin(), u.end())) return 1;
  std::vector<rec> r(256);
  for (int i = 0; i < 256; ++i) r[i] = {float(g() % 1000), short(i)};
  bitonic_sort(r.begin(), r.end());
  if (!std::is_sorted(r.begin(), r.end())) return 2;
  bitonic_sort(r.begin(), r.end(), by_id());
  return r[0].id == 255 ? 0 : 3;
}
