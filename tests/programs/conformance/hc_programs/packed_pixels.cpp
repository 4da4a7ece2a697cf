// rows: hc.programs.whole
#include <complex>
#include <cstdint>
#include <hc.hpp>
#pragma pack(push, 1)
struct rgb {
  uint8_t r, g, b;
};
#pragma pack(pop)
template <typename Real>
[[hc, cpu]] int escape(std::complex<Real> c, int limit) {
  std::complex<Real> z(0, 0);
  int i = 0;
  for (; i < limit && std::norm(z) < 4; ++i) z = z * z + c;
  return i;
}
int main() {
  const int w = 64, h = 48;
  std::vector<rgb> img(w * h);
  hc::array_view<rgb, 2> v(h, w, img);
  v.discard_data();
  hc::parallel_for_each(v.get_extent(), [=](hc::index<2> i) [[hc]] {
    int e = escape<float>({-2.0f + 3.0f * i[1] / w, -1.0f + 2.0f * i[0] / h}, 100);
    v[i] = rgb{uint8_t(e), uint8_t(e * 2), uint8_t(255 - e)};
  }).wait();
  v.synchronize();
  int bad = 0;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      if (img[y * w + x].r != escape<float>({-2.0f + 3.0f * x / w, -1.0f + 2.0f * y / h}, 100)) ++bad;
  return bad > w * h / 100;
}
