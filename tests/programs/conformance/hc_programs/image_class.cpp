// rows: hc.programs.whole
#include <algorithm>
#include <cmath>
#include <hc.hpp>
#include <vector>
class image {
 public:
  image(int w, int h) : width(w), height(h), pixels(w * h), view(hc::extent<2>(h, w), pixels.data()) {}
  float& at(int x, int y) { return pixels[y * width + x]; }
  void upload() { view.refresh(); }
  void download() { view.synchronize(); }
  hc::completion_future blur(image& to, int radius) {
    hc::array_view<const float, 2> src(view);
    hc::array_view<float, 2> dst = to.view;
    dst.discard_data();
    return hc::parallel_for_each(dst.get_extent(), [=](hc::index<2> idx) [[hc]] {
      float sum = 0;
      int count = 0;
      for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
          hc::index<2> p(idx[0] + dy, idx[1] + dx);
          if (!src.get_extent().contains(p)) continue;
          sum += src[p];
          count++;
        }
      dst[idx] = sum / count;
    });
  }
  void gamma(float g) {
    hc::parallel_for_each(view.get_extent().tile(8, 8), [=](hc::tiled_index<2> t) [[hc]] {
      if (t.global[0] < height && t.global[1] < width) view[t] = powf(view[t], g);
    }).wait();
  }
  const int width, height;

 private:
  std::vector<float> pixels;
  hc::array_view<float, 2> view;
};
int main() {
  image a(33, 21), b(33, 21);
  for (int y = 0; y < 21; y++)
    for (int x = 0; x < 33; x++) a.at(x, y) = (x * y) % 7 + 1;
  a.upload();
  a.blur(b, 1).wait();
  b.gamma(2);
  b.download();
  float s = 0;
  for (int y = 4; y < 7; y++)
    for (int x = 9; x < 12; x++) s += (x * y) % 7 + 1;
  return std::fabs(b.at(10, 5) - (s / 9) * (s / 9)) < 1e-3f ? 0 : 1;
}
