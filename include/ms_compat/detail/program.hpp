// Starts programs whose entry is wmain, _tmain or `void main`: the compiler adds a main that calls
// run_program.
#ifndef HCPY_MS_COMPAT_PROGRAM_HPP
#define HCPY_MS_COMPAT_PROGRAM_HPP

#include <string>
#include <vector>

#include "unicode.hpp"

namespace hcrt_ms {

inline int run_program(int (*entry)(), int, char**) { return entry(); }
inline int run_program(void (*entry)(), int, char**) {
  entry();
  return 0;
}

// entry: int or void of (int, char or wchar_t pointers), perhaps with the environment as well.
template <class Result, class Char, class... Environment>
int run_program(Result (*entry)(int, Char**, Environment...), int argc, char** argv) {
  std::vector<std::basic_string<Char>> words;
  for (int i = 0; i < argc; ++i) words.push_back(Converted<Char>::from(argv[i]));
  std::vector<Char*> pointers;
  for (std::basic_string<Char>& word : words) pointers.push_back(&word[0]);
  pointers.push_back(nullptr);
  Char* none = nullptr;
  (void)none;
  if constexpr (std::is_void<Result>::value) {
    entry(argc, pointers.data(), static_cast<Environment>(&none)...);
    return 0;
  } else {
    return entry(argc, pointers.data(), static_cast<Environment>(&none)...);
  }
}

// The same for `const` strings.
template <class Result, class Char>
int run_program(Result (*entry)(int, const Char**), int argc, char** argv) {
  std::vector<std::basic_string<Char>> words;
  for (int i = 0; i < argc; ++i) words.push_back(Converted<Char>::from(argv[i]));
  std::vector<const Char*> pointers;
  for (const std::basic_string<Char>& word : words) pointers.push_back(word.c_str());
  pointers.push_back(nullptr);
  if constexpr (std::is_void<Result>::value) {
    entry(argc, pointers.data());
    return 0;
  } else {
    return entry(argc, pointers.data());
  }
}

}  // namespace hcrt_ms
#endif
