// Kernels that read a cell's neighbours, in HC.
#include "hc_suite.hpp"
#include "stencil.hpp"

using namespace stencil;
using namespace suite;

static int run_five(bool large) {
  Plane data(large);
  const int width = data.width, height = data.height;
  const float rate = data.rate;
  hc::array_view<const float, 2> in(height, width, data.in);
  hc::array_view<float, 2> out(height, width, data.out);
  serve([&] {
    hc::parallel_for_each(out.get_extent(), [=](hc::index<2> i) [[hc]] {
      const int y = i[0], x = i[1];
      if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
      out[i] = in[i] + rate * (in(y - 1, x) + in(y + 1, x) + in(y, x - 1) + in(y, x + 1) - 4 * in[i]);
    });
  });
  out.synchronize();
  return verdict(data.right(data.out));
}

static int run_seven(bool large) {
  const Box data(large);
  const int edge = data.edge;
  const float rate = data.rate;
  const float* in = device(data.in);
  float* out = device(data.out);
  serve([&] {
    hc::parallel_for_each(hc::extent<3>(edge, edge, edge), [=](hc::index<3> id) [[hc]] {
      const int z = id[0], y = id[1], x = id[2];
      if (x < 1 || y < 1 || z < 1 || x >= edge - 1 || y >= edge - 1 || z >= edge - 1) return;
      const int i = (z * edge + y) * edge + x, row = edge, layer = edge * edge;
      out[i] = in[i] + rate * (in[i - 1] + in[i + 1] + in[i - row] + in[i + row] + in[i - layer] +
                               in[i + layer] - 6 * in[i]);
    });
  });
  return verdict(data.seven_right(host(out, data.out.size())));
}

static int run_seven_views(bool large) {
  Box data(large);
  const int edge = data.edge;
  const float rate = data.rate;
  hc::array_view<const float, 3> in(edge, edge, edge, data.in);
  hc::array_view<float, 3> out(edge, edge, edge, data.out);
  serve([&] {
    hc::parallel_for_each(out.get_extent(), [=](hc::index<3> i) [[hc]] {
      const int z = i[0], y = i[1], x = i[2];
      if (x < 1 || y < 1 || z < 1 || x >= edge - 1 || y >= edge - 1 || z >= edge - 1) return;
      out[i] = in[i] + rate * (in(z, y, x - 1) + in(z, y, x + 1) + in(z, y - 1, x) + in(z, y + 1, x) +
                               in(z - 1, y, x) + in(z + 1, y, x) - 6 * in[i]);
    });
  });
  out.synchronize();
  return verdict(data.seven_right(data.out));
}

static int run_twenty_seven(bool large) {
  Box data(large);
  const int edge = data.edge;
  const hc::extent<3> extent(edge, edge, edge);
  hc::array<float, 3> in(extent, data.in.begin()), out(extent, data.out.begin());
  serve([&] {
    hc::parallel_for_each(extent, [=, &in, &out](hc::index<3> i) [[hc]] {
      const int z = i[0], y = i[1], x = i[2];
      if (x < 1 || y < 1 || z < 1 || x >= edge - 1 || y >= edge - 1 || z >= edge - 1) return;
      float sum = 0;
      for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) sum += in(z + dz, y + dy, x + dx);
      out[i] = sum * (1.0f / 27);
    });
  });
  hc::copy(out, data.out.begin());
  return verdict(data.twenty_seven_right(data.out));
}

static int run_life(bool large) {
  Life data(large);
  const int width = data.width, height = data.height;
  hc::array_view<const std::uint8_t, 2> in(height, width, data.in);
  hc::array_view<std::uint8_t, 2> out(height, width, data.out);
  serve([&] {
    hc::parallel_for_each(out.get_extent(), [=](hc::index<2> i) [[hc]] {
      const int y = i[0], x = i[1];
      const int up = y > 0 ? y - 1 : height - 1, down = y < height - 1 ? y + 1 : 0;
      const int left = x > 0 ? x - 1 : width - 1, right = x < width - 1 ? x + 1 : 0;
      const int count = in(up, left) + in(up, x) + in(up, right) + in(y, left) + in(y, right) +
                        in(down, left) + in(down, x) + in(down, right);
      out[i] = count == 3 || (count == 2 && in[i]);
    });
  });
  out.synchronize();
  return verdict(data.right(data.out));
}

static int run_lattice(bool large) {
  const Lattice data(large);
  const int width = data.width, height = data.height, cells = width * height;
  const float omega = data.omega;
  const float* in = device(data.in);
  float* out = device(data.out);
  serve([&] {
    hc::parallel_for_each(hc::extent<2>(height, width), [=](hc::index<2> id) [[hc]] {
      const int cx[directions] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
      const int cy[directions] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
      const float weight[directions] = {4.f / 9,  1.f / 9,  1.f / 9,  1.f / 9, 1.f / 9,
                                        1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
      const int y = id[0], x = id[1];
      float f[directions], rho = 0, ux = 0, uy = 0;
      for (int k = 0; k < directions; ++k) {
        const int fx = (x - cx[k] + width) % width, fy = (y - cy[k] + height) % height;
        f[k] = in[k * cells + fy * width + fx];
        rho += f[k];
        ux += cx[k] * f[k];
        uy += cy[k] * f[k];
      }
      ux /= rho;
      uy /= rho;
      const float square = 1.5f * (ux * ux + uy * uy);
      for (int k = 0; k < directions; ++k) {
        const float along = 3 * (cx[k] * ux + cy[k] * uy);
        const float rest = weight[k] * rho * (1 + along + 0.5f * along * along - square);
        out[k * cells + y * width + x] = f[k] + omega * (rest - f[k]);
      }
    });
  });
  return verdict(data.right(host(out, data.out.size())));
}

int main(int argc, char** argv) {
  static const Case cases[] = {
      {"stencil-5", run_five},          {"stencil-7", run_seven}, {"stencil-7-views", run_seven_views},
      {"stencil-27", run_twenty_seven}, {"life", run_life},       {"lattice", run_lattice}};
  return main_of(cases, argc, argv);
}
