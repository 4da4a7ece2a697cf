// What the tests of libhcrt add to GoogleTest: what an action throws, and parts of a text.
#ifndef HCRT_TESTS_EXPECT_HPP
#define HCRT_TESTS_EXPECT_HPP

#include <gtest/gtest.h>

#include <exception>
#include <string>

/// Times say nothing in a build with sanitizers.
#ifdef HCRT_TEST_SANITIZED
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

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

#define EXPECT_CONTAINS(text, part) \
  EXPECT_PRED_FORMAT2(::testing::IsSubstring, std::string(part), std::string(text))

#endif
