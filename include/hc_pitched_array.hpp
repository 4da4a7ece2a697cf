// hc::pitched_array<T, N>: an array whose rows begin at aligned addresses.
#ifndef HC_PITCHED_ARRAY_HPP
#define HC_PITCHED_ARRAY_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc.hpp"

namespace hc {

/// An array of rank 2 or more whose rows take whole pieces of `alignment` bytes, so that each begins as the
/// first one does. Kernels use view(), a section of the array beneath.
template <class T, int N = 2>
class pitched_array {
  static_assert(N >= 2, "pitched_array has a rank of 2 or more: a single row needs no pitch");

 public:
  static inline constexpr int rank = N;
  typedef T value_type;

  HCRT_CPU explicit pitched_array(const extent<N>& e, int alignment = 128)
      : pitched_array(e, accelerator().get_default_view(), alignment) {}
  /// \param alignment in bytes, a multiple of T's size
  /// \throws runtime_exception where it is not, or where the extent is not positive
  HCRT_CPU pitched_array(const extent<N>& e, accelerator_view view, int alignment = 128)
      : extent_(e), array_(padded(e, alignment), view) {}

  /// Without the padding of the rows.
  HCRT_BOTH hc::extent<N> get_extent() const { return extent_; }
  /// The distance, in elements, from one row's first element to the next one's.
  HCRT_BOTH std::ptrdiff_t get_pitch() const { return array_.get_stride(N - 2); }
  /// The distance, in elements, between neighbours in dimension d.
  HCRT_BOTH std::ptrdiff_t get_stride(int d) const { return array_.get_stride(d); }
  /// The distance, in elements, of an element from the first one.
  HCRT_BOTH std::ptrdiff_t get_raw_index(const index<N>& i) const { return array_.get_raw_index(i); }

  /// The elements without the gaps after the rows.
  HCRT_CPU array_view<T, N> view() { return array_view<T, N>(array_).section(extent_); }
  HCRT_CPU array_view<const T, N> view() const { return array_view<const T, N>(array_).section(extent_); }
  /// The array beneath, whose last dimension has the gaps.
  HCRT_BOTH array<T, N>& get_array() { return array_; }
  HCRT_BOTH const array<T, N>& get_array() const { return array_; }

 private:
  HCRT_CPU static hc::extent<N> padded(hc::extent<N> e, int alignment) {
    if (alignment <= 0 || alignment % static_cast<int>(sizeof(T)) != 0)
      throw runtime_exception("pitched_array: the alignment is no multiple of an element's size",
                              E_INVALIDARG);
    const int piece = alignment / static_cast<int>(sizeof(T));
    e[N - 1] = (e[N - 1] + piece - 1) / piece * piece;
    return e;
  }

  hc::extent<N> extent_;
  array<T, N> array_;
};

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
