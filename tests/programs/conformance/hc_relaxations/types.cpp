// rows: hc.language.bit_fields, hc.language.pack, hc.language.unions, hc.language.enum_bases, hc.language.small_types
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

struct bits {
  unsigned a : 3, b : 5;
  int c : 7;
  unsigned long long d : 40;
  bool e : 1;
};
#pragma pack(push, 1)
struct packed {
  char a;
  int b;
  short c;
  double d;
};
#pragma pack(pop)
struct __attribute__((packed)) gnu_packed {
  char a;
  long b;
};
struct alignas(32) aligned {
  int a;
};
union word {
  volatile int* pointer;
  unsigned long long bits;
  float f[2];
};
struct tagged {
  int kind;
  union {
    int i;
    float f;
    char c[4];
  };
  struct {
    short s;
  };
};
enum small : char { tiny = -3 };
enum class large : unsigned long long { huge = 1ULL << 40 };
enum old { plain = 7 };
typedef char flags[3];

int all(int i) [[cpu, hc]] {
  bits b = {};
  b.a = 5 + i;
  b.b = 17;
  b.c = -i;
  b.d = 1ULL << 35;
  b.e = i & 1;
  packed p = {char(i), i * 2, short(-i), 0.5 * i};
  gnu_packed g = {char(i), 1L << 33};
  aligned a = {i};
  word w;
  w.bits = 0;
  w.f[0] = 1.0f;
  volatile int target = i;
  word q;
  q.pointer = &target;
  tagged t;
  t.kind = 1;
  t.i = 0x41424344;
  t.s = 3;
  small s = tiny;
  large l = large::huge;
  old o = plain;
  flags f = {1, 2, char(i)};
  char c = char(i);
  short sh = short(i * 1000);
  unsigned char uc = (unsigned char)(250 + i);
  bool yes = i;
  wchar_t wide = L'x';
  char16_t c16 = u'y';
  long double ld = 0;
  (void)ld;
  return int(b.a + b.b) + b.c + int(b.d >> 33) + b.e + p.a + p.b + p.c + int(p.d * 2) + int(g.b >> 33) + a.a +
         int(w.bits >> 20) + *q.pointer + t.c[0] + t.s + s + int((unsigned long long)l >> 38) + o + f[2] + c + sh + uc +
         yes + int(wide) + c16 + int(sizeof(packed)) + int(alignof(aligned));
}

int main() {
  array_view<int> v(5);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] = all(i[0]); }).wait();
  for (int i = 0; i < 5; ++i) CHECK(v[i] == all(i));

  packed p = {1, 2, 3, 4.5};
  bits b = {};
  b.d = 77;
  tagged t = {};
  t.f = 1.5f;
  flags f = {7, 8, 9};
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] {
    v[i] = p.a + p.b + p.c + int(p.d * 2) + int(b.d) + int(t.f * 2) + f[2];
  }).wait();
  CHECK(v[0] == 1 + 2 + 3 + 9 + 77 + 3 + 9);
  return failures();
}
