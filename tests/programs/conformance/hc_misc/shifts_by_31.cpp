// rows: hc.parallel_for_each.extent
// A number shifted by 31 places beside one of 32 bits that is widened: forms of what one driver got wrong.
#include <hc.hpp>
#include <algorithm>
#include <cstdint>
#include <vector>

#include "check.hpp"

typedef std::uint64_t u64;
typedef std::int64_t i64;
typedef std::uint32_t u32;
typedef std::int16_t i16;
typedef std::int32_t i32;

template <class F>
static void compare(const char* form, F f) {
  const int n = 64;
  std::vector<i32> in(n);
  for (int i = 0; i < n; ++i) in[i] = i % 3 ? 0 : i + 1;
  hc::array_view<const i32, 1> given(n, in);
  hc::array_view<u64, 1> out(n);
  hc::parallel_for_each(out.get_extent(), [=](hc::index<1> i) [[hc]] { out[i] = f(given[i], i[0]); });
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += out[i] != f(in[i], i);
  if (wrong) std::printf("%s: %d wrong\n", form, wrong);
  CHECK(wrong == 0);
}

static u64 mixed(u64 x) [[cpu, hc]] {
  x ^= x >> 32;
  return x * 0x9e3779b97f4a7c15ull;
}

// What the kernel that was found made of it.
static u64 hashed(u64 x, i16 y) [[cpu, hc]] {
  const u64 a = (x ^ 1) * 0x9e3779b97f4a7c15ull;
  const u64 b = (a >> 29 ^ u64(i64(y)) ^ a) * 0x9e3779b97f4a7c15ull;
  return b >> 29 ^ b;
}

#define FORM(...)                                           \
  compare(#__VA_ARGS__, [=](i32 c, i32 i) [[cpu, hc]] -> u64 { \
    const i64 v0 = i * 43 - 2;                              \
    const i16 v2 = i16(i * 72 - 8);                         \
    (void)c, (void)v0, (void)v2;                            \
    return __VA_ARGS__;                                     \
  })

int main() {
  FORM(c ? ((u64)v0 << 31) : std::max<u32>((u32)v2, 0x8bda634au));
  FORM(c ? ((u64)v0 << 31) : (u32)v2);
  FORM(c ? ((u64)v0 << 31) : (u64)0x8bda634au);
  FORM(c ? ((u64)v0 << 31) : (u64)0);
  FORM(c ? ((u64)v0 << 31) : (u64)(u32)i);
  FORM(c ? ((u64)v0 << 32) : std::max<u32>((u32)v2, 0x8bda634au));
  FORM(c ? ((u64)v0 << 30) : std::max<u32>((u32)v2, 0x8bda634au));
  FORM(c ? ((u64)v0 << 33) : std::max<u32>((u32)v2, 0x8bda634au));
  FORM(c ? ((u64)(u32)v0 << 31) : std::max<u32>((u32)v2, 0x8bda634au));
  FORM((u64)v0 << 31);
  FORM(c ? ((u64)v0 << 31) : (u64)v0 & 0xffffffff);
  FORM((c ? ((u64)v0 << 31) : std::max<u32>((u32)v2, 0x8bda634au)) * 0x9e3779b97f4a7c15ull);
  FORM((u64)((i64)(i * 43 - 2) << 31));
  FORM((u64)((i64)(c - 5) << 31));
  FORM((u64)((i64)(c - 5) << 31) + 1);
  FORM((u64)((i64)(c - 5) * 0x80000000ll));
  FORM((u64)((i64)(c - 5) * -0x80000000ll));
  FORM((u64)((i64)(c - 5) * 0xffffffffll));
  FORM((u64)((i64)(c - 5) * 3000000000ll));
  FORM((u64)((u64)(u32)(c - 5) * (u64)-3ll));
  FORM((u64)((u64)(u32)(c - 5) << 31));
  FORM((u64)(u32)((i32)v2 << 15));
  FORM((u64)((i64)v2 << 31));
  FORM((u64)((i64)(signed char)i << 31));
  FORM((u64)(u32)((i32)v2 * 40000));
  FORM(c ? ((u64)v0 << 31) : ((u64)v0 << 30));
  FORM(c ? ((u64)v0 << 31) : (u64)(u32)v2);
  FORM(c ? ((u64)v0 << 31) : (u64)std::max<u32>((u32)v2, 7u));
  FORM((c ? ((u64)v0 << 31) : (u64)(u32)v2) * 0x9e3779b97f4a7c15ull);
  FORM((c ? ((u64)v0 << 31) : (u64)(u32)v2) >> 32);
  FORM(mixed(c ? ((u64)v0 << 31) : (u64)(u32)v2));
  FORM(c ? ((u64)v0 << 20) : (u64)(u32)v2);
  FORM(mixed(c ? ((u64)v0 << 20) : (u64)std::max<u32>((u32)v2, 0x8bda634au)));
  FORM(mixed(c ? ((u64)v0 << 31) : (u64)std::max<u32>((u32)v2, 0x8bda634au)));
  FORM(hashed(c ? u64(v0) << 31 : std::max<u32>(u32(v2), 0x8bda634au), v2));
  FORM(hashed(c ? u64(v0) << 31 : std::max<u32>(u32(v2), 7u), v2));
  FORM(hashed(c ? u64(v0) << 31 : u64(u32(v2)), v2));
  FORM(hashed(c ? u64(v0) << 20 : std::max<u32>(u32(v2), 0x8bda634au), v2));
  FORM(hashed(c ? u64(v0) : std::max<u32>(u32(v2), 0x8bda634au), v2));
  FORM(hashed(c ? u64(0) : std::max<u32>(u32(v2), 0x8bda634au), v2));
  FORM(hashed(std::max<u32>(u32(v2), 0x8bda634au), v2));
  FORM(hashed(u64(v0) << 31, v2));
  FORM(u64(std::max<u32>(u32(v2), 0x8bda634au)));
  FORM(u64(std::max<u32>(u32(v2), 0x8bda634au)) >> 29);
  return failures();
}
