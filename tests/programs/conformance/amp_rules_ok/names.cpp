// rows: amp.2.4.3.names, amp.2.4.3.local, amp.2.4.3.literals
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

const int limit = 7;
static const unsigned int mask = 0xffu;
constexpr float half_of = 0.5f;
enum { answer = 42 };
struct settings {
  static const int level = 3;
  int own;
  int get() const restrict(cpu, amp) { return own + level; }
};
template <int N>
int times(int n) restrict(cpu, amp) {
  return N * n;
}

int main() {
  array_view<int> v(4);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        static const int eight = 8;
        settings s = {5};
        int sum = limit + int(mask & 3u) + int(half_of * 4) + answer + s.get() + times<limit>(2) + eight;
        switch (i[0]) {
          case answer:
            break;
          case settings::level:
            sum += 100;
            break;
          default:
            sum += sizeof(long long) + sizeof(char);
        }
        v[i] = sum;
      });
  CHECK(v[3] == 7 + 3 + 2 + 42 + 8 + 14 + 8 + 100);
  CHECK(v[0] == v[3] - 100 + 9);
  return failures();
}
