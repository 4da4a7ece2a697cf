// rows: hc.library.mdspan
// flags: -std=c++17
// <hc_mdspan.hpp> with an mdspan of another namespace: of views, arrays and arrays with pitch, and back.
#include <cstddef>
#include <hc.hpp>
#include <type_traits>
#include <vector>

// What of the standard's mdspan the header uses, with arrays of its own as some libraries have them.
namespace spans {

template <class T, std::size_t N>
struct array {
  T value[N] = {};
  T& operator[](std::size_t i) [[cpu, hc]] { return value[i]; }
  const T& operator[](std::size_t i) const [[cpu, hc]] { return value[i]; }
};

template <class I, std::size_t N>
struct dextents {
  I size[N] = {};
  dextents() [[cpu, hc]] {}
  template <class... S, class = std::enable_if_t<sizeof...(S) == N>>
  explicit dextents(S... s) [[cpu, hc]] : size{static_cast<I>(s)...} {}
};

struct layout_stride {
  template <class E>
  struct mapping;
  template <class I, std::size_t N>
  struct mapping<dextents<I, N>> {
    typedef dextents<I, N> extents_type;
    extents_type size;
    array<I, N> step;
    mapping() [[cpu, hc]] {}
    mapping(const extents_type& e, const array<I, N>& s) [[cpu, hc]] : size(e), step(s) {}
    array<I, N> strides() const [[cpu, hc]] { return step; }
  };
};

template <class T, class E, class L>
struct mdspan;
template <class T, class I, std::size_t N, class L>
struct mdspan<T, dextents<I, N>, L> {
  typedef T element_type;
  typedef std::size_t rank_type;
  typedef typename L::template mapping<dextents<I, N>> mapping_type;
  T* data;
  mapping_type map;
  mdspan(T* p, const mapping_type& m) [[cpu, hc]] : data(p), map(m) {}
  static constexpr rank_type rank() { return N; }
  T* data_handle() const [[cpu, hc]] { return data; }
  I extent(rank_type d) const [[cpu, hc]] { return map.size.size[d]; }
  I stride(rank_type d) const [[cpu, hc]] { return map.step[d]; }
  template <class... S>
  T& operator()(S... s) const [[cpu, hc]] {
    const I at[] = {static_cast<I>(s)...};
    I offset = 0;
    for (std::size_t d = 0; d < N; ++d) offset += at[d] * map.step[d];
    return data[offset];
  }
};

}  // namespace spans

#define HC_MDSPAN_NAMESPACE spans
#include <hc_mdspan.hpp>
#include <hc_pitched_array.hpp>

#include "check.hpp"

static void views() {
  hc::array_view<float, 2> whole(8, 6);
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 6; ++x) whole(y, x) = -1;
  const hc::array_view<float, 2> part = whole.section(2, 1, 5, 4);
  hc::parallel_for_each(part.get_extent(), [=](hc::index<2> i) [[hc]] {
    const auto m = hc::mdspan_of(part);
    m(i[0], i[1]) = float(i[0] * 10 + i[1] + m.extent(1) * 1000 + m.stride(0) * 100);
  });
  const auto m = hc::mdspan_of(part);
  static_assert(std::is_same<decltype(m), const hc::dynamic_mdspan<float, 2>>::value, "");
  CHECK(m(4, 3) == 4643 && whole(6, 4) == 4643 && whole(1, 1) == -1);
  const hc::array_view<float, 2> again = hc::view_of(m);
  CHECK(again.get_extent() == part.get_extent() && again(0, 2) == 4602);
}

static void arrays() {
  hc::array<int, 3> a(4, 5, 6);
  hc::parallel_for_each(a.get_extent(), [&a](hc::index<3> i) [[hc]] {
    const auto m = hc::mdspan_of(a);
    m(i[0], i[1], i[2]) = i[0] * 100 + i[1] * 10 + i[2];
  });
  CHECK(hc::mdspan_of(a)(3, 4, 5) == 345);
  hc::mdspan_of(a)(0, 0, 1) = 77;  // on the host: the next kernel sees it
  const hc::array<int, 3>& constant = a;
  static_assert(std::is_same<decltype(hc::mdspan_of(constant)), hc::dynamic_mdspan<const int, 3>>::value, "");
  hc::array_view<int> seen(2);
  hc::parallel_for_each(hc::extent<1>(1), [=, &constant](hc::index<1>) [[hc]] {
    seen[0] = hc::mdspan_of(constant)(0, 0, 1), seen[1] = hc::mdspan_of(constant)(2, 0, 3);
  });
  CHECK(seen[0] == 77 && seen[1] == 203);

  std::vector<double> memory(20, 1);
  const spans::mdspan<double, spans::dextents<int, 2>, spans::layout_stride> rows(
      memory.data(), {spans::dextents<int, 2>(3, 4), spans::array<int, 2>{{6, 1}}});
  hc::array<double, 2> copy(hc::view_of(rows));
  hc::array_view<double, 2> there(copy);
  CHECK(there.get_extent() == hc::extent<2>(3, 4) && there(2, 3) == 1);
}

static void pitched() {
  hc::pitched_array<float> p(hc::extent<2>(10, 33));
  const hc::array_view<float, 2> v = p.view();
  hc::parallel_for_each(v.get_extent(), [=](hc::index<2> i) [[hc]] {
    const auto m = hc::mdspan_of(v);
    m(i[0], i[1]) = float(m.stride(0) * 100 + i[0]);
  });
  const auto m = hc::mdspan_of(p);
  CHECK(m.extent(1) == 33 && m.stride(0) == 64 && m(9, 32) == 6409);
}

int main() {
  views();
  arrays();
  pitched();
  return failures();
}
