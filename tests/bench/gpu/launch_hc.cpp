#include <hc.hpp>

#include "launch.hpp"

int main(int argc, char** argv) {
  const char* const mode = argc > 1 ? argv[1] : "submit0";
  hc::accelerator_view view = hc::accelerator().get_default_view();
  const hc::extent<1> one(1);
  const auto wait = [&] { view.wait(); };
  float* p[16] = {};
  if (!std::strcmp(mode, "submit3")) {
    float *a = p[0], *b = p[1], *c = p[2];
    return measure_launches(
        mode,
        [&] {
          hc::parallel_for_each(view, one, [=](hc::index<1> i) [[hc]] {
            if (a) a[i[0]] = b[i[0]] + c[i[0]];
          });
        },
        wait);
  }
  if (!std::strcmp(mode, "submit16")) {
    struct Pointers {
      float* p[16];
    } all = {};
    return measure_launches(
        mode,
        [&] {
          hc::parallel_for_each(view, one, [=](hc::index<1> i) [[hc]] {
            if (all.p[0]) all.p[0][i[0]] = all.p[15][i[0]];
          });
        },
        wait);
  }
  return measure_launches(mode, [&] { hc::parallel_for_each(view, one, [=](hc::index<1>) [[hc]] {}); }, wait);
}
