// rows: amp.2.4.1.compound, amp.2.4.3.casts, amp.2.4.3.miscellaneous
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct point {
  int x, y;
};

int* larger(int* a, int* b) restrict(cpu, amp) { return *a < *b ? b : a; }
void add(int& sum, const int& n) restrict(amp) { sum += n; }
int through(array<int, 1>& a, index<1> i) restrict(amp) { return a[i]; }
int member(const point& p, int point::* which) restrict(amp) { return p.*which; }
bool is_null(const void* p) restrict(amp) { return p == nullptr; }
int bits(float f) restrict(cpu, amp) { return *reinterpret_cast<int*>(&f); }

int main() {
  const int data[2] = {10, 20};
  array<int, 1> a(2, data);
  array_view<int> v(2);
  parallel_for_each(
      v.get_extent(), [ =, &a ](index<1> i) restrict(amp) {
        int one = 1, two = 2, sum = 0;
        int* p = larger(&one, &two);
        add(sum, *p);
        point q = {3, 4};
        int numbers[3] = {5, 6, 7};
        int* next = numbers;
        ++next;
        bool flag = true;
        bool* set = &flag;
        v[i] =
            sum + through(a, i) + member(q, &point::y) + *next + is_null(nullptr) + *set + (bits(0.0f) == 0);
      });
  CHECK(v[0] == 2 + 10 + 4 + 6 + 1 + 1 + 1);
  CHECK(v[1] == v[0] + 10);
  return failures();
}
