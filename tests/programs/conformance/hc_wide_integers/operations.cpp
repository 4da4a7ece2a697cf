// rows: hc.math.intrinsics
// flags: -fwrapv
// Integers of 128 bits: every operation, in registers, in arrays and structs, in group memory and in buffers.
#include <hc.hpp>

#include <cstdint>
#include <cstring>
#include <vector>

#include "check.hpp"

typedef std::uint64_t u64;
typedef __int128 i128;
typedef unsigned __int128 u128;

static u64 mixed(u64 x) [[cpu, hc]] {
  x = (x + 1) * 0x9e3779b97f4a7c15u;
  x ^= x >> 29;
  return x % 5 == 0 ? ~u64(0) >> x % 64 : x % 7 == 0 ? u64(1) << x % 64 : x % 11 == 0 ? x % 3 : x;
}
// Small, large, and near to zero from below.
static u128 wide(u64 k) [[cpu, hc]] {
  const u64 high = mixed(2 * k), kind = mixed(k * 7 + 3) % 4;
  const u64 upper = kind == 0 ? 0 : kind == 1 ? high >> 40 : kind == 2 ? -(high >> 50) : high;
  return u128(upper) << 64 | mixed(2 * k + 1);
}
static u64 fold(u128 x) [[cpu, hc]] { return u64(x) * 31 + u64(x >> 64); }
template <class T>
static u64 bits(T x) [[cpu, hc]] {
  u64 made = 0;
  std::memcpy(&made, &x, sizeof x);
  return made;
}

template <class Op>
static void check(int line, Op op) {
  const int n = 300;
  std::vector<u64> got(n);
  hc::array_view<u64> out(n, got);
  hc::parallel_for_each(out.get_extent(), [=](hc::index<1> i) [[hc]] {
    out[i] = op(wide(i[0]), wide(i[0] + 1000), i[0]);
  });
  out.synchronize();
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += got[i] != op(wide(i), wide(i + 1000), i);
  if (wrong) std::printf("line %d: %d wrong\n", line, wrong);
  CHECK(wrong == 0);
}
#define OP(...) check(__LINE__, [](u128 a, u128 b, int i) [[cpu, hc]] -> u64 { return __VA_ARGS__; })

static void arithmetic() {
  OP(fold(a + b) * 3 + fold(a - b));
  OP(fold(a * b) * 3 + fold(-a));
  OP(fold(a & b) * 5 + fold(a | b) * 3 + fold(a ^ b) + fold(~a));
  OP(fold(a << (i & 127)) * 5 + fold(a >> (i & 127)) * 3 + fold(i128(a) >> (i & 127)));
  OP(fold(a << 7) * 5 + fold(a << 64) * 3 + fold(a << 100));
  OP(fold(a >> 64) * 5 + fold(a >> 99) * 3 + fold(a >> 3));
  OP(fold(i128(a) >> 65) * 5 + fold(i128(a) >> 3) * 3 + fold(i128(a) >> 127));
  OP(fold(a << (i & 127) | a >> (-i & 127)) * 3 + fold(a << 37 | a >> 91));
  OP(u64(u128(u64(a)) * u64(b) >> 64) * 3 + u64(i128(std::int64_t(a)) * std::int64_t(b) >> 64));
  OP(fold(i128(std::int64_t(a)) * std::int64_t(b)));
  OP(u64(u128(u64(a)) * (u128(5) << 64 | 7) >> 64));  // a factor that has an upper half
  OP(fold(u128(u64(a)) * (u128(5) << 64 | 7)));
  OP(fold(++a));
}

static void quotients() {
  OP(fold(a / (b | 1)) * 3 + fold(a % (b | 1)));
  OP(fold(i128(a >> 1) / (i128(b) | 1)) * 3 + fold(i128(a) / 2 % (i128(b) | 1)));
  OP(fold(a / 10) * 3 + u64(a % 10));
  OP(u64(u128(u64(a)) * u64(b) % (u64(b >> 64) | 3)));
}

template <class T>
static u64 overflows(T a, T b) [[cpu, hc]] {
  T sum, difference, product;
  const bool lost[] = {__builtin_add_overflow(a, b, &sum), __builtin_sub_overflow(a, b, &difference),
                       __builtin_mul_overflow(a, b, &product)};
  const u64 all = fold(sum) * 5 + fold(difference) * 3 + fold(product);
  return all * 8 + lost[0] * 4 + lost[1] * 2 + lost[2];
}

static void limits() {
  OP(overflows(a, b));
  OP(overflows(i128(a), i128(b)));
  OP(overflows(i128(a) >> 62, i128(b) >> 64) * 3 + overflows(a >> 60, b >> 66));
  OP(fold(a + b < a ? ~u128(0) : a + b) * 3 + fold(a > b ? a - b : 0));
  OP((i128(a) > i128(b)) - (i128(a) < i128(b)) + 3 * ((a > b) - (a < b)));
}

static void comparisons() {
  OP((a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a != b) + 32 * !!a);
  OP((i128(a) < i128(b)) + 2 * (i128(a) <= i128(b)) + 4 * (i128(a) > i128(b)) + 8 * (i128(a) >= i128(b)));
  OP(((a & 7) == (b & 7)) + 2 * (a == a + (i & 1)));
  OP(fold(a < b ? a : b) * 3 + fold(i128(a) > i128(b) ? i128(a) : i128(b)));
  OP(fold(i128(a) < 0 ? -i128(a) : i128(a)));
}

static void conversions() {
  OP(bits(double(a)) * 3 + bits(float(a >> 1)));
  OP(bits(double(i128(a))) * 3 + bits(float(i128(a))));
  OP(fold(double(a >> 2)) * 3 + fold(i128(double(i128(a) / 4))) + fold(float(a >> 2)));
  OP(fold(i128(int(a))) * 3 + fold(unsigned(a)) + unsigned(a >> 33) + (unsigned char)(a >> 60));
}

static u64 chosen(u128 x, int i) [[cpu, hc]] {
  switch (i128(x)) {
    case 0: return 3;
    case 77: return i;
    case -5: return 7;
    case i128(77) << 64: return 11;
    default: return fold(x);
  }
}

static void choices() {
  OP(chosen(a, i) * 3 + chosen(a % 80, i));
  OP(chosen(i % 3 ? u128(77) << i % 2 * 64 : -u128(i % 7), i));
}

struct Mixed {
  int a;
  i128 b;
  short c;
};

static void places() {
  check(__LINE__, [](u128 a, u128 b, int i) [[cpu, hc]] -> u64 {
    u128 sum = 0;
    for (int k = 0; k < i % 17; ++k) {
      sum = sum * 6364136223846793005u + a;
      if (sum > b) sum -= b;
    }
    return fold(sum);
  });
  check(__LINE__, [](u128 a, u128 b, int i) [[cpu, hc]] -> u64 {
    u128 s[5], made = 0;
    for (int k = 0; k < 5; ++k) s[k] = a + k * b;
    s[i % 5] ^= b;
    for (int k = 0; k < 5; ++k) made = made * 3 + s[(k + i) % 5];
    return fold(made);
  });
  check(__LINE__, [](u128 a, u128 b, int i) [[cpu, hc]] -> u64 {
    Mixed s[2] = {{i, i128(a), 3}, {i + 1, i128(b), 4}}, t = s[i & 1];
    s[int(a) & 1] = t;
    return fold(s[0].b - s[1].b) + s[0].a + s[1].c;
  });
}

static void memory() {
  const int n = 64;
  const u128 factor = wide(5);
  std::vector<u128> x(n), y(n);
  std::vector<Mixed> z(n);
  for (int i = 0; i < n; ++i) {
    x[i] = wide(i);
    z[i] = {i, i128(wide(i + 9)), short(i)};
  }
  hc::array_view<u128> vx(n, x), vy(n, y);
  hc::array_view<Mixed> vz(n, z);
  hc::parallel_for_each(hc::extent<1>(n).tile(16), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static u128 s[16];
    const int g = t.global[0], l = t.local[0];
    s[l] = vx[g] * factor;
    t.barrier.wait();
    vy[g] = s[15 - l] + u128(vz[g].b);
    vz[g].b -= 1;
    vz[g].c += 2;
  });
  vy.synchronize();
  vz.synchronize();
  for (int i = 0; i < n; ++i) {
    CHECK(y[i] == x[i / 16 * 16 + 15 - i % 16] * factor + wide(i + 9));
    CHECK(z[i].b == i128(wide(i + 9)) - 1 && z[i].a == i && z[i].c == i + 2);
  }
}

int main() {
  arithmetic();
  quotients();
  limits();
  comparisons();
  conversions();
  choices();
  places();
  memory();
  return failures();
}
