// T1: random task graphs through hc.hpp against a sequential oracle, on the default accelerator and the host
// accelerator, or on those that are named.
//
//   random_graphs --graphs N [--seed S] [--timeout SECONDS]    N graphs, of the seeds S, S + 1, ...
//   random_graphs --print --seed S                             the graph of a seed as text
//   random_graphs --replay FILE [--times N]                    a graph from such text
//   ... --accelerators host,opencl:0,cuda:0,cuda:1             its accelerators; an unknown one is an error
//
// Prints "figure=GRAPHS failures=N". Exit code: 0 all right, 1 a graph computed something else, 3 one hung.
#include <hc.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include "graphs/execute.hpp"
#include "graphs/generate.hpp"
#include "watchdog.hpp"

namespace {

std::vector<hc::accelerator> find_accelerators(const std::string& list) {
  std::vector<hc::accelerator> found;
  std::istringstream paths(list);
  for (std::string path; std::getline(paths, path, ',');) {
    found.emplace_back(std::wstring(path.begin(), path.end()));
    const std::wstring got = found.back().get_device_path();
    if (got.compare(0, path.size(), std::wstring(path.begin(), path.end())) != 0)
      throw std::runtime_error("there is no accelerator " + path);
  }
  if (found.empty()) throw std::runtime_error("--accelerators names none");
  return found;
}

bool run_graph(const graphs::Graph& graph, const std::vector<hc::accelerator>& accelerators) {
  const graphs::Oracle oracle(graph);
  const std::string fault = graphs::Execution(graph, oracle, accelerators).run();
  if (fault.empty()) return true;
  std::printf("FAILED seed=%llu: %s\n", static_cast<unsigned long long>(graph.seed), fault.c_str());
  return false;
}

graphs::Graph read_graph(const char* path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(std::string("cannot open ") + path);
  return graphs::parse(file);
}

int run(int argc, char** argv) {
  std::uint64_t seed = 1;
  int count = 500, times = 1, seconds = 10;
  bool print_only = false;
  const char* replay = nullptr;
  std::vector<hc::accelerator> accelerators{hc::accelerator(), hc::accelerator(L"host")};
  bool named = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--print") {
      print_only = true;
      continue;
    }
    if (i + 1 == argc) throw std::runtime_error("no value after " + word);
    const char* const value = argv[++i];
    if (word == "--seed")
      seed = std::strtoull(value, nullptr, 10);
    else if (word == "--graphs")
      count = std::atoi(value);
    else if (word == "--times")
      times = std::atoi(value);
    else if (word == "--timeout")
      seconds = std::atoi(value);
    else if (word == "--replay")
      replay = value;
    else if (word == "--accelerators")
      accelerators = find_accelerators(value), named = true;
    else
      throw std::runtime_error("unknown option " + word);
  }
  const int devices = named ? static_cast<int>(accelerators.size()) : 0;
  if (print_only) {
    graphs::print(std::cout, graphs::generate(seed, devices));
    return 0;
  }
  Watchdog watchdog(seconds);
  int failures = 0;
  if (replay) count = times;
  const graphs::Graph given = replay ? read_graph(replay) : graphs::Graph();
  for (int i = 0; i < count; ++i) {
    const graphs::Graph graph =
        replay ? given : graphs::generate(seed + static_cast<std::uint64_t>(i), devices);
    watchdog.begin("seed=" + std::to_string(graph.seed));
    std::printf("graph seed=%llu\n", static_cast<unsigned long long>(graph.seed));
    std::fflush(stdout);  // the last such line is the graph that made the process crash
    failures += run_graph(graph, accelerators) ? 0 : 1;
  }
  std::printf("figure=%d failures=%d\n", count, failures);
  return failures ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "t1: %s\n", error.what());
    return 2;
  }
}
