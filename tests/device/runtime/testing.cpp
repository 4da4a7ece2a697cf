#include "testing.hpp"

#include <cstring>
#include <vector>

namespace testing {
namespace {

struct Case {
  const char* name;
  void (*body)();
};

std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

int failures = 0;

}  // namespace

Registrar::Registrar(const char* name, void (*body)()) { cases().push_back({name, body}); }

void fail(const char* file, int line, const std::string& what) {
  ++failures;
  std::printf("%s:%d: %s\n", file, line, what.c_str());
}

static int run(int count, char** names) {
  for (const Case& test : cases()) {
    bool wanted = count == 0;
    for (int i = 0; i < count; ++i) wanted = wanted || std::strcmp(names[i], test.name) == 0;
    if (!wanted) continue;
    const int before = failures;
    try {
      test.body();
    } catch (const std::exception& error) {
      fail(test.name, 0, std::string("threw: ") + error.what());
    }
    std::printf("%s %s\n", failures == before ? "ok  " : "FAIL", test.name);
  }
  return failures ? 1 : 0;
}

}  // namespace testing

int main(int argc, char** argv) { return testing::run(argc - 1, argv + 1); }
