// Chains of kernels of one work-item that each add one: as a task graph or submitted one by one. Shared by
// the hcpy and the CUDA twin: arguments, timing, check.
#pragma once
#include <cstdlib>
#include <cstring>

#include "../timing.hpp"

struct ChainOptions {
  bool graph;       // first argument: graph (default) or plain
  int length;       // second: kernels of the chain
  int repetitions;  // third
};

inline ChainOptions chain_options(int argc, char** argv) {
  ChainOptions options{argc < 2 || std::strcmp(argv[1], "plain") != 0, 1000, 51};
  if (argc > 2) options.length = std::atoi(argv[2]);
  if (argc > 3) options.repetitions = std::atoi(argv[3]);
  return options;
}

// Prints the time of one kernel; `sum` is what all of them have added.
inline int chain_report(const ChainOptions& options, double chain_seconds, int sum) {
  const bool right = sum == options.length * (options.repetitions + 1);  // once to warm up
  std::printf("time_s=%.9g check=%s ns/kernel=%.1f\n", chain_seconds / options.length,
              right ? "PASSED" : "FAILED", chain_seconds / options.length * 1e9);
  return right ? 0 : 1;
}
