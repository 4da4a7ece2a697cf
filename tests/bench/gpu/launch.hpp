// Launch costs, for hcpy and for the CUDA driver alike. Modes: submit0, submit3, submit16 (seconds of one
// submission of an empty kernel with so many pointer arguments, nothing waited for), sync (launch and wait),
// flat (seconds of one submission among the last 50,000 of a million; the check compares them with the
// first).
#pragma once
#include <cstring>

#include "../timing.hpp"

constexpr int batch = 500;  // fewer than the driver queues before it makes the program wait

// launch() submits one kernel, wait() waits for all. Returns the program's exit code.
template <class Launch, class Wait>
int measure_launches(const char* mode, Launch launch, Wait wait) {
  if (!std::strcmp(mode, "sync")) {
    const double seconds = median_seconds(200, [&] {
      for (int i = 0; i < 10; ++i) {
        launch();
        wait();
      }
    });
    return report(seconds / 10, true);
  }
  const auto submit = [&](int count) {
    const double start = seconds_now();
    for (int i = 0; i < count; ++i) launch();
    const double seconds = (seconds_now() - start) / count;
    wait();
    return seconds;
  };
  if (!std::strcmp(mode, "flat")) {
    std::vector<double> times;
    for (int i = 0; i < 1000000 / batch; ++i) times.push_back(submit(batch));
    const auto median = [&](std::size_t begin, std::size_t end) {
      std::sort(times.begin() + begin, times.begin() + end);
      return times[(begin + end) / 2];
    };
    const double first = median(2, 102), last = median(times.size() - 100, times.size());
    std::printf("last/first=%.3f ", last / first);
    return report(last, last <= first * 1.10);
  }
  std::vector<double> times;
  for (int i = 0; i < 300; ++i) times.push_back(submit(batch));
  std::sort(times.begin(), times.end());
  std::printf("p99/p50=%.2f ", times[times.size() * 99 / 100] / times[times.size() / 2]);
  return report(times[times.size() / 2], true);
}
