// rows: hc.programs.whole
#include <hc.hpp>
using namespace hc;
[[hc]] int sum3(const int* p) { return p[0] + p[1] + p[2]; }
template <typename T>
struct span_t {
  T* p;
  int n;
  [[hc, cpu]] T* begin() const { return p; }
  [[hc, cpu]] T* end() const { return p + n; }
  [[hc, cpu]] T& operator[](int i) const { return p[i]; }
};
template <typename T>
[[hc]] span_t<T> make_span(T* p, int n) {
  return {p, n};
}
struct list {
  int value;
  list* next;
};
int main() {
  int data[6] = {1, 2, 3, 4, 5, 6};
  array_view<int> g(6, data), r(8);
  parallel_for_each(extent<1>(4).tile(4), [=](tiled_index<1> t) [[hc]] {
    tile_static int s[6];
    int priv[3] = {10, 20, 30};
    if (t.local[0] == 0)
      for (int i = 0; i < 6; ++i) s[i] = g[i] * 100;
    t.barrier.wait();
    const int* p = t.local[0] == 0 ? &g[0] : t.local[0] == 1 ? &s[1] : priv;
    r[t.local[0]] = sum3(p);
    if (t.local[0] == 3) {
      int x = 0;
      for (int v : make_span(&s[0], 6)) x += v;
      for (auto& v : make_span(priv, 3)) x += v;
      r[4] = x;
      list a{1, nullptr}, b{2, &a}, c{3, &b};
      int n = 0;
      for (list* l = &c; l; l = l->next) n = n * 10 + l->value;
      r[5] = n;
      r[6] = int(&s[5] - &s[0]);
    }
  }).wait();
  return r[0] == 6 && r[1] == 900 && r[2] == 60 && r[4] == 2160 && r[5] == 321 && r[6] == 5 ? 0 : 1;
}
