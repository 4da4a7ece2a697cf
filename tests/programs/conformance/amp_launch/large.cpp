// rows: amp.7.extent
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  array<unsigned, 1> a(3000017);
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { a[i] = unsigned(i[0]) * 2654435761u; });
  const std::vector<unsigned> got = a;
  unsigned wrong = 0;
  for (unsigned i = 0; i < got.size(); ++i) wrong += got[i] != i * 2654435761u;
  CHECK(wrong == 0);
  array<int, 2> narrow(1, 8192), tall(8192, 1);
  parallel_for_each(narrow.extent, [&](index<2> i) restrict(amp) { narrow[i] = i[1]; });
  parallel_for_each(tall.extent, [&](index<2> i) restrict(amp) { tall[i] = i[0]; });
  CHECK(std::vector<int>(narrow)[8191] == 8191 && std::vector<int>(tall)[8191] == 8191);
  return failures();
}
