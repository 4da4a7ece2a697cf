// rows: amp.ms.names.extensions
// flags: -fms-compat
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

struct Pair {
  union {
    struct {
      int first, second;
    };
    int both[2];
  };
};
class Base {
 public:
  int value() const { return 1; }
};
class Derived : public Base {
 public:
  int value() const { return __super::value() + 1; }
};
enum Colour : unsigned char { Red, Green };

int main() {
  std::vector<Pair> data(8);
  array_view<Pair> view(8, data);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        view[i].first = i[0];
        view[i].both[1] = 5;
      });
  view.synchronize();
  __assume(data.size() == 8);
  CHECK(data[3].both[0] == 3 && data[3].second == 5 && Derived().value() == 2 && sizeof(Green) == 1);
  return failures();
}
