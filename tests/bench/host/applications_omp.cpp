// The same with OpenMP. Arguments: what [repetitions].
#define HC_CODE
#include "applications.hpp"

using namespace applications;

template <class Body>
double timed(int repetitions, int n, Body body) {
  return median_seconds(repetitions, [&] {
#pragma omp parallel for schedule(dynamic, 256)
    for (int i = 0; i < n; ++i) body(i);
  });
}

static int run_means(int repetitions) {
  const auto x = numbers(points * dimensions, 0, 1, 1), c = numbers(clusters * dimensions, 0, 1, 2);
  std::vector<Point> all(points), centres(clusters);
  std::memcpy(all.data(), x.data(), points * sizeof(Point));
  std::memcpy(centres.data(), c.data(), clusters * sizeof(Point));
  std::vector<int> found(points);
  const Point *pa = all.data(), *pc = centres.data();
  int* out = found.data();
  const double seconds = timed(repetitions, points, [=](int i) { out[i] = nearest(pa[i], pc); });
  return report_sum(seconds, sum_of(found));
}

static int run_paths(int repetitions) {
  std::vector<float> values(paths);
  float* out = values.data();
  const double seconds = timed(repetitions, paths, [=](int i) { out[i] = path(i); });
  return report_sum(seconds, sum_of(values));
}

static int run_tracer(int repetitions) {
  const auto scene = make_scene();
  std::vector<Vec> picture(wide * high);
  const Sphere* given = scene.data();
  Vec* out = picture.data();
  const double seconds = timed(repetitions, wide * high, [=](int i) { out[i] = pixel(given, i); });
  std::vector<float> red(wide * high);
  for (int i = 0; i < wide * high; ++i) red[i] = picture[i].x;
  return report_sum(seconds, sum_of(red));
}

static int run_align(int repetitions) {
  const auto a = letters(length, 1, 4), b = letters(length, 2, 4);
  constexpr int row = length + 1;
  std::vector<int> table(row * row);
  const std::uint8_t *pa = a.data(), *pb = b.data();
  int* cells = table.data();
  const double seconds = median_seconds(repetitions, [&] {
    for (int d = 0; d < 2 * tiles - 1; ++d) {
      const int first = d < tiles ? 0 : d - tiles + 1, count = (d < tiles ? d + 1 : 2 * tiles - 1 - d);
#pragma omp parallel for
      for (int t = 0; t < count; ++t)
        for (int i = (first + t) * tile + 1; i <= (first + t + 1) * tile; ++i)
          for (int j = (d - first - t) * tile + 1; j <= (d - first - t + 1) * tile; ++j) {
            int best = cells[(i - 1) * row + j];
            if (pa[i - 1] == pb[j - 1])
              best = cells[(i - 1) * row + j - 1] + 1;
            else if (cells[i * row + j - 1] > best)
              best = cells[i * row + j - 1];
            cells[i * row + j] = best;
          }
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
