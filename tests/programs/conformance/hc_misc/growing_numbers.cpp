// rows: hc.language.small_types
// What grows by the same from work-item to work-item, converted, cut, and read as bits or as an integer again.
#include <hc.hpp>

#include <cstdint>
#include <cstring>

#include "check.hpp"

template <class To, class From>
static To bits(From value) [[hc]] [[cpu]] {
  To to;
  std::memcpy(&to, &value, sizeof to);
  return to;
}

template <class F>
static void check_each(F f) {
  constexpr int n = 4096;
  using Result = decltype(f(0l));
  hc::array_view<Result, 1> flat(n), tiled(n);
  hc::parallel_for_each(flat.get_extent(), [=](hc::index<1> i) [[hc]] { flat[i] = f(i[0]); });
  hc::parallel_for_each(tiled.get_extent().tile(64), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int last;
    if (t.local[0] == 63) last = t.global[0];
    t.barrier.wait();
    tiled[t.global] = f(last - 63 + t.local[0]);
  });
  for (int i = 0; i < n; ++i) {
    CHECK(flat[i] == f(i));
    CHECK(tiled[i] == f(i));
  }
}

#define FOR_EACH(expression) \
  check_each([](std::int64_t i) [[hc]] [[cpu]] { \
    const std::uint32_t u = static_cast<std::uint32_t>(i) * 0x01010101u; \
    const std::int32_t s = static_cast<std::int32_t>(u); \
    static_cast<void>(s); \
    return expression; \
  })

int main() {
  using std::int16_t;
  using std::int32_t;
  using std::int64_t;
  using std::int8_t;
  using std::uint16_t;
  using std::uint32_t;
  using std::uint64_t;
  // as bits
  FOR_EACH(bits<uint32_t>(float(u)));
  FOR_EACH(uint64_t(bits<uint32_t>(float(u))));
  FOR_EACH(uint64_t(bits<uint32_t>(float(s))) * 3);
  FOR_EACH(int64_t(bits<int32_t>(float(s))));
  FOR_EACH(uint64_t(bits<uint32_t>(float(int16_t(u)))));
  FOR_EACH(uint16_t(bits<uint32_t>(float(s))));
  FOR_EACH(uint64_t(bits<uint32_t>(float(u))) >> 3 ^ 5);
  FOR_EACH(uint32_t(bits<uint64_t>(double(s)) >> 32));
  FOR_EACH(bits<uint64_t>(double(i * 0x123456789ll * 0x12345ll)));
  FOR_EACH(uint64_t(bits<uint16_t>(hc::half(float(int32_t(i))))));
  FOR_EACH(uint64_t(bits<uint16_t>(hc::half(float(int16_t(u))))));
  // as integers
  FOR_EACH(int64_t(float(s)));
  FOR_EACH(int32_t(float(s >> 1)));
  FOR_EACH(int32_t(float(int16_t(i * 77))) * 2);
  FOR_EACH(int64_t(float(double(s))));
  FOR_EACH(double(bits<uint32_t>(float(u))));
  // cut and widened
  FOR_EACH(uint64_t(uint16_t(int16_t(i * 245 + 15) * 3)) * 1000003u ^ int64_t(int16_t(int16_t(i * 245 + 15) * 3 + 3)));
  FOR_EACH(uint64_t(uint16_t(i * 99 + 4)) << 20 ^ int64_t(int16_t(5 - i * 99)));
  FOR_EACH(int64_t(int8_t(i * 7 + 1)) * 3 + int64_t(uint8_t(i * 7)));
  FOR_EACH(float(int16_t(i * 99 + 4)) * float(uint16_t(i * 99)));
  return failures();
}
