// rows: amp.7.captures
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

struct Options {
  int shift;
  float factors[3];
  struct {
    int a, b;
  } pair;
};
enum class Kind { first, second };

int main() {
  array<float, 1> a(16);
  array_view<int, 1> v(16);
  const Options options = {2, {1.0f, 2.0f, 4.0f}, {7, 9}};
  const double third = 0.25;
  const bool add = true;
  const Kind kind = Kind::second;
  const unsigned wide = 1u << 30;
  parallel_for_each(
      v.extent, [ =, &a ](index<1> i) restrict(amp) {
        a[i] = options.factors[i[0] % 3] + float(third);
        v[i] =
            (add ? options.pair.b : 0) + (kind == Kind::second ? 100 : 0) + int(wide >> 28) + options.shift;
      });
  const auto named = [v](index<1> i) restrict(amp) { v[i] *= 2; };
  parallel_for_each(v.extent, named);
  parallel_for_each(v.extent, named);
  CHECK(v[15] == 4 * (9 + 100 + 4 + 2) && std::vector<float>(a)[2] == 4.25f);
  return failures();
}
