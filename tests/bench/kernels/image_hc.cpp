// Kernels over pictures and arrays that change their order, in HC.
#include "hc_suite.hpp"
#include "image.hpp"

using namespace image;
using namespace suite;

static int run_blur(bool large) {
  Blur data(large);
  const int width = data.width, height = data.height;
  std::vector<float> rows(data.in.size());
  hc::array_view<const float, 2> in(height, width, data.in);
  hc::array_view<const float> weight(2 * radius + 1, data.weights);
  hc::array_view<float, 2> between(height, width, rows), out(height, width, data.out);
  serve([&] {
    hc::parallel_for_each(out.get_extent(), [=](hc::index<2> i) [[hc]] {
      float sum = 0;
      for (int k = -radius; k <= radius; ++k) {
        int x = i[1] + k;
        x = x < 0 ? 0 : x >= width ? width - 1 : x;
        sum += weight[k + radius] * in(i[0], x);
      }
      between[i] = sum;
    });
    hc::parallel_for_each(out.get_extent(), [=](hc::index<2> i) [[hc]] {
      float sum = 0;
      for (int k = -radius; k <= radius; ++k) {
        int y = i[0] + k;
        y = y < 0 ? 0 : y >= height ? height - 1 : y;
        sum += weight[k + radius] * between(y, i[1]);
      }
      out[i] = sum;
    });
  });
  out.synchronize();
  return verdict(data.right(data.out));
}

static int run_convolution(bool large) {
  const Convolution data(large);
  const int width = data.width, height = data.height;
  const float *in = device(data.in), *weights = device(data.weights);
  float* out = device(data.out);
  serve([&] {
    hc::parallel_for_each(hc::extent<2>(height, width), [=](hc::index<2> i) [[hc]] {
      float sum = 0;
      for (int dy = -around; dy <= around; ++dy)
        for (int dx = -around; dx <= around; ++dx) {
          int y = i[0] + dy, x = i[1] + dx;
          y = y < 0 ? 0 : y >= height ? height - 1 : y;
          x = x < 0 ? 0 : x >= width ? width - 1 : x;
          sum += weights[(dy + around) * 5 + dx + around] * in[y * width + x];
        }
      out[i[0] * width + i[1]] = sum;
    });
  });
  return verdict(data.right(host(out, data.out.size())));
}

static int run_bilateral(bool large) {
  Bilateral data(large);
  const int width = data.width, height = data.height;
  const float space = data.space, range = data.range;
  hc::array_view<const float, 2> in(height, width, data.in);
  hc::array_view<float, 2> out(height, width, data.out);
  serve([&] {
    hc::parallel_for_each(out.get_extent(), [=](hc::index<2> i) [[hc]] {
      const float here = in[i];
      float sum = 0, total = 0;
      for (int dy = -neighbour; dy <= neighbour; ++dy)
        for (int dx = -neighbour; dx <= neighbour; ++dx) {
          int y = i[0] + dy, x = i[1] + dx;
          y = y < 0 ? 0 : y >= height ? height - 1 : y;
          x = x < 0 ? 0 : x >= width ? width - 1 : x;
          const float other = in(y, x), step = other - here;
          const float weight =
              hc::precise_math::expf(-float(dx * dx + dy * dy) * space - step * step * range);
          sum += weight * other;
          total += weight;
        }
      out[i] = sum / total;
    });
  });
  out.synchronize();
  return verdict(data.right(data.out));
}

static int run_transpose(bool large) {
  Picture data(large ? 12288 : 1024);
  const int width = data.width, height = data.height;
  hc::array_view<const float, 2> in(height, width, data.in);
  hc::array_view<float, 2> out(width, height, data.out);
  serve([&] {
    hc::parallel_for_each(in.get_extent(), [=](hc::index<2> i) [[hc]] { out(i[1], i[0]) = in[i]; });
  });
  out.synchronize();
  return verdict(data.transposed(data.out));
}

static int run_transpose_tiled(bool large) {
  const Picture data(large ? 12288 : 1024);
  const int width = data.width, height = data.height;
  const float* in = device(data.in);
  float* out = device(data.out);
  const auto extent = hc::extent<2>(height, width).tile(tile, tile);
  serve([&] {
    hc::parallel_for_each(extent, [=](hc::tiled_index<2> t) [[hc]] {
      tile_static float block[tile][tile + 1];
      const int ly = t.local[0], lx = t.local[1];
      block[ly][lx] = in[t.global[0] * width + t.global[1]];
      t.barrier.wait();
      out[(t.tile[1] * tile + ly) * height + t.tile[0] * tile + lx] = block[lx][ly];
    });
  });
  return verdict(data.transposed(host(out, data.out.size())));
}

static int run_permute(bool large) {
  Permute data(large);
  const hc::extent<3> extent(data.depth, data.height, data.width);
  hc::array<float, 3> in(extent, data.in.begin());
  hc::array<float, 3> out(hc::extent<3>(data.width, data.depth, data.height), data.out.begin());
  serve([&] {
    hc::parallel_for_each(extent, [=, &in, &out](hc::index<3> i) [[hc]] { out(i[2], i[0], i[1]) = in[i]; });
  });
  hc::copy(out, data.out.begin());
  return verdict(data.right(data.out));
}

int main(int argc, char** argv) {
  static const Case cases[] = {
      {"blur", run_blur},           {"convolution", run_convolution},         {"bilateral", run_bilateral},
      {"transpose", run_transpose}, {"transpose-tiled", run_transpose_tiled}, {"permute-3d", run_permute}};
  return main_of(cases, argc, argv);
}
