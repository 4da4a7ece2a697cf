// The same with OpenMP, as an engineer writes it. Arguments: what [repetitions].
#define HC_CODE
#include "idioms.hpp"

using namespace idioms;

static int run_blur(int repetitions) {
  const auto picture = numbers(side * side, 0, 1, 1), weights = numbers(2 * radius + 1, 0, 0.1f, 2);
  std::vector<float> rows(side * side), blurred(side * side);
  const float *in = picture.data(), *weight = weights.data();
  float *between = rows.data(), *out = blurred.data();
  const double seconds = median_seconds(repetitions, [&] {
#pragma omp parallel for
    for (int y = 0; y < side; ++y)
#pragma omp simd
      for (int x = 0; x < side; ++x) {
        float sum = 0;
        for (int k = -radius; k <= radius; ++k) {
          int at = x + k;
          at = at < 0 ? 0 : at >= side ? side - 1 : at;
          sum += weight[k + radius] * in[y * side + at];
        }
        between[y * side + x] = sum;
      }
#pragma omp parallel for
    for (int y = 0; y < side; ++y)
#pragma omp simd
      for (int x = 0; x < side; ++x) {
        float sum = 0;
        for (int k = -radius; k <= radius; ++k) {
          int at = y + k;
          at = at < 0 ? 0 : at >= side ? side - 1 : at;
          sum += weight[k + radius] * between[at * side + x];
        }
        out[y * side + x] = sum;
      }
  });
  return report_sum(seconds, sum_of(blurred));
}

static int run_stencil(int repetitions) {
  const auto box = numbers(edge * edge * edge, 0, 1, 1);
  std::vector<float> result(box.size());
  const float* in = box.data();
  float* out = result.data();
  const double seconds = median_seconds(repetitions, [&] {
#pragma omp parallel for
    for (int z = 1; z < edge - 1; ++z)
      for (int y = 1; y < edge - 1; ++y)
#pragma omp simd
        for (int x = 1; x < edge - 1; ++x) {
          float sum = 0;
          for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
              for (int dx = -1; dx <= 1; ++dx) sum += in[((z + dz) * edge + y + dy) * edge + x + dx];
          out[(z * edge + y) * edge + x] = sum * (1.0f / 27);
        }
  });
  return report_sum(seconds, sum_of(result));
}

static int run_paths(int repetitions) {
  const auto lengths = numbers(nodes * nodes, 1, 100, 1);
  std::vector<float> shortest(lengths);
  float* const d = shortest.data();
  const double seconds = median_seconds(repetitions, [&] {
    std::memcpy(d, lengths.data(), lengths.size() * sizeof(float));
    for (int k = 0; k < nodes; ++k)
#pragma omp parallel for
      for (int i = 0; i < nodes; ++i) {
#pragma omp simd
        for (int j = 0; j < nodes; ++j) {
          const float by = d[i * nodes + k] + d[k * nodes + j];
          if (by < d[i * nodes + j]) d[i * nodes + j] = by;
        }
      }
  });
  return report_sum(seconds, sum_of(shortest));
}

static int run_bitonic(int repetitions) {
  const auto given = numbers(sorted, 0, 1, 1);
  std::vector<float> values(given);
  float* const v = values.data();
  const double seconds = median_seconds(repetitions, [&] {
    std::memcpy(v, given.data(), given.size() * sizeof(float));
    for (int k = 2; k <= sorted; k *= 2)
      for (int j = k / 2; j > 0; j /= 2)
#pragma omp parallel for
        for (int i = 0; i < sorted; ++i) {
          const int other = i ^ j;
          if (other > i) {
            const float a = v[i], b = v[other];
            if ((a > b) == ((i & k) == 0)) {
              v[i] = b;
              v[other] = a;
            }
          }
        }
  });
  return report_sum(seconds, sum_of(values));
}

static int run_scan(int repetitions) {
  const auto given = numbers(scanned, 0, 1, 1);
  std::vector<float> result(scanned);
  const float* const in = given.data();
  float* const out = result.data();
  const double seconds = median_seconds(repetitions, [&] {
#pragma omp parallel for
    for (int t = 0; t < scanned; t += tile) {
      float sum = 0;
      for (int l = 0; l < tile; ++l) out[t + l] = sum += in[t + l];
    }
  });
  return report_sum(seconds, sum_of(result));
}

template <class T>
static int run_product(int repetitions) {
  const auto x = numbers(order * order, 0, 1, 1), y = numbers(order * order, 0, 1, 2);
  const std::vector<T> a(x.begin(), x.end()), b(y.begin(), y.end());
  std::vector<T> c(order * order);
  const T *pa = a.data(), *pb = b.data();
  T* const pc = c.data();
  const double seconds = median_seconds(repetitions, [&] {
#pragma omp parallel for
    for (int i = 0; i < order; ++i) {
      for (int j = 0; j < order; ++j) pc[i * order + j] = 0;
      for (int k = 0; k < order; ++k)
#pragma omp simd
        for (int j = 0; j < order; ++j) pc[i * order + j] += pa[i * order + k] * pb[k * order + j];
    }
  });
  return report_sum(seconds, sum_of(c));
}

static int run_heat(int repetitions) {
  constexpr int line = heated + 2;
  const auto given = numbers(line * line, 0, 1, 1);
  std::vector<float> result(heated * heated);
  const float* const in = given.data();
  float* const out = result.data();
  const double seconds = median_seconds(repetitions, [&] {
#pragma omp parallel for
    for (int y = 0; y < heated; ++y)
#pragma omp simd
      for (int x = 0; x < heated; ++x) {
        const float* const at = in + (y + 1) * line + x + 1;
        out[y * heated + x] = 0.2f * (at[0] + at[-line] + at[line] + at[-1] + at[1]);
      }
  });
  return report_sum(seconds, sum_of(result));
}

static int run_softmax(int repetitions) {
  const auto given = numbers(rows * tile, -2, 2, 1);
  std::vector<float> result(rows * tile);
  const float* const in = given.data();
  float* const out = result.data();
  const double seconds = median_seconds(repetitions, [&] {
#pragma omp parallel for
    for (int row = 0; row < rows; ++row) {
      const float* const x = in + row * tile;
      float* const y = out + row * tile;
      float largest = x[0], sum = 0;
#pragma omp simd reduction(max : largest)
      for (int l = 0; l < tile; ++l) largest = largest > x[l] ? largest : x[l];
#pragma omp simd reduction(+ : sum)
      for (int l = 0; l < tile; ++l) sum += y[l] = std::exp(x[l] - largest);
#pragma omp simd
      for (int l = 0; l < tile; ++l) y[l] /= sum;
    }
  });
  return report_sum(seconds, sum_of(result));
}

static int run_layer(int repetitions) {
  const auto picture = numbers(plane * channels, 0, 1, 1),
             weights = numbers(channels * taps * outputs, -1, 1, 2);
  std::vector<float> result(wide * tall * outputs);
  const float *const in = picture.data(), *const given = weights.data();
  float* const out = result.data();
  const double seconds = median_seconds(repetitions, [&] {
#pragma omp parallel for
    for (int y = 0; y < tall; ++y)
#pragma omp simd
      for (int x = 0; x < wide; ++x) {
        float sum[outputs] = {};
        for (int c = 0; c < channels; ++c)
          for (int t = 0; t < taps; ++t)
            for (int k = 0; k < outputs; ++k)
              sum[k] +=
                  in[c * plane + (y + t / 3) * padded + x + t % 3] * given[(c * taps + t) * outputs + k];
        for (int k = 0; k < outputs; ++k) out[(k * tall + y) * wide + x] = sum[k];
      }
  });
  return report_sum(seconds, sum_of(result));
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "blur";
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 11;
  const auto is = [what](const char* name) { return std::strcmp(what, name) == 0; };
  if (is("stencil")) return run_stencil(repetitions);
  if (is("paths")) return run_paths(repetitions);
  if (is("bitonic")) return run_bitonic(repetitions);
  if (is("scan")) return run_scan(repetitions);
  if (is("sgemm") || is("blocked")) return run_product<float>(repetitions);
  if (is("dgemm")) return run_product<double>(repetitions);
  if (is("heat")) return run_heat(repetitions);
  if (is("softmax")) return run_softmax(repetitions);
  if (is("layer")) return run_layer(repetitions);
  return run_blur(repetitions);
}
