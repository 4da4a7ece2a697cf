// Checks of the header tests: each prints what failed with its line; main returns failures().
#ifndef TESTS_PROGRAMS_HEADERS_CHECK_HPP
#define TESTS_PROGRAMS_HEADERS_CHECK_HPP

#include <cstdio>

inline int& failure_count() {
  static int count = 0;
  return count;
}
inline int failures() { return failure_count() ? 1 : 0; }

#define CHECK(condition)                                                  \
  do {                                                                    \
    if (!(condition)) {                                                   \
      std::printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      ++failure_count();                                                  \
    }                                                                     \
  } while (false)

// The statement must throw Type with a message that holds the text.
#define CHECK_THROWS(statement, Type, text)                                                          \
  do {                                                                                               \
    bool thrown = false;                                                                             \
    try {                                                                                            \
      statement;                                                                                     \
    } catch (const Type& error) {                                                                    \
      thrown = true;                                                                                 \
      if (!std::strstr(error.what(), text)) {                                                        \
        std::printf("%s:%d: message \"%s\" lacks \"%s\"\n", __FILE__, __LINE__, error.what(), text); \
        ++failure_count();                                                                           \
      }                                                                                              \
    }                                                                                                \
    if (!thrown) {                                                                                   \
      std::printf("%s:%d: nothing thrown by: %s\n", __FILE__, __LINE__, #statement);                 \
      ++failure_count();                                                                             \
    }                                                                                                \
  } while (false)

#endif
