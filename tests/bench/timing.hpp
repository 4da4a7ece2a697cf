// Timing that every benchmark program shares.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Runs step() once to warm up, then `repetitions` times; returns the median seconds of one.
template <class Step>
double median_seconds(int repetitions, Step&& step) {
  step();
  std::vector<double> times;
  for (int r = 0; r < repetitions; ++r) {
    const double start = seconds_now();
    step();
    times.push_back(seconds_now() - start);
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

// The line that pairs.py reads; returns the program's exit code.
inline int report(double seconds, bool right) {
  std::printf("time_s=%.9g check=%s\n", seconds, right ? "PASSED" : "FAILED");
  return right ? 0 : 1;
}
