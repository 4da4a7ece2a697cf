// rows: amp.2.4.init_captures
// flags: -std=c++14
// The code around a lambda runs what its captures are initialised with.
#include <amp.h>

#include <string>
#include <vector>

using namespace concurrency;

int cpu_only(int x) { return x + 1; }
int both(int x = 3) restrict(cpu, amp) { return x * 2; }
int side() restrict(cpu) { return 1; }
int side() restrict(amp) { return 2; }
static int counter = 5;

struct owner {
  int a;
  owner(int a) : a(a) {}
  int get() const { return a; }
  static int fixed() { return 4; }
};

int device(int x) restrict(amp) {
  auto l = [s = both(x), t = side(), u = (both)(1)](int y) restrict(amp) { return s + t + u + y; };
  return l(1);
}

int main() {
  std::vector<int> data(3);
  array_view<int> v(3, data);
  std::string text("abcd");
  parallel_for_each(v.extent,
                    [v, s = cpu_only(1), n = static_cast<int>(text.size()), c = text[0] - 'a', k = counter,
                     g = owner(7).get(), q = owner::fixed(), w = side(), e = v.extent, m = int(1LL << 2), d = both(),
                     z = std::vector<int>(5).size() == 5u ? 1 : 0](index<1> i) restrict(amp) {
                      v[i] = s + n * 10 + c * 100 + k * 1000 + g * 10000 + q * 100000 + w * 1000000;
                      v[i] += e[0] + m + d + z;
                    });
  if (v[1] != 1475042 + 3 + 4 + 6 + 1) return 1;
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = device(i[0]); });
  if (v[2] != 4 + 2 + 2 + 1) return 2;
  auto made = [s = cpu_only(4)](int x) restrict(cpu, amp) { return s + x; };
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = made(1); });
  return v[0] != 6 || made(2) != 7;
}
