// Counter-based random numbers: Philox of Salmon, Moraes, Dror and Shaw (SC 2011), and a stream over it.
#ifndef HCRT_DETAIL_PHILOX_HPP
#define HCRT_DETAIL_PHILOX_HPP

#include <cmath>
#include <cstdint>

#include "config.hpp"

namespace hcrt {
namespace detail {

/// N words, with the operators that tests and users of a block need.
template <int N>
struct Words {
  std::uint32_t word[N];

  HCRT_BOTH HCRT_CONSTEXPR14 std::uint32_t& operator[](int i) { return word[i]; }
  HCRT_BOTH constexpr std::uint32_t operator[](int i) const { return word[i]; }
  HCRT_BOTH friend HCRT_CONSTEXPR14 bool operator==(const Words& a, const Words& b) {
    for (int i = 0; i < N; ++i)
      if (a.word[i] != b.word[i]) return false;
    return true;
  }
  HCRT_BOTH friend constexpr bool operator!=(const Words& a, const Words& b) { return !(a == b); }
};

HCRT_BOTH constexpr std::uint32_t high_word(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(a) * b >> 32);
}

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

/// Philox over four words: counter and key give four random words, and equal ones give equal words
/// everywhere.
template <int Rounds = 10>
struct philox4x32 {
  static_assert(Rounds > 0, "philox4x32 has at least one round");
  typedef hcrt::detail::Words<4> counter_type;
  typedef hcrt::detail::Words<2> key_type;

  /// The random words of a counter and a key.
  HCRT_BOTH static HCRT_CONSTEXPR14 counter_type block(counter_type c, key_type k) {
    for (int i = 0; i < Rounds; ++i) {
      const std::uint32_t high0 = hcrt::detail::high_word(0xD2511F53u, c[0]), low0 = 0xD2511F53u * c[0];
      const std::uint32_t high1 = hcrt::detail::high_word(0xCD9E8D57u, c[2]), low1 = 0xCD9E8D57u * c[2];
      c = counter_type{{high1 ^ c[1] ^ k[0], low1, high0 ^ c[3] ^ k[1], low0}};
      k[0] += 0x9E3779B9u;
      k[1] += 0xBB67AE85u;
    }
    return c;
  }
};

/// Philox over two words, with a key of one.
template <int Rounds = 10>
struct philox2x32 {
  static_assert(Rounds > 0, "philox2x32 has at least one round");
  typedef hcrt::detail::Words<2> counter_type;
  typedef hcrt::detail::Words<1> key_type;

  /// The random words of a counter and a key.
  HCRT_BOTH static HCRT_CONSTEXPR14 counter_type block(counter_type c, key_type k) {
    for (int i = 0; i < Rounds; ++i) {
      const std::uint32_t high = hcrt::detail::high_word(0xD256D193u, c[0]), low = 0xD256D193u * c[0];
      c = counter_type{{high ^ c[1] ^ k[0], low}};
      k[0] += 0x9E3779B9u;
    }
    return c;
  }
};

/// A stream of random numbers whose only memory is four words: 2^64 streams a seed, 2^64 words a stream. A
/// work-item that takes its index for the stream gets the same numbers on every device. It is an engine for
/// <random>'s distributions too.
class random_stream {
 public:
  typedef std::uint32_t result_type;

  HCRT_BOTH HCRT_CONSTEXPR14 explicit random_stream(std::uint64_t seed = 0, std::uint64_t stream = 0)
      : key_{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}},
        stream_(stream),
        next_(0),
        block_{} {}

  /// The least number.
  HCRT_BOTH static constexpr result_type min() { return 0; }
  /// The greatest number.
  HCRT_BOTH static constexpr result_type max() { return 0xFFFFFFFFu; }

  /// 32 random bits.
  HCRT_BOTH HCRT_CONSTEXPR14 result_type operator()() {
    const int at = static_cast<int>(next_ & 3u);
    if (at == 0 || !filled_) fill();
    ++next_;
    // No index into the block: it stays in registers.
    return at == 0 ? block_[0] : at == 1 ? block_[1] : at == 2 ? block_[2] : block_[3];
  }
  /// As if it had been called n times.
  HCRT_BOTH HCRT_CONSTEXPR14 void discard(std::uint64_t n) {
    next_ += n;
    filled_ = false;
  }

  /// A float in [0, 1), a multiple of 2^-24.
  HCRT_BOTH HCRT_CONSTEXPR14 float uniform() { return static_cast<float>((*this)() >> 8) * 0x1p-24f; }
  /// A double in [0, 1), a multiple of 2^-53.
  HCRT_BOTH HCRT_CONSTEXPR14 double uniform_double() {
    const std::uint64_t high = (*this)(), low = (*this)();
    return static_cast<double>((high << 32 | low) >> 11) * 0x1p-53;
  }
  /// An integer in [0, limit), each as probable as the others; 0 where limit is 0.
  HCRT_BOTH HCRT_CONSTEXPR14 std::uint32_t below(std::uint32_t limit) {
    if (limit == 0) return 0;
    const std::uint32_t rest = (0u - limit) % limit;  // so many of the 2^32 words are refused
    for (;;) {
      const std::uint64_t product = static_cast<std::uint64_t>((*this)()) * limit;
      if (static_cast<std::uint32_t>(product) >= rest) return static_cast<std::uint32_t>(product >> 32);
    }
  }
  /// Of the normal distribution with mean 0 and deviation 1 (Box and Muller; two words each).
  HCRT_BOTH float normal() {
    const float u = static_cast<float>(((*this)() >> 8) + 1) * 0x1p-24f, v = uniform();
    return std::sqrt(-2.0f * std::log(u)) * std::cos(6.283185307f * v);
  }

 private:
  HCRT_BOTH HCRT_CONSTEXPR14 void fill() {
    const std::uint64_t number = next_ >> 2;
    block_ = philox4x32<>::block(
        {{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32),
          static_cast<std::uint32_t>(stream_), static_cast<std::uint32_t>(stream_ >> 32)}},
        key_);
    filled_ = true;
  }

  philox4x32<>::key_type key_;
  std::uint64_t stream_, next_;
  philox4x32<>::counter_type block_;
  bool filled_ = false;
};

}  // namespace Kalmar
#endif
