// rows: hc.language.vector_size
// Constant tables whose vectors end before their place does, alone and among other members: all bytes are as the host's.
#include <hc.hpp>

#include "check.hpp"

typedef float Float3 __attribute__((ext_vector_type(3)));
typedef double Double3 __attribute__((ext_vector_type(3)));
typedef char Char7 __attribute__((ext_vector_type(7)));
typedef short Short17 __attribute__((ext_vector_type(17)));
typedef _Float16 Half3 __attribute__((ext_vector_type(3)));
typedef long long Long5 __attribute__((ext_vector_type(5)));

struct First {
  char a;
  Float3 f;
  char b;
  _BitInt(17) c;
  __int128 d;
  char e;
};
struct Second {
  First first[2];
  bool truths[3];
  Double3 d;
  Char7 c;
  unsigned x : 5, y : 20;
  char z;
  union {
    Float3 f;
    char bytes[20];
  } either;
};
struct __attribute__((packed)) Packed {
  char a;
  _BitInt(100) b;
  short c;
  Short17 d;
  char e;
  long f;
};
struct Derived : First {
  Half3 h;
  char i;
  Long5 l;
  int m[2][3];
  Float3 n[2];
  char o;
};

constexpr First one = {1, {2, 3, 4}, 5, 6, __int128(7) << 70, 8};
const First firsts[2] = {one, {11, {12, 13, 14}, 15, -16, -17, 18}};
const Second seconds[2] = {{{one, one}, {true, false, true}, {1, 2, 3}, {1, 2, 3, 4, 5, 6, 7}, 9, 1000, 'z', {{1, 2, 3}}},
                           {}};
const Packed packed[3] = {{1, 2, 3, Short17(4), 5, 6}, {7, -8, 9, Short17(10), 11, 12}, {}};
const Derived derived[2] = {
    {one, {1, 2, 3}, 4, {5, 6, 7, 8, 9}, {{1, 2, 3}, {4, 5, 6}}, {{1, 2, 3}, {4, 5, 6}}, 7}, {firsts[1], {}, 3}};
const Float3 plain[2][2] = {{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {10, 11, 12}}};
[[hc]] Float3 changing[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};

template <class T>
static int wrong(const T& table, const hc::array_view<const unsigned char>& found) {
  const auto bytes = reinterpret_cast<const unsigned char*>(&table);
  int all = 0;
  for (int k = 0; k < static_cast<int>(sizeof table); ++k) all += found[k] != bytes[k];
  return all;
}

#define WRONG(table)                                                                                                \
  [] {                                                                                                              \
    hc::array_view<unsigned char> found(sizeof table);                                                              \
    hc::parallel_for_each(found.get_extent(), [=](hc::index<1> i)                                                   \
                                                  [[hc]] { found[i] = reinterpret_cast<const char*>(&table)[i[0]]; }); \
    return wrong(table, found);                                                                                     \
  }()

int main() {
  CHECK(WRONG(firsts) == 0);
  CHECK(WRONG(seconds) == 0);
  CHECK(WRONG(packed) == 0);
  CHECK(WRONG(derived) == 0);
  CHECK(WRONG(plain) == 0);
  hc::array_view<float> sums(3);
  hc::parallel_for_each(sums.get_extent(), [=](hc::index<1> i) [[hc]] {
    changing[i[0]].y += 10;
    sums[i] = changing[i[0]].x + changing[i[0]].y + changing[i[0]].z;
  });
  for (int k = 0; k < 3; ++k) CHECK(sums[k] == 16 + 9 * k);
  return failures();
}
