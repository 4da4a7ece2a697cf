// rows: amp.2.4.1.compound, amp.2.4.3.casts
// Pointers and references in amp code: to locals, tile_static, elements of views, arrays, members, chosen at
// run time, passed by reference, cast and compared.
#include <amp.h>
#include <vector>
#include "check.hpp"
using namespace concurrency;
struct node {
  int v;
  float w[3];
  struct {
    int a, b;
  } in;
  int* where(int k) restrict(amp, cpu) { return k == 0 ? &v : k == 1 ? &in.a : &in.b; }
  const float* begin() const restrict(amp, cpu) { return w; }
  const float* end() const restrict(amp, cpu) { return w + 3; }
  node* self() restrict(amp, cpu) { return this; }
  node& ref() restrict(amp, cpu) { return *this; }
};
static int* advance_(int* p, int n) restrict(amp, cpu) { return p + n; }
static void bump(int*& p) restrict(amp, cpu) { ++p; }
static void swap_(int*& a, int*& b) restrict(amp, cpu) {
  int* t = a;
  a = b;
  b = t;
}
template <typename T>
const T* find(const T* b, const T* e, T x) restrict(amp, cpu) {
  while (b != e && *b != x) ++b;
  return b;
}
template <typename T, int N>
int length(T (&)[N]) restrict(amp, cpu) {
  return N;
}
template <typename T, int N>
T* last(T (&a)[N]) restrict(amp, cpu) {
  return a + N - 1;
}
static int sum(const int (*m)[3], int rows) restrict(amp, cpu) {
  int s = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 3; j++) s += m[i][j];
  return s;
}
static int through(void* p) restrict(amp, cpu) { return *static_cast<int*>(p); }
static unsigned bits(const float& f) restrict(amp, cpu) { return *reinterpret_cast<const unsigned*>(&f); }
static int& larger(int& a, int& b) restrict(amp, cpu) { return a < b ? b : a; }
static bool maybe(int* p) restrict(amp, cpu) { return p && *p; }
static int rv(int&& x) restrict(amp, cpu) { return ++x; }
template <typename P>
void reverse(P b, P e) restrict(amp, cpu) {
  while (b < e && b < --e) {
    auto t = *b;
    *b++ = *e;
    *e = t;
  }
}
template <typename T>
void insertion(T* a, int n) restrict(amp, cpu) {
  for (int i = 1; i < n; i++) {
    T k = a[i];
    T* p = a + i;
    for (; p != a && p[-1] > k; --p) *p = p[-1];
    *p = k;
  }
}
struct K {
  void operator()(int* o) const restrict(amp, cpu) {
    int n = 0;
    int a[6] = {5, 4, 3, 2, 1, 0};
    int* p = a;
    int* const q = a + 5;
    const int* c = q;
    o[n++] = *p + *q + *(c - 1) + p[2] + 1 [a];
    o[n++] = int(q - p) + (q > p) + (p != c) + !(p == nullptr);
    bump(p);
    o[n++] = *p;
    p = advance_(p, 2);
    o[n++] = *p--;
    o[n++] = *p;
    o[n++] = int(find(a + 0, a + 6, 2) - a);
    o[n++] = length(a) + *last(a);
    int* r = a;
    int* s = a + 1;
    swap_(r, s);
    o[n++] = *r * 10 + *s;
    reverse(a, a + 6);
    o[n++] = a[0] * 10 + a[5];
    insertion(a + 1, 4);
    o[n++] = a[1] * 1000 + a[4];
    node x = {1, {0.5f, 1.5f, 2.5f}, {3, 4}};
    node* y = &x;
    *y->where(1) = 30;
    *x.where(2) += 5;
    o[n++] = x.in.a + x.in.b;
    float f = 0;
    for (float w : x) f += w;
    o[n++] = int(f * 2);
    (*y).self()->ref().v = 8;
    o[n++] = y->v;
    node z[2] = {x, *y};
    node* e = z + 1;
    e->w[1] = 9;
    o[n++] = int(z[1].w[1] + z[0].w[1]);
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    o[n++] = sum(m, 2) + *m[1] + (*(m + 1))[2];
    int (*row)[3] = m;
    ++row;
    o[n++] = (*row)[0];
    int (&rr)[3] = m[0];
    rr[2] = 33;
    o[n++] = m[0][2];
    o[n++] = through(&a[3]) + through(m);
    o[n++] = int(bits(1.f) >> 20);
    int u = 3, v = 7;
    larger(u, v) = 100;
    o[n++] = u + v;
    int zero = 0;
    int* none = nullptr;
    o[n++] = maybe(&u) + maybe(&zero) * 2 + maybe(none) * 4;
    o[n++] = rv(4);
    const int& life = u + 1;
    o[n++] = life;
    int*& alias = p;
    alias = &v;
    *p = 55;
    o[n++] = v;
    bool up = v > 50;
    int* chosen = up ? &u : &v;
    *chosen = -1;
    o[n++] = u;
    auto&& uni = *chosen;
    uni = -2;
    o[n++] = u;
    float fl[2] = {1, 2};
    float* fp = &fl[1];
    float g = (*fp)--;
    (void)g;
    o[n++] = int(fl[1]);
  }
};
int main() {
  int c[40] = {0};
  K k;
  k(c);
  std::vector<int> g(40);
  array_view<int> v(40, g);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        int x[40];
        for (int i = 0; i < 40; i++) x[i] = 0;
        k(x);
        for (int i = 0; i < 40; i++) v[i] = x[i];
      });
  for (int i = 0; i < 40; ++i) {
    if (c[i] != v[i]) std::printf("%d: cpu %d amp %d\n", i, c[i], v[i]);
    CHECK(c[i] == v[i]);
  }
  CHECK(c[0] == 5 + 0 + 1 + 3 + 4 && c[1] == 8 && c[7] == 45 && c[8] == 5);
  std::vector<node> ns(16);
  array_view<node> nv(16, ns);
  array<int> arr(16);
  parallel_for_each(
      nv.extent.tile<4>(), [ =, &arr ](tiled_index<4> t) restrict(amp) {
        tile_static int sh[4];
        tile_static node one;
        int* p = sh + t.local[0];
        *p = t.global[0];
        if (t.local[0] == 0) {
          node* q = &one;
          q->v = t.tile[0];
          q->in.b = 5;
        }
        t.barrier.wait();
        node& mine = nv[t.global];
        mine.v = sh[3 - t.local[0]];
        t.barrier.wait();
        int* where = (t.global[0] & 1) ? &mine.in.a : &sh[t.local[0]];
        int* ap = &arr[t.global[0]];
        *ap = 1;
        *where = 1000 + *ap;
        t.barrier.wait();
        mine.w[0] = float(one.v + *one.where(2));
        if (!(t.global[0] & 1)) mine.in.b = *where;
        const int* first = &arr(0);
        mine.w[2] = float(*first);
        int* dst = &mine.v;
        reverse(dst, dst);
      });
  nv.synchronize();
  for (int i = 0; i < 16; i++) {
    CHECK(ns[i].v == i / 4 * 4 + 3 - i % 4 && ns[i].w[0] == float(i / 4 + 5));
    CHECK((i & 1 ? ns[i].in.a : ns[i].in.b) == 1001);
  }
  return failures();
}
