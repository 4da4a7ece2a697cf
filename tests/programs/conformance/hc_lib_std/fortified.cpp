// rows: hc.library.c
// flags: -O2 -std=c++20 -D_FORTIFY_SOURCE=2 -D_GLIBCXX_ASSERTIONS
// Builds of distributions check the C library's copies and the C++ library's indices: in kernels, too.
#include <array>
#include <cstring>
#include <cwchar>
#include <hc.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "check.hpp"

// `most` is 30: known at run time alone.
static int copies(int x, unsigned most) [[cpu, hc]] {
  char a[32], b[48];
  const unsigned count = unsigned(x) % 7 + 1 < most ? unsigned(x) % 7 + 1 : most;
  std::memset(a, 'x', count);
  a[count] = 0;
  std::strcpy(b, a);
  std::strcat(b, "yz");
  std::strncat(b, "abcdef", count);
  std::strncpy(a, b, count + 2);
  std::memcpy(a + 10, b, count);
  std::memmove(a, a + 1, count);
  char* const end = static_cast<char*>(mempcpy(b + 20, a, count));
  char* const last = stpcpy(end, "end");
  wchar_t wide[8];
  std::wmemset(wide, L'w', count < 8 ? count : 8);
  std::wmemcpy(wide + 1, wide, count > 1 ? count - 1 : 1);
  return int(std::strlen(b)) * 1000 + a[0] * 7 + a[10] + int(last - b) + int(wide[count / 2] == L'w');
}

static int indices(int x) [[cpu, hc]] {
  std::array<int, 8> numbers{};
  const std::span<int> all(numbers);
  all[unsigned(x) % 8] = 3;
  numbers[unsigned(x) % 5] += 2;
  const std::string_view text("hello");
  std::optional<int> letter;
  if (x >= 0) letter = text[unsigned(x) % 5];
  return numbers[1] + all[2] + *letter + all.front() + text.back();
}

int main() {
  const int n = 64;
  const unsigned most = 30;
  hc::array_view<int> found(n);
  hc::parallel_for_each(found.get_extent(),
                        [=](hc::index<1> i) [[hc]] { found[i] = copies(i[0], most) + indices(i[0]); });
  for (int i = 0; i < n; ++i) CHECK(found[i] == copies(i, most) + indices(i));
  return failures();
}
