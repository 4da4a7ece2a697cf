// rows: hc.language.bit_fields
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

// Fields that share more bits than any integer of a device has.
struct __attribute__((packed)) Fields {
  unsigned long a : 60, b : 60, c : 60;
  long d : 63;
  unsigned e : 7;
  long f : 59;
  bool g : 1;
  unsigned long h : 64;
};
static_assert(sizeof(Fields) == 47, "packed");

unsigned long mixed(const Fields& q) [[cpu, hc]] {
  return q.a + q.b * 3 + q.c * 5 + static_cast<unsigned long>(q.d) * 7 + q.e * 11 +
         static_cast<unsigned long>(q.f) * 13 + q.g * 17 + q.h * 19;
}
void changed(Fields& q, int i) [[cpu, hc]] {
  q.a = 0xfffffffffff1234ul * i;
  q.b += 7 + i;
  q.c ^= q.a + 99;
  q.d = -static_cast<long>(i) << 40;
  q.e = 100 + i;
  q.f = q.d >> (i & 15);
  q.g = !q.g;
  if (i % 3 == 0) q.e = 0;
  if (i % 5 == 0) q.f = -1;
  q.h = mixed(q) ^ (q.f < 0);
  --q.d;
}
/// In the same file: integers of 128 bits.
unsigned long wide(unsigned long x) [[cpu, hc]] {
  const unsigned __int128 y = static_cast<unsigned __int128>(x) * 0xfffffffffffffff1ul;
  return static_cast<unsigned long>(y >> 64) ^ static_cast<unsigned long>(y / 1000003);
}

int main() {
  constexpr int n = 64;
  Fields in[n] = {}, want[n] = {};
  array_view<Fields, 1> fields(n, in);
  array_view<unsigned long, 1> sums(n);
  parallel_for_each(extent<1>(n), [=](index<1> i) [[hc]] {
    Fields own[2] = {};
    changed(own[i[0] & 1], i[0]);
    changed(fields[i], i[0]);
    fields[i].c += own[1].c;
    sums[i] = mixed(own[0]) + mixed(own[1]) + wide(fields[i].h);
  });
  for (int i = 0; i < n; ++i) {
    Fields own[2] = {};
    changed(own[i & 1], i);
    changed(want[i], i);
    want[i].c += own[1].c;
    CHECK(sums[i] == mixed(own[0]) + mixed(own[1]) + wide(want[i].h));
    CHECK(mixed(fields[i]) == mixed(want[i]));
  }
  return failures();
}
