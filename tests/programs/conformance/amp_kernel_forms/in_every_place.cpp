// rows: amp.2.4.functor
// Kernels in every place where a lambda can be.
#include <amp.h>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <vector>
#include "check.hpp"
using namespace concurrency;
#define VEC(n) array_view<int>((n), d)
#define KERNEL(i) [=](index<1> i) restrict(amp)
#define FOR_ALL(v, i, ...) parallel_for_each((v).extent, [=](index<1> i) restrict(amp) { __VA_ARGS__; })
#define DEFINE_OP(name, expr)                                \
  static void name(array_view<int> v, int k) {               \
    parallel_for_each(v.extent, KERNEL(i) { v[i] = expr; }); \
    v.synchronize();                                         \
  }
#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define X_OPS X(add, v[i] + k) X(mul, v[i] * k) X(neg, -v[i] + 0 * k)
#define X(n, e) DEFINE_OP(CAT(op_, n), e)
X_OPS
#undef X
static int at_start(int k) {
  int d[2] = {k, k + 1};
  array_view<int> v(2, d);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 10; });
  return v[0] + v[1];
}
static const int global_init = at_start(3);
static const int global_lambda = [](int k) {
  int x = 0;
  array_view<int> v(1, &x);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = k * 2; });
  return v[0];
}(21);
struct member_init {
  int x;
  int y = [] {
    int q = 0;
    array_view<int> v(1, &q);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 8; });
    v.synchronize();
    return q;
  }();
  member_init(int k) : x(compute(k)) {}
  member_init()
      : member_init([](int s) {
          int q = 0;
          array_view<int> v(1, &q);
          parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = s; });
          v.synchronize();
          return q;
        }(5)) {}
  static int compute(int k) {
    int q = k;
    array_view<int> v(1, &q);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 100; });
    v.synchronize();
    return q;
  }
  ~member_init() {
    int q = 0;
    array_view<int> v(1, &q);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
    dead += v[0];
  }
  static int dead;
  operator int() const {
    int q = 0;
    array_view<int> v(1, &q);
    const int z = x;
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = z; });
    return v[0];
  }
  int operator+(int k) const {
    int q = 0, z = y;
    array_view<int> v(1, &q);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = z + k; });
    return v[0];
  }
  friend int frien(const member_init& m) {
    int q = m.x;
    array_view<int> v(1, &q);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
    return v[0];
  }
};
int member_init::dead = 0;
static int deflt(
    int k, std::function<int(int)> f = [](int s) {
      int q = 0;
      array_view<int> v(1, &q);
      parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = s + 4; });
      return v[0];
    }) {
  return f(k);
}
extern "C" {
int c_linkage(int k) {
  int q = k;
  array_view<int> v(1, &q);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] <<= 1; });
  return v[0];
}
}
template <class T, int K>
struct tmpl {
  template <class F>
  static T each(int n, F f) {
    std::vector<T> d(n);
    array_view<T> v(n, d);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = f(T(i[0])) + T(K); });
    T s = T();
    for (int i = 0; i < n; i++) s += v[i];
    return s;
  }
  struct nested {
    T operator()(T x) const {
      T q = x;
      array_view<T> v(1, &q);
      parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= T(K); });
      return v[0];
    }
  };
};
static int in_try(int k) try {
  int q = k;
  array_view<int> v(1, &q);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] -= 1; });
  if (v[0] == 0) throw 1;
  return v[0];
} catch (int e) {
  int q = e;
  array_view<int> v(1, &q);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = -9; });
  return v[0];
}
namespace {
namespace deep {
class unnamed_user {
  std::vector<int> d;

 public:
  unnamed_user() : d(4) {}
  int run() {
    struct local {
      static int go(std::vector<int>& d) {
        array_view<int> v(4, d);
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0] * i[0]; });
        v.synchronize();
        return d[3];
      }
    };
    return local::go(d);
  }
};
}  // namespace deep
}  // namespace
int main() {
  std::vector<int> d(4, 2);
  op_add(VEC(4), 3);
  op_mul(VEC(4), 2);
  op_neg(VEC(4), 0);
  CHECK(d[3] == -10);
  FOR_ALL(VEC(4), i, (void)i);
  {
    array_view<int> v = VEC(4);
    FOR_ALL(v, i, v[i] = 1; v[i] += 2);
    FOR_ALL(v, j, int q = v[j]; v[j] = q * 2);
    v.synchronize();
    CHECK(d[0] == 6);
  }
  CHECK(global_init == 70 && global_lambda == 42);
  {
    member_init m, n(7);
    CHECK(m.x == 105 && m.y == 8 && n.x == 107 && int(n) == 107 && n + 2 == 10 && frien(m) == 106);
  }
  CHECK(member_init::dead == 2);
  CHECK(deflt(5) == 9 && c_linkage(21) == 42 && in_try(5) == 4 && in_try(1) == -9);
  CHECK((tmpl<int, 2>::each(4, [](int x) restrict(amp) { return x * 10; })) == 68);
  CHECK((tmpl<float, 1>::each(3, [](float x) restrict(amp) { return x; })) == 6.f);
  CHECK((tmpl<int, 3>::nested()(5)) == 15);
  CHECK(deep::unnamed_user().run() == 9);
  array_view<int> v(4, d), w(4, d);
  (void)w;
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 2; });
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 3; });
  CHECK(v[2] == 9);
  int got = 0;
  std::thread([&] {
    int q = 1;
    array_view<int> t(1, &q);
    parallel_for_each(t.extent, [=](index<1> i) restrict(amp) { t[i] += 41; });
    got = t[0];
  }).join();
  CHECK(got == 42);
  std::map<int, std::function<void(array_view<int>)>> table = {
      {0,
       [](array_view<int> a) { parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = 10; }); }},
      {1,
       [](array_view<int> a) { parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] += 1; }); }}};
  for (auto& e : table) e.second(v);
  CHECK(v[1] == 11);
  for (int k = 0; k < 3; ++k) switch (k) {
      case 1:
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = k; });
        break;
      default:
        if (k)
          parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += k; });
        else
          parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 99; });
    }
  CHECK(v[3] == 3);
  auto gen = [](auto seed) {
    auto q = seed;
    array_view<decltype(q)> a(1, &q);
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] += seed; });
    return a[0];
  };
  CHECK(gen(4) == 8 && gen(1.5f) == 3.f);
  return failures();
}
