// rows: hc.programs.whole
// Nothing is annotated that need not be: std functions, own functions, function pointers, virtual calls,
// lambdas of lambdas, std containers of fixed size.
#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <hc.hpp>
#include <limits>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include "check.hpp"
namespace geo {
template <class T>
struct vec3 {
  T x, y, z;
  vec3 operator+(const vec3& o) const { return {x + o.x, y + o.y, z + o.z}; }
  T dot(const vec3& o) const { return x * o.x + y * o.y + z * o.z; }
};
template <class T>
vec3<T> operator*(T s, const vec3<T>& v) {
  return {s * v.x, s * v.y, s * v.z};
}
inline float norm(const vec3<float>& v) { return std::sqrt(v.dot(v)); }
}  // namespace geo
struct shape {
  virtual float area() const = 0;
  virtual ~shape() {}
};
struct square : shape {
  float a;
  square(float s) : a(s) {}
  float area() const override { return a * a; }
};
struct circle : shape {
  float r;
  circle(float s) : r(s) {}
  float area() const override { return 3.f * r * r; }
};
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
typedef int (*op_t)(int, int);
static int apply(op_t f, int a, int b) { return f(a, b); }
template <class F, class... A>
auto invoke_(F f, A... a) -> decltype(f(a...)) {
  return f(a...);
}
union view_as {
  float f;
  unsigned u;
  unsigned char b[4];
};
enum class kind : unsigned char { a, b, c };
static kind next(kind k) { return k == kind::c ? kind::a : kind(int(k) + 1); }
struct list_node {
  int v;
  list_node* next;
};
static const int primes[] = {2, 3, 5, 7, 11, 13};
static int lookup(int i) {
  static const int scale[2] = {10, 100};
  return primes[i % 6] * scale[i & 1];
}
class matrix {
  float m_[2][2];

 public:
  matrix(float a, float b, float c, float d) : m_{{a, b}, {c, d}} {}
  float operator()(int i, int j) const { return m_[i][j]; }
  float& operator()(int i, int j) { return m_[i][j]; }
  matrix operator*(const matrix& o) const {
    matrix r(0, 0, 0, 0);
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        for (int k = 0; k < 2; k++) r(i, j) += m_[i][k] * o(k, j);
    return r;
  }
  float det() const { return m_[0][0] * m_[1][1] - m_[0][1] * m_[1][0]; }
};
int main() {
  std::vector<double> out(32);
  hc::array_view<double, 1> o(32, out);
  hc::parallel_for_each(o.get_extent(), [=](hc::index<1> ix) [[hc]] {
    const int i = ix[0];
    double r = 0;
    switch (i) {
      case 0: {
        geo::vec3<float> v{1, 2, 2};
        r = geo::norm(v + 2.f * v);
        break;
      }
      case 1: {
        square s(3);
        circle c(2);
        shape* p = i ? static_cast<shape*>(&s) : &c;
        r = p->area() + c.area();
        break;
      }
      case 2: {
        op_t f = i == 2 ? add : sub;
        r = apply(f, 5, 3) + apply(sub, 5, 3);
        break;
      }
      case 3: {
        auto l = [](int a) { return [a](int b) { return a * b; }; };
        r = l(6)(7);
        break;
      }
      case 4: {
        std::array<int, 5> a = {{5, 3, 1, 4, 2}};
        std::make_heap(a.begin(), a.end());
        std::sort_heap(a.begin(), a.end());
        r = a[0] * 10 + a.back() + std::accumulate(a.begin(), a.end(), 0);
        break;
      }
      case 5: {
        std::pair<int, float> p = std::make_pair(3, 0.5f);
        std::swap(p.first, p.first);
        r = p.first + p.second;
        break;
      }
      case 6: {
        std::tuple<int, double, char> t(1, 2.5, 'a');
        r = std::get<1>(t) + std::get<2>(t);
        break;
      }
      case 7: {
        std::complex<float> z(1, 2), w(3, -1);
        z = z * w;
        r = z.real() * 10 + z.imag();
        break;
      }
      case 8: {
        view_as v;
        v.f = 1.f;
        r = v.u >> 20;
        break;
      }
      case 9: {
        kind k = kind::b;
        r = int(next(next(k))) + 1;
        break;
      }
      case 10: {
        list_node n[4];
        for (int k = 0; k < 4; k++) {
          n[k].v = k;
          n[k].next = k < 3 ? &n[k + 1] : nullptr;
        }
        for (list_node* p = n; p; p = p->next) r += p->v;
        break;
      }
      case 11:
        r = lookup(4) + lookup(1);
        break;
      case 12: {
        matrix a(1, 2, 3, 4);
        r = (a * a).det();
        break;
      }
      case 13:
        r = std::max({3, 9, 4}) + std::min(2.5, 1.5) + std::abs(-3) + std::numeric_limits<short>::max();
        break;
      case 14: {
        std::bitset<40> b;
        b.set(33).set(3);
        r = b.count() * 10 + b.test(33);
        break;
      }
      case 15:
        r = std::plus<int>()(3, 4) + std::less<>()(1, 2);
        break;
      case 16: {
        char buf[8];
        std::memset(buf, 1, sizeof buf);
        char c2[8];
        std::memcpy(c2, buf, 8);
        r = c2[7] + (std::memcmp(buf, c2, 8) == 0);
        break;
      }
      case 17:
        r = invoke_([](int a, double b, char c) { return a + b + c; }, 1, 2.0, 'A');
        break;
      case 18: {
        int a[6] = {1, 2, 3, 4, 5, 6};
        r = std::count_if(a, a + 6, [](int x) { return x % 2 == 0; }) * 100 + *std::lower_bound(a, a + 6, 4) +
            std::inner_product(a, a + 3, a, 0);
        break;
      }
      case 19: {
        int k = 0;
      again:
        if (++k < 10) goto again;
        r = k;
        break;
      }
      case 20: {
        long long big = 1ll << 40;
        short s = -3;
        unsigned char c = 250;
        c += 10;
        r = double(big >> 38) + s + c;
        break;
      }
      case 21:
        r = std::fma(2.0, 3.0, 1.0) + std::hypot(3.0, 4.0) + std::round(2.5) + std::isnan(0.0);
        break;
      case 22: {
        volatile int q = 4;
        q++;
        r = q;
        break;
      }
      case 23: {
        int (matrix::*none)() = nullptr;
        (void)none;
        auto t = std::forward_as_tuple(i, r);
        r = std::get<0>(t);
        break;
      }
      case 24: {
        std::reference_wrapper<int const> rw(i);
        r = rw + 1;
        break;
      }
      default:
        r = -1;
    }
    o[ix] = r;
  }).wait();
  o.synchronize();
  const double want[] = {9,         9 + 12, 10, 42,      15 + 15,         3.5, 2.5 + 'a',
                         55,        0x3f8,  1,  6,       1100 / 10 + 300, 4,   9 + 1.5 + 3 + 32767,
                         21,        8,      2,  3 + 'A', 300 + 4 + 14,    10,  4 - 3 + 4,
                         7 + 5 + 3, 5,      23, 25};
  for (int i = 0; i < 25; i++) {
    if (out[i] != want[i]) std::printf("%d: %g want %g\n", i, out[i], want[i]);
    CHECK(out[i] == want[i]);
  }
  return failures();
}
