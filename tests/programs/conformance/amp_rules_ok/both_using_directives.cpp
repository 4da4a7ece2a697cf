// rows: amp.2.names.using
// Using-directives of std and of concurrency: libstdc++'s headers bring std::array along, Microsoft's do not.
#include <amp.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

using namespace std;
using namespace concurrency;

template <class T>
vector<T> doubled(const array<T, 1>& from) {
  array<T, 1> to(from.get_extent());
  parallel_for_each(from.get_extent(), [&](index<1> i) restrict(amp) { to[i] = 2 * from[i]; });
  vector<T> result(from.get_extent().size());
  copy(to, result.begin());
  return result;
}

int main() {
  vector<float> values(8);
  iota(values.begin(), values.end(), 1.0f);
  array<float> all(8, values.begin(), values.end());
  array<float, 2> square(extent<2>(2, 4), values.begin());
  const vector<float> twice = doubled(all);
  transform(values.begin(), values.end(), values.begin(), [](float x) { return 2 * x; });
  return equal(values.begin(), values.end(), twice.begin()) && square.get_extent().size() == 8 ? 0 : 1;
}
