// A very small test harness: TEST(name) { CHECK(...); } and a main that runs them all, or those named.
#ifndef HCRT_TESTS_TESTING_HPP
#define HCRT_TESTS_TESTING_HPP

#include <cstdio>
#include <stdexcept>
#include <string>

namespace testing {

struct Registrar {
  Registrar(const char* name, void (*body)());
};

void fail(const char* file, int line, const std::string& what);

/// Runs the action and returns the message of the std::exception that it throws; "" where it throws none.
template <class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace testing

#define TEST(name)                                                 \
  static void name();                                              \
  static const ::testing::Registrar name##_registrar(#name, name); \
  static void name()

#define CHECK(condition) ((condition) ? void() : ::testing::fail(__FILE__, __LINE__, #condition))
#define CHECK_CONTAINS(text, part)                                                              \
  do {                                                                                          \
    const std::string text_ = (text);                                                           \
    if (text_.find(part) == std::string::npos)                                                  \
      ::testing::fail(__FILE__, __LINE__, "'" + text_ + "' lacks '" + std::string(part) + "'"); \
  } while (0)

#endif
