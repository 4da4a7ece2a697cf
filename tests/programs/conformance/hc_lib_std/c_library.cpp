// rows: hc.library.c
// The C library's functions of whole numbers and text have code for every device.
#include <strings.h>

#include <cinttypes>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <hc.hpp>
#include <string_view>

#include "check.hpp"

struct Sum {
  long long value = 17;
  void operator()(long long x) [[cpu, hc]] { value = value * 31 + x; }
};

static void numbers(Sum& sum, int x) [[cpu, hc]] {
  sum(std::div(x, 7).quot), sum(std::div(x, 7).rem), sum(div(-x, 3).rem);
  sum(std::div(long(x) << 33, 5l).quot), sum(std::ldiv(x, -2).rem), sum(lldiv(x, 3).quot);
  sum(imaxdiv(x, 4).rem), sum(imaxabs(-x)), sum(ffs(x)), sum(ffsl(long(x) << 40)), sum(ffsll(0));
}

static void texts(Sum& sum, const char* text) [[cpu, hc]] {
  char* end = nullptr;
  sum(std::strtol(text, &end, 10)), sum(end - text);
  sum(std::strtol(text, &end, 0)), sum(end - text);
  sum(std::strtol(text, &end, 16)), sum(end - text);
  sum(static_cast<long long>(std::strtoul(text, &end, 10))), sum(end - text);
  sum(static_cast<long long>(std::strtoull(text, &end, 36))), sum(end - text);
  sum(std::strtoll(text, nullptr, 3)), sum(std::atoi("-1234 "));
  char made[64] = "ab";
  std::strncat(made, text, 3);
  sum(stpcpy(made + 20, text) - made), sum(std::strlen(made));
  sum(static_cast<char*>(mempcpy(made + 40, text, 2)) - made);
  bzero(made, 1);
  const void* const last = memrchr(text, '1', std::strlen(text));
  sum(made[0]), sum(made[1]), sum(last ? static_cast<const char*>(last) - text : -1);
  const int order = strcasecmp(text, "0XFFg"), part = strncasecmp(text, "0X", 2);
  sum((order > 0) - (order < 0)), sum((part > 0) - (part < 0));
}

static void wide(Sum& sum, wchar_t c) [[cpu, hc]] {
  wchar_t made[8];
  std::wmemset(made, c, 7);
  made[7] = 0;
  std::wmemcpy(made, L"abc", 3);
  const std::wstring_view view = made;
  sum(static_cast<long long>(view.size())), sum(view == L"abcdddd"), sum(view.find(L'c')), sum(view[4]);
  const int order = std::wcscmp(made, L"abcd");
  sum((order > 0) - (order < 0)), sum(std::wcslen(made));
}

constexpr int count = 12;
struct Texts {
  char text[count][28];
};

int main() {
  const Texts texts_of = {{"42", "  -17x", "0x1fg", "0777", "", "+", "z9", "99999999999999999999999",
                           "-9223372036854775809", "18446744073709551615", "0x", "-0xFFG 1"}};
  hc::array_view<long long> found(count);
  hc::parallel_for_each(found.get_extent(), [=](hc::index<1> i) [[hc]] {
    Sum sum;
    numbers(sum, i[0] * 5 - 20);
    texts(sum, texts_of.text[i[0]]);
    wide(sum, L'a' + i[0]);
    found[i] = sum.value;
  });
  for (int i = 0; i < count; ++i) {
    Sum sum;
    numbers(sum, i * 5 - 20);
    texts(sum, texts_of.text[i]);
    wide(sum, L'a' + i);
    CHECK(found[i] == sum.value);
  }
  return failures();
}
