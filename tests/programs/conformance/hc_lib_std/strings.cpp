// rows: hc.library.strings
// flags: -std=c++20
// <cstring>, <cctype>, <string_view>, <charconv> and <initializer_list>.
#include <cctype>
#include <charconv>
#include <cstring>
#include <initializer_list>
#include <string_view>

#include "record.hpp"

static void strings(int i, Record& r) [[cpu, hc]] {
  char a[16] = "hello world", b[16];
  std::memcpy(b, a, 16);
  r(std::memcmp(a, b, 16)), r(std::strlen(a));
  std::memset(b, i, 5);
  r(b[3]);
  std::memmove(a + 2, a, 8);
  r(a[5]), r(std::memcmp(a, "zz", 2) < 0), r(std::strcmp(a, b) > 0), r(std::strncmp(a, b, 2) < 0);
  r(std::strchr(a, 'l') ? std::strchr(a, 'l') - a : -1);
  r((const char*)std::memchr(a, 'o', 11) - a), r(std::strrchr(a, 'l') - a);
  r(std::strstr("some words here", "words") != nullptr);
  char c[16];
  std::strcpy(c, "abc");
  std::strcat(c, "def");
  r(std::strlen(c));
  std::strncpy(c, "zzz", 2);
  r(c[1]), r(std::strspn("aabc", "a")), r(std::strcspn("aabc", "c"));
}

static void ctypes(int i, Record& r) [[cpu, hc]] {
  int c = 32 + i * 4;
  r(!!std::isdigit(c)), r(!!std::isalpha(c)), r(!!std::isalnum(c)), r(!!std::isspace(c));
  r(!!std::isupper(c)), r(!!std::islower(c)), r(!!std::ispunct(c)), r(!!std::isxdigit(c));
  r(std::toupper(c)), r(std::tolower(c)), r(!!std::isprint(c)), r(!!std::iscntrl(c));
  r(!!std::isgraph(c)), r(!!std::isblank(c));
}

static void views(int i, Record& r) [[cpu, hc]] {
  std::string_view s("hello kernel");
  r(s.size()), r(s[i % 12]), r(s.front()), r(s.back());
  s.remove_prefix(2);
  r(s.length());
  s.remove_suffix(1);
  r(s.length()), r(s.find('k')), r(s.find("ker")), r(s.rfind('e'));
  r(s == std::string_view("llo kerne")), r(s < std::string_view("m")), r(s.compare("llo"));
  r(s.starts_with("ll")), r(s.ends_with('e')), r(s.find_first_of("xyzo")), r(s.find_last_of("l"));
  r(s.find_first_not_of("l")), r(s.empty());
  for (char c : s) r(c);
  r(s.data()[1]);
  using namespace std::string_view_literals;
  r("abc"sv.size()), r(std::string_view::npos == ~0ull), r(s.substr(2, 3).size()), r(s.at(1));
}

static void numbers(int i, Record& r) [[cpu, hc]] {
  char b[20];
  auto e = std::to_chars(b, b + 20, i * 12345);
  r(e.ptr - b);
  int x = 0;
  std::from_chars(b, e.ptr, x);
  r(x);
}

static int total(std::initializer_list<int> l) [[cpu, hc]] {
  int s = 0;
  for (int x : l) s = s * 3 + x;
  return s + int(l.size());
}

static void lists(int i, Record& r) [[cpu, hc]] {
  r(total({1, 2, i}));
  for (int x : {i, 2, 3}) r(x);
}

int main() {
  COMPARE(strings);
  COMPARE(ctypes);
  COMPARE(views);
  COMPARE(numbers);
  COMPARE(lists);
  return failures();
}
