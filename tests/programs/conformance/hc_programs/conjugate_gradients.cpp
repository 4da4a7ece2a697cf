// rows: hc.programs.whole
#include <cassert>
#include <hc.hpp>
#include <map>
struct csr {
  int rows;
  std::vector<int> ptr, col;
  std::vector<double> val;
};
csr laplace(int n) {
  csr m;
  m.rows = n;
  m.ptr.push_back(0);
  for (int i = 0; i < n; ++i) {
    for (int j = i - 1; j <= i + 1; ++j)
      if (j >= 0 && j < n) {
        m.col.push_back(j);
        m.val.push_back(i == j ? 2 : -1);
      }
    m.ptr.push_back(m.col.size());
  }
  return m;
}
struct device_csr {
  hc::array_view<const int> ptr, col;
  hc::array_view<const double> val;
  int rows;
  explicit device_csr(const csr& m)
      : ptr(m.ptr.size(), m.ptr), col(m.col.size(), m.col), val(m.val.size(), m.val), rows(m.rows) {}
  void multiply(hc::array_view<const double> x, hc::array_view<double> y) const {
    hc::parallel_for_each(hc::extent<1>(rows), [=](hc::index<1> i) [[hc]] {
      double s = 0;
      for (int k = ptr[i[0]]; k < ptr[i[0] + 1]; ++k) s += val[k] * x[col[k]];
      y[i] = s;
    });
  }
};
double dot(hc::array_view<const double> a, hc::array_view<const double> b) {
  const int n = a.get_extent()[0], g = 8;
  hc::array_view<double> part(g);
  hc::parallel_for_each(hc::extent<1>(g * 32).tile(32), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static double s[32];
    double x = 0;
    for (int i = t.global[0]; i < n; i += g * 32) x += a[i] * b[i];
    s[t.local[0]] = x;
    t.barrier.wait();
    for (int d = 16; d; d /= 2) {
      if (t.local[0] < d) s[t.local[0]] += s[t.local[0] + d];
      t.barrier.wait();
    }
    if (t.local[0] == 0) part[t.tile] = s[0];
  });
  double r = 0;
  for (int i = 0; i < g; ++i) r += part[i];
  return r;
}
int main() {
  const int n = 64;
  csr m = laplace(n);
  device_csr d(m);
  std::vector<double> b(n, 1), x(n, 0), r(b), p(b), ap(n);
  hc::array_view<double> vx(n, x), vr(n, r), vp(n, p), vap(n, ap);
  double rr = dot(vr, vr);
  for (int it = 0; it < 200 && rr > 1e-20; ++it) {
    d.multiply(vp, vap);
    double alpha = rr / dot(vp, vap);
    hc::parallel_for_each(vx.get_extent(), [=](hc::index<1> i) [[hc]] {
      vx[i] += alpha * vp[i];
      vr[i] -= alpha * vap[i];
    });
    double next = dot(vr, vr), beta = next / rr;
    rr = next;
    hc::parallel_for_each(vx.get_extent(), [=](hc::index<1> i) [[hc]] { vp[i] = vr[i] + beta * vp[i]; });
  }
  vx.synchronize();
  for (int i = 0; i < n; ++i) {
    double want = (i + 1.0) * (n - i) / 2;
    if (std::abs(x[i] - want) > 1e-6 * want) return 1;
  }
  return 0;
}
