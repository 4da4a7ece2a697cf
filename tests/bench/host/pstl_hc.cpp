// Parallel algorithms on the default accelerator against the standard library's sequential ones. Arguments:
// [reduce|scan|sort] [par|std] [elements] [repetitions].
#include <cstdlib>
#include <experimental/algorithm>
#include <experimental/numeric>
#include <string>

#include "../timing.hpp"

namespace parallel = std::experimental::parallel;

static double measure(const std::string& algorithm, bool par, std::vector<int>& v, int repetitions) {
  const std::vector<int> input = v;
  long long sum = 0;
  return median_seconds(repetitions, [&] {
    if (algorithm == "reduce") {
      sum += par ? parallel::reduce(parallel::par, input.begin(), input.end(), 0ll)
                 : std::accumulate(input.begin(), input.end(), 0ll);
      v[0] = sum > 0;
    } else if (algorithm == "scan") {
      if (par)
        parallel::inclusive_scan(parallel::par, input.begin(), input.end(), v.begin());
      else
        std::partial_sum(input.begin(), input.end(), v.begin());
    } else {
      v = input;
      if (par)
        parallel::sort(parallel::par, v.begin(), v.end());
      else
        std::sort(v.begin(), v.end());
    }
  });
}

int main(int argc, char** argv) {
  const std::string algorithm = argc > 1 ? argv[1] : "sort";
  const bool par = argc <= 2 || std::string(argv[2]) == "par";
  const int n = argc > 3 ? std::atoi(argv[3]) : 1 << 22;
  const int repetitions = argc > 4 ? std::atoi(argv[4]) : 7;
  std::vector<int> v(n);
  unsigned state = 1;
  for (int& e : v) e = static_cast<int>((state = state * 1664525u + 1013904223u) >> 20);
  std::vector<int> want = v;
  const double seconds = measure(algorithm, par, v, repetitions);
  if (algorithm == "scan") std::partial_sum(want.begin(), want.end(), want.begin());
  if (algorithm == "sort") std::sort(want.begin(), want.end());
  return report(seconds, algorithm == "reduce" ? v[0] == 1 : v == want);
}
