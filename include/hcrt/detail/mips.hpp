// Mips: where the texels of a texture's mipmap levels are.
#ifndef HCRT_DETAIL_MIPS_HPP
#define HCRT_DETAIL_MIPS_HPP

#include "exceptions.hpp"
#include "extent.hpp"

namespace hcrt {
namespace detail {

/// A range of a texture's mipmap levels. All levels follow each other in one buffer, without gaps, the most
/// detailed one first. A level has half the extent of the one before it, rounded down, but at least 1.
template <int N>
struct Mips {
  Kalmar::extent<N> base;    // of the texture's level 0
  unsigned bits = 0;         // of a scalar
  unsigned texel_bytes = 0;  // of all scalars of a texel
  unsigned first = 0, levels = 1;
  std::size_t start = 0;  // the byte at which level `first` begins

  /// The extent of a level, counted from the first of the range.
  HCRT_BOTH Kalmar::extent<N> extent(unsigned level = 0) const { return extent_in_texture(first + level); }

  /// The byte in the buffer at which a level of the range begins; of `levels`, where the range ends.
  HCRT_BOTH std::size_t begin(unsigned level = 0) const {
    std::size_t at = start;
    for (unsigned l = 0; l < level; ++l) at += element_count(extent(l)) * texel_bytes;
    return at;
  }
  HCRT_BOTH std::size_t bytes() const { return begin(levels) - begin(); }

  HCRT_BOTH std::size_t offset(const Kalmar::index<N>& i, unsigned level = 0) const {
    const Kalmar::extent<N> e = extent(level);
    std::size_t at = static_cast<std::size_t>(i[0]);
    for (int d = 1; d < N; ++d) at = at * static_cast<std::size_t>(e[d]) + static_cast<std::size_t>(i[d]);
    return begin(level) + at * texel_bytes;
  }

  /// The levels of the range from `level` on; throws where the range has not as many.
  HCRT_CPU Mips part(unsigned level, unsigned count) const {
    if (level >= levels || count == 0 || count > levels - level)
      fail_argument("the mipmap levels are not in the texture");
    Mips some = *this;
    some.start = begin(level);
    some.first += level;
    some.levels = count;
    return some;
  }

 private:
  HCRT_BOTH Kalmar::extent<N> extent_in_texture(unsigned level) const {
    if (level == 0) return base;
    Kalmar::extent<N> e;
    for (int d = 0; d < N; ++d) e[d] = base[d] >> level > 0 ? base[d] >> level : 1;
    return e;
  }
};

/// The mips of a new texture; levels 0 means all down to the extent 1. Throws what the specification has for
/// extents and formats that no texture has.
template <class Texel, int N>
HCRT_CPU Mips<N> make_mips(const Kalmar::extent<N>& e, unsigned bits, unsigned levels) {
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    fail_argument("the bits of a texture's scalar element are 8, 16, 32 or 64");
  if (!Texel::supports(bits))
    throw Kalmar::unsupported_feature(
        "textures of this type don't have that number of bits per scalar element");
  int longest = 0;
  for (int d = 0; d < N; ++d) {
    if (e[d] <= 0) fail_argument("the extent of a texture must be positive in each dimension");
    longest = e[d] > longest ? e[d] : longest;
  }
  unsigned most = 1;
  while (longest >> most > 0) ++most;
  if (levels > most) fail_argument("the extent of the texture has not as many mipmap levels");
  Mips<N> mips;
  mips.base = e;
  mips.bits = bits;
  mips.texel_bytes = bits / 8 * Texel::channels;
  mips.levels = levels == 0 ? most : levels;
  if (mips.bytes() > 0xFFFFFFFFu) fail_argument("the texture has more bytes than an unsigned int counts");
  return mips;
}

}  // namespace detail
}  // namespace hcrt
#endif
