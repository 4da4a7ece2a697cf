// rows: amp.2.names.using
// Names that both namespaces have, in the arguments of macros: of one, of another macro's, over several lines.
#include <amp.h>

#include <map>
#include <string>
#include <type_traits>
#include <vector>

using namespace std;
using namespace concurrency;

static int failed = 0;
#define VERIFY(condition) \
  do {                    \
    if (!(condition)) {   \
      ++failed;           \
    }                     \
  } while (0)
#define SAME(a, b) VERIFY((a) == (b))
#define DECLARE(type, name, size) type name(size)

int main() {
  vector<int> values(16, 3);
  array_view<int> v(16, values);
  VERIFY(v.view_as(extent<1>(16)).get_extent().size() == 16);
  SAME(extent<1>(3)[0], 3);
  SAME(v.view_as(extent<2>(4, 4)).get_extent(),
       extent<2>(4,
                 4));
  map<string, array<int>> named;
  named.emplace("a", array<int>(5));
  VERIFY(array<int>(named.at("a")).get_extent()[0] == 5);
  DECLARE(array<int>, other, 16);
  parallel_for_each(other.get_extent(), [&other, v](index<1> i) restrict(amp) { other[i] = v[i] + i[0]; });
  SAME(static_cast<vector<int>>(other)[15], 18);
  return failed;
}
