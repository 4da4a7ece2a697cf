// Parts of applications in HC. Arguments: what [repetitions].
#include <hc.hpp>
#include <hc_math.hpp>
#define HC_CODE [[hc]]
#include "applications.hpp"

using namespace applications;

template <class Body>
double timed(int repetitions, int n, Body body) {
  return median_seconds(repetitions, [&] {
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { body(i[0]); }).wait();
  });
}

static int run_means(int repetitions) {
  const auto x = numbers(points * dimensions, 0, 1, 1), c = numbers(clusters * dimensions, 0, 1, 2);
  std::vector<Point> all(points), centres(clusters);
  std::memcpy(all.data(), x.data(), points * sizeof(Point));
  std::memcpy(centres.data(), c.data(), clusters * sizeof(Point));
  std::vector<int> found(points);
  hc::array_view<const Point> va(points, all), vc(clusters, centres);
  hc::array_view<int> out(points, found);
  const double seconds =
      timed(repetitions, points, [=](int i) [[hc]] { out[i] = nearest(va[i], vc.data()); });
  out.synchronize();
  return report_sum(seconds, sum_of(found));
}

static int run_paths(int repetitions) {
  std::vector<float> values(paths);
  float* out = values.data();
  const double seconds = timed(repetitions, paths, [=](int i) [[hc]] { out[i] = path(i); });
  return report_sum(seconds, sum_of(values));
}

static int run_tracer(int repetitions) {
  const auto scene = make_scene();
  std::vector<Vec> picture(wide * high);
  const Sphere* given = scene.data();
  Vec* out = picture.data();
  const double seconds = timed(repetitions, wide * high, [=](int i) [[hc]] { out[i] = pixel(given, i); });
  std::vector<float> red(wide * high);
  for (int i = 0; i < wide * high; ++i) red[i] = picture[i].x;
  return report_sum(seconds, sum_of(red));
}

// The longest common subsequence: tiles on an anti-diagonal are independent, and the cells on one in a tile.
static int run_align(int repetitions) {
  const auto a = letters(length, 1, 4), b = letters(length, 2, 4);
  constexpr int row = length + 1;
  std::vector<int> table(row * row);
  const std::uint8_t *pa = a.data(), *pb = b.data();
  int* cells = table.data();
  const double seconds = median_seconds(repetitions, [&] {
    for (int d = 0; d < 2 * tiles - 1; ++d) {
      const int first = d < tiles ? 0 : d - tiles + 1, count = (d < tiles ? d + 1 : 2 * tiles - 1 - d);
      hc::parallel_for_each(hc::extent<1>(count * tile).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
        tile_static int near[tile + 1][tile + 1];
        const int l = t.local[0], y = (first + t.tile[0]) * tile, x = (d - first - t.tile[0]) * tile;
        near[l + 1][0] = cells[(y + l + 1) * row + x];
        near[0][l + 1] = cells[y * row + x + l + 1];
        if (l == 0) near[0][0] = cells[y * row + x];
        t.barrier.wait();
        for (int s = 0; s < 2 * tile - 1; ++s) {
          const int c = s - l;
          if (c >= 0 && c < tile) {
            int best = near[l][c + 1];
            if (pa[y + l] == pb[x + c])
              best = near[l][c] + 1;
            else if (near[l + 1][c] > best)
              best = near[l + 1][c];
            near[l + 1][c + 1] = best;
          }
          t.barrier.wait();
        }
        for (int r = 0; r < tile; ++r) cells[(y + r + 1) * row + x + l + 1] = near[r + 1][l + 1];
      }).wait();
    }
  });
  return report_sum(seconds, sum_of(table));
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "k-means";
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 11;
  const auto is = [what](const char* name) { return std::strcmp(what, name) == 0; };
  if (is("paths")) return run_paths(repetitions);
  if (is("tracer")) return run_tracer(repetitions);
  if (is("alignment")) return run_align(repetitions);
  return run_means(repetitions);
}
