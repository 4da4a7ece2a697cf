// rows: hc.language.goto, hc.language.varargs_declaration, hc.language.static_variables
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

int variadic(const char*, ...);
int many(int n, ...) [[cpu]];
int with_goto(int n) [[cpu, hc]] {
  int sum = 0;
again:
  sum += n;
  if (--n > 0) goto again;
  if (sum > 1000) goto done;
  sum += 1;
done:
  return sum;
}
int with_static(int i) [[cpu, hc]] {
  static const int table[] = {5, 6, 7};
  static constexpr float half = 0.5f;
  static const char text[] = "abc";
  return table[i % 3] + int(half * 4) + text[i % 3];
}
int dispatch(int n) [[cpu, hc]] {
  switch (n) {
    case 0: return 3;
    case 1:
    case 2: n += 10;
      [[fallthrough]];
    default: break;
  }
  do {
    if (n == 11) continue;
    if (n == 100) break;
  } while (false);
  for (int i = 0, j = 10; i < j; ++i, --j) n += i;
  return n > 5 ? n : -n;
}

int main() {
  array_view<int> v(6);
  parallel_for_each(v.get_extent(), [=](index<1> idx) [[hc]] {
    const int i = idx[0];
    v[idx] = with_goto(i + 1) + with_static(i) + dispatch(i);
  }).wait();
  for (int i = 0; i < 6; ++i)
    CHECK(v[i] == with_goto(i + 1) + with_static(i) + dispatch(i));
  return failures();
}
