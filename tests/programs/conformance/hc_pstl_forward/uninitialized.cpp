// rows: hc.pstl.uninitialized
// ptx: none
#include <string>

#include "pstl_check.hpp"

int main() {
  const std::vector<std::string> words(12, "a text that is longer than the small buffer of strings");
  alignas(std::string) unsigned char storage[24 * sizeof(std::string)];
  std::string* const raw = reinterpret_cast<std::string*>(storage);
  CHECK(uninitialized_copy(par, words.begin(), words.end(), raw) == raw + 12);
  CHECK(uninitialized_copy_n(par, words.begin(), 4, raw + 12) == raw + 16);
  uninitialized_fill(par, raw + 16, raw + 20, words[0]);
  uninitialized_fill_n(par, raw + 20, 4, words[0]);
  for (int i = 0; i < 24; ++i) {
    CHECK(raw[i] == words[0]);
    raw[i].~basic_string();
  }
  return failures();
}
