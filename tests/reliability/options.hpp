// "--name value" pairs on a test program's command line, and its last line.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>

inline long option(int argc, char** argv, const std::string& name, long otherwise) {
  for (int i = 1; i + 1 < argc; ++i)
    if (name == argv[i]) return std::atol(argv[i + 1]);
  return otherwise;
}

/// The line that run.py reads; gives the exit code.
inline int finish(const std::string& figure, long failures) {
  std::printf("figure=%s failures=%ld\n", figure.c_str(), failures);
  return failures ? 1 : 0;
}
