// T29: random programs of the host-side API (arrays, views of views, copies, host accesses, futures,
// textures) against plain memory, on the default accelerator and the host accelerator, or on those that are
// named. Compiled as HC and as C++ AMP.
//
//   random_views --programs N [--seed S] [--timeout SECONDS]   N programs, of the seeds S, S + 1, ...
//   random_views --print --seed S                              the program of a seed as text
//   random_views --replay FILE [--times N]                     a program from such text
//   ... --accelerators host,opencl:0                           its accelerators; an unknown one is an error
//   ... --aloud                                                each line before it is done
//
// Prints what a failing program did as lines of C++, and "figure=PROGRAMS failures=N". Exit code: 0 all
// right, 1 a program found something else, 3 one hung.
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "views/interpret.hpp"
#include "watchdog.hpp"

namespace {

struct Options {
  std::uint64_t seed = 1;
  int count = 500, times = 1, seconds = 10;
  bool print_only = false, aloud = false;
  const char* replay = nullptr;
  std::vector<api::accelerator> accelerators;
};

std::vector<api::accelerator> find_accelerators(const std::string& list) {
  std::vector<api::accelerator> found;
  std::istringstream paths(list);
  for (std::string path; std::getline(paths, path, ',');) {
    const std::wstring wide(path.begin(), path.end());
    found.emplace_back(wide);
    if (found.back().get_device_path().compare(0, wide.size(), wide) != 0)
      throw std::runtime_error("there is no accelerator " + path);
  }
  return found;
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--print") {
      options.print_only = true;
    } else if (word == "--aloud") {
      options.aloud = true;
    } else {
      if (i + 1 == argc) throw std::runtime_error("no value after " + word);
      const char* const value = argv[++i];
      if (word == "--seed")
        options.seed = std::strtoull(value, nullptr, 10);
      else if (word == "--programs")
        options.count = std::atoi(value);
      else if (word == "--times")
        options.times = std::atoi(value);
      else if (word == "--timeout")
        options.seconds = std::atoi(value);
      else if (word == "--replay")
        options.replay = value;
      else if (word == "--accelerators")
        options.accelerators = find_accelerators(value);
      else
        throw std::runtime_error("unknown option " + word);
    }
  }
  return options;
}

bool run_program(const views::Program& program, const Options& options) {
  views::Interpreter interpreter(options.accelerators, options.aloud);
  const std::string fault = interpreter.run(program);
  if (fault.empty()) return true;
  std::printf("%sFAILED seed=%llu: %s\n", options.aloud ? "" : interpreter.text().c_str(),
              static_cast<unsigned long long>(program.seed), fault.c_str());
  return false;
}

int run(Options options) {
  if (options.print_only) {
    views::print(std::cout, views::generate(options.seed));
    return 0;
  }
  if (options.accelerators.empty()) options.accelerators = {api::accelerator(), api::accelerator(L"host")};
  views::Program given;
  if (options.replay) {
    std::ifstream file(options.replay);
    if (!file) throw std::runtime_error(std::string("cannot open ") + options.replay);
    given = views::parse(file);
    options.count = options.times;
  }
  Watchdog watchdog(options.seconds);
  int failures = 0;
  for (int i = 0; i < options.count; ++i) {
    const views::Program program =
        options.replay ? given : views::generate(options.seed + static_cast<std::uint64_t>(i));
    watchdog.begin("seed=" + std::to_string(program.seed));
    std::printf("program seed=%llu\n", static_cast<unsigned long long>(program.seed));
    std::fflush(stdout);  // the last such line is the program that made the process crash
    failures += run_program(program, options) ? 0 : 1;
  }
  std::printf("figure=%d failures=%d\n", options.count, failures);
  return failures ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(read_options(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "t29: %s\n", error.what());
    return 2;
  }
}
