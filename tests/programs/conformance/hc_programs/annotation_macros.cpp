// rows: hc.programs.whole
#include <hc.hpp>
#ifdef __HCC__
#define DEVICE __attribute__((hc))
#define HOST_DEVICE __attribute__((hc, cpu))
#else
#define DEVICE
#define HOST_DEVICE
#endif
#define FORCEINLINE inline __attribute__((always_inline))
#define PFE(n, body)                                                     \
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> idx) DEVICE { \
    const int i = idx[0];                                                \
    body;                                                                \
  }).wait()
#define DEFINE_OP(name, expr)                  \
  struct name {                                \
    template <typename T>                      \
    HOST_DEVICE T operator()(T a, T b) const { \
      return expr;                             \
    }                                          \
  };
DEFINE_OP(op_add, a + b)
DEFINE_OP(op_mul, a* b) DEFINE_OP(op_max, a > b ? a : b) HOST_DEVICE FORCEINLINE
    float lerp1(float a, float b, float t) {
  return a + (b - a) * t;
}
template <typename Op, typename T>
void zip(hc::array_view<T> a, hc::array_view<T> b, Op op = Op()) {
  PFE(a.get_extent()[0], a[i] = op(a[i], b[i]));
}
struct HOST_DEVICE_tag {};
class rgba {
  float c[4];

 public:
  HOST_DEVICE rgba() : c{0, 0, 0, 1} {}
  HOST_DEVICE rgba(float r, float g, float b) : c{r, g, b, 1} {}
  HOST_DEVICE float operator[](int i) const { return c[i]; }
  HOST_DEVICE rgba& operator*=(float k) {
    for (auto& x : c) x *= k;
    return *this;
  }
};
HOST_DEVICE inline rgba operator*(rgba a, float k) { return a *= k; }
int main() {
  std::vector<int> x(10, 3), y(10, 4);
  hc::array_view<int> a(10, x), b(10, y);
  zip<op_add>(a, b);
  zip<op_mul>(a, b);
  zip(a, b, op_max());
  if (a[9] != 28) return 1;
  hc::array_view<float> f(10);
  hc::array_view<rgba> c(10);
  PFE(10, f[i] = lerp1(1.0f, 2.0f, i / 10.0f); c[i] = rgba(i, 2, 3) * 0.5f);
  return f[5] == 1.5f && c[4][0] == 2 && c[4][3] == 0.5f && lerp1(0, 4, 0.5f) == 2 ? 0 : 2;
}
