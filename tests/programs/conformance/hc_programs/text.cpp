// rows: hc.parallel_for_each.extent
// The C library's functions of text in kernels, and what the C++ library makes of them.
#include <hc.hpp>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string_view>
#include <vector>

#include "check.hpp"

constexpr int room = 16;

inline long at(const char* text, const void* found) [[cpu, hc]] {
  return found ? static_cast<const char*>(found) - text : -1;
}

inline int sign(int x) [[cpu, hc]] { return (x > 0) - (x < 0); }

inline unsigned long mixed(const char* a, const char* b, int c) [[cpu, hc]] {
  char copy[4 * room];
  unsigned long sum = 17;
  const auto mix = [&](long value) { sum = sum * 31 + static_cast<unsigned long>(value + 2); };
  mix(at(a, std::memchr(a, c, room))), mix(at(a, std::strchr(a, c))), mix(at(a, std::strrchr(a, c)));
  mix(at(a, std::strstr(a, b))), mix(at(a, std::strpbrk(a, b))), mix(long(std::strspn(a, b)));
  mix(long(std::strcspn(a, b))), mix(sign(std::strcmp(a, b))), mix(sign(std::strncmp(a, b, 3)));
  mix(std::memcmp(a, b, 2) == 0), mix(long(std::strlen(a)));
  mix(long(std::strlen(std::strcat(std::strcpy(copy, a), b)))), mix(copy[c & 7]);
  std::strncpy(copy, b, room), mix(copy[room - 1]);
  const std::string_view text(a);
  mix(long(text.find(static_cast<char>(c)))), mix(long(text.find(b))), mix(text == std::string_view(b));
  mix(long(text.find_first_of("xyz"))), mix(std::find(a, a + room, static_cast<char>(c)) - a);
  const unsigned char one = static_cast<unsigned char>(c);
  mix(!!std::isdigit(one)), mix(!!std::isalpha(one)), mix(!!std::isalnum(one)), mix(!!std::isupper(one));
  mix(!!std::islower(one)), mix(!!std::isxdigit(one)), mix(!!std::isblank(one)), mix(!!std::isspace(one));
  mix(!!std::isgraph(one)), mix(!!std::isprint(one)), mix(!!std::ispunct(one)), mix(!!std::iscntrl(one));
  mix(std::tolower(one)), mix(std::toupper(one));
  return sum;
}

int main() {
  constexpr int n = 256;
  std::vector<char> a(n * room), b(n * room);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < room - 1; ++k) {
      a[i * room + k] = k < i % room ? "abcxyz 0"[(i * 7 + k * k) % 8] : '\0';
      b[i * room + k] = k < i % 5 ? "abcxyz 0"[(i * 7 + (k + 1) * (k + 1)) % 8] : '\0';
    }
  std::vector<unsigned long> out(n);
  hc::array_view<const char> va(n * room, a), vb(n * room, b);
  hc::array_view<unsigned long> to(n, out);
  hc::parallel_for_each(to.get_extent(), [=](hc::index<1> i) [[hc]] {
    to[i] = mixed(&va[i[0] * room], &vb[i[0] * room], i[0]);
  });
  to.synchronize();
  for (int i = 0; i < n; ++i) CHECK(out[i] == mixed(&a[i * room], &b[i * room], i));
  return failures();
}
