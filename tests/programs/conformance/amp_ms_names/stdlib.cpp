// rows: amp.ms.names.stdlib
#include <amp.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  char text[40];
  CHECK(strcmp(_itoa(-255, text, 10), "-255") == 0 && strcmp(_itoa(255, text, 2), "11111111") == 0);
  CHECK(_itoa_s(-1, text, 16) == 0 && strcmp(text, "ffffffff") == 0 && _itoa_s(12345, text, 3, 10) == ERANGE);
  CHECK(strcmp(_i64toa(-5000000000LL, text, 10), "-5000000000") == 0 &&
        _atoi64("5000000000") == 5000000000LL);
  unsigned a = 0, b = 0;
  CHECK(rand_s(&a) == 0 && rand_s(&b) == 0 && (a != b || rand_s(&b) == 0));
  void* memory = _aligned_malloc(100, 256);
  CHECK(memory && (size_t)memory % 256 == 0);
  _aligned_free(memory);
  char* value = NULL;
  size_t length = 1;
  CHECK(_dupenv_s(&value, &length, "HCPY_NO_SUCH_VARIABLE") == 0 && value == NULL && length == 0);
  CHECK(_putenv_s("HCPY_SET_HERE", "x") == 0 && getenv_s(&length, text, sizeof(text), "HCPY_SET_HERE") == 0);
  CHECK(length == 2 && text[0] == 'x' && __max(1, 2) == 2 && __min(1, 2) == 1);
  CHECK(_countof(text) == 40 && system("pause") == 0 && system("cls") == 0);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
