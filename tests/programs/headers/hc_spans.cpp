// <hc_pitched_array.hpp> and <hc_mdspan.hpp>: rows with gaps, and spans of the host's memory as views.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <hc.hpp>
#include <hc_mdspan.hpp>
#include <hc_pitched_array.hpp>
#include <vector>

#include "check.hpp"

// What of std::mdspan view_of uses: libraries before C++23 have none.
template <class T, int N>
struct Span {
  typedef T element_type;
  typedef std::size_t rank_type;
  T* first;
  std::array<int, N> extents, strides;
  static constexpr rank_type rank() { return N; }
  T* data_handle() const { return first; }
  int extent(rank_type d) const { return extents[d]; }
  int stride(rank_type d) const { return strides[d]; }
};

static void check_pitched() {
  hc::pitched_array<float> a(hc::extent<2>(10, 33));
  CHECK(a.get_pitch() == 64 && a.get_stride(1) == 1 && a.get_extent() == hc::extent<2>(10, 33));
  CHECK(a.get_raw_index(hc::index<2>(2, 5)) == 133);
  const hc::array_view<float, 2> v = a.view();
  CHECK(v.get_extent() == a.get_extent() && v.get_stride(0) == 64);
  hc::array_view<int> aligned(10);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<2> i) [[hc]] {
    v[i] = float(i[0] * 100 + i[1]);
    if (i[1] == 0) aligned[i[0]] = int((&v(i[0], 0) - &v(0, 0)) * 4 % 128);
    if (v.get_raw_index(i) != i[0] * 64 + i[1]) v[i] = -1;
  });
  std::vector<float> flat(330);
  hc::copy(v, flat.begin());
  for (int i = 0; i < 330; ++i) CHECK(flat[i] == float(i / 33 * 100 + i % 33));
  for (int i = 0; i < 10; ++i) CHECK(aligned[i] == 0);

  hc::pitched_array<double, 3> cube(hc::extent<3>(3, 4, 5), 64);
  CHECK(cube.get_stride(0) == 32 && cube.get_stride(1) == 8 && cube.get_pitch() == 8);
  const auto box = cube.view();
  hc::parallel_for_each(box.get_extent(),
                        [=](hc::index<3> i) [[hc]] { box[i] = i[0] * 16 + i[1] * 4 + i[2]; });
  std::vector<double> all(60);
  hc::copy(box, all.begin());
  CHECK(all[0] == 0 && all[59] == 48 && all[20] == 16);
  CHECK_THROWS(hc::pitched_array<double>(hc::extent<2>(2, 2), 12), hc::runtime_exception, "no multiple");
}

static void check_spans() {
  std::vector<int> rows(24);
  const Span<int, 2> tight{rows.data(), {4, 6}, {6, 1}};
  const hc::array_view<int, 2> v = hc::view_of(tight);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<2> i) [[hc]] { v[i] = i[0] * 10 + i[1]; });
  v.synchronize();
  CHECK(rows[23] == 35);

  // Nothing lies after the last row's last element.
  const std::size_t page = std::size_t(sysconf(_SC_PAGESIZE));
  char* const pages =
      static_cast<char*>(mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(pages + page, page, PROT_NONE);
  const int count = 2 * 8 + 5;
  float* const data = reinterpret_cast<float*>(pages + page) - count;
  for (int i = 0; i < count; ++i) data[i] = -float(i);
  {
    const Span<float, 2> gaps{data, {3, 5}, {8, 1}};
    const auto w = hc::view_of(gaps);
    CHECK(w.get_extent() == hc::extent<2>(3, 5) && w.get_stride(0) == 8);
    hc::parallel_for_each(w.get_extent(), [=](hc::index<2> i) [[hc]] { w[i] *= 2; });
  }
  for (int i = 0; i < count; ++i) CHECK(data[i] == (i % 8 < 5 ? -2 * float(i) : -float(i)));
  munmap(pages, 2 * page);

  std::vector<int> deep(3 * 64);
  const Span<int, 3> steps{deep.data(), {3, 4, 5}, {64, 8, 1}};
  const auto d = hc::view_of(steps);
  hc::parallel_for_each(d.get_extent(), [=](hc::index<3> i) [[hc]] { d[i] = 1 + i[0]; });
  d.synchronize();
  int sum = 0;
  for (const int x : deep) sum += x;
  CHECK(sum == 20 * 6 && deep[64 * 2 + 8 * 3 + 4] == 3 && deep[5] == 0);

  const Span<int, 2> columns{rows.data(), {4, 6}, {1, 4}}, wide{rows.data(), {4, 3}, {6, 2}};
  CHECK_THROWS(hc::view_of(columns), hc::runtime_exception, "strides");
  CHECK_THROWS(hc::view_of(wide), hc::runtime_exception, "strides");
}

int main() {
  check_pitched();
  check_spans();
  return failures();
}
