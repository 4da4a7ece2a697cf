// distributed_array: pieces on several accelerators give what one accelerator gives, bit for bit; exchanges,
// parts, scatter and gather; what is refused. Peers. All accelerators here take part.
#include <hc.hpp>
#include <hc_distributed.hpp>

#include <cstring>
#include <string>
#include <vector>

#include "check.hpp"
#include "refusal.hpp"

using View2 = hc::distributed_view<float, 2>;
using Array2 = hc::distributed_array<float, 2>;
using Part = hc::distributed_part;

static std::vector<hc::accelerator> workers(int count) {
  std::vector<hc::accelerator> able, list{hc::accelerator()};
  for (const hc::accelerator& acc : hc::accelerator::get_all())
    if (acc.is_hsa_accelerator()) able.push_back(acc);
  for (int i = 1; i < count; ++i) list.push_back(able[static_cast<std::size_t>(i) % able.size()]);
  return list;
}

static std::vector<float> start(int rows, int columns) {
  std::vector<float> grid(static_cast<std::size_t>(rows * columns));
  for (std::size_t i = 0; i < grid.size(); ++i) grid[i] = static_cast<float>((i * 7919) % 1000) / 10;
  return grid;
}

// A stencil that reaches `halo` rows to each side.
static std::vector<float> stencil(const hc::distribution& where, int rows, int columns, int halo, int steps,
                                  bool overlapped) {
  const hc::extent<2> whole(rows, columns);
  const std::vector<float> first = start(rows, columns);
  Array2 a(whole, where, halo), b(whole, where, halo);
  a.scatter(first.data()).wait();
  const auto step = [=](hc::index<2> i, View2 from, View2 to) [[hc]] {
    const int r = i[0], c = i[1];
    float sum = from[i];
    if (r >= halo && r < rows - halo && c > 0 && c < columns - 1)
      sum = 0.2f * (from[i] + from(hc::index<2>(r - halo, c)) + from(hc::index<2>(r + halo, c)) +
                    from(hc::index<2>(r, c - 1)) + from(hc::index<2>(r, c + 1)));
    to[i] = sum;
  };
  for (int s = 0; s < steps; ++s) {
    Array2 &from = s % 2 ? b : a, &to = s % 2 ? a : b;
    if (overlapped) {
      hc::parallel_for_each(Part::border, step, from, to);
      to.exchange();
      hc::parallel_for_each(Part::interior, step, from, to);
    } else {
      hc::parallel_for_each(Part::all, step, from, to);
      to.exchange();
    }
  }
  std::vector<float> result(first.size());
  (steps % 2 ? b : a).gather(result.data()).wait();
  return result;
}

int main() {
  for (const int halo : {1, 3}) {
    const std::vector<float> one = stencil(hc::distribution(workers(1)), 61, 40, halo, 9, false);
    CHECK(one != start(61, 40));
    for (const int count : {2, 3, 5}) {
      const hc::distribution where(workers(count));
      CHECK(stencil(where, 61, 40, halo, 9, false) == one);
      for (int again = 0; again < 4; ++again) CHECK(stencil(where, 61, 40, halo, 9, true) == one);
    }
  }
  // Pieces that are all border; no halo; three dimensions.
  const hc::distribution four(workers(4));
  CHECK(stencil(four, 9, 8, 2, 4, true) == stencil(hc::distribution(workers(1)), 9, 8, 2, 4, false));
  hc::distributed_array<int, 3> cube(hc::extent<3>(5, 3, 2), four);
  CHECK(cube.exchange().empty() && cube.size() == 4 && cube.first_row(3) == 3 && cube.last_row(3) == 5);
  hc::parallel_for_each(
      Part::all,
      [](hc::index<3> i, hc::distributed_view<int, 3> v) [[hc]] { v[i] += i[0] * 100 + i[1] * 10 + i[2]; },
      cube);
  std::vector<int> numbers(30);
  cube.gather(numbers.data()).wait();
  for (int i = 0; i < 30; ++i)
    CHECK(numbers[static_cast<std::size_t>(i)] == i / 6 * 100 + i / 2 % 3 * 10 + i % 2);

  // One line each.
  CHECK(refusal([&] { Array2(hc::extent<2>(3, 9), four, 1); }) ==
        "hc::distributed_array: 3 rows for 4 accelerators with a halo of 1: each piece needs at least 1");
  CHECK(refusal([&] { Array2(hc::extent<2>(11, 9), four, 3); }) ==
        "hc::distributed_array: 11 rows for 4 accelerators with a halo of 3: each piece needs at least 3");
  CHECK(refusal([] { hc::distribution(std::vector<hc::accelerator>()); }) ==
        "hc::distribution: the list has no accelerators");
  Array2 small(hc::extent<2>(8, 2), four, 1), other(hc::extent<2>(9, 2), four, 1);
  CHECK(refusal([&] {
          hc::parallel_for_each(Part::all, [](hc::index<2>, View2, View2) [[hc]] {}, small, other);
        }) == "hc::parallel_for_each: the arrays have not the same extent and distribution");

  // A peer's memory can be used under its address, and nobody is a peer of itself.
  for (const hc::accelerator& acc : hc::accelerator::get_all()) {
    CHECK(!acc.get_is_peer(acc));
    for (hc::accelerator& peer : acc.get_peers()) {
      CHECK(acc.get_is_peer(peer));
      if (!acc.is_hsa_accelerator()) continue;
      int* const memory = hc::am_alloc(4 * sizeof(int), peer, 0);
      const int ones[] = {1, 1, 1, 1};
      CHECK(hc::am_copy(memory, ones, sizeof ones) == AM_SUCCESS);
      CHECK(hc::am_map_to_peers(memory, 1, &acc) == AM_SUCCESS);
      hc::accelerator_view by = hc::accelerator(acc).create_view();
      hc::parallel_for_each(by, hc::extent<1>(4), [=](hc::index<1> i) [[hc]] {
        memory[i[0]] += i[0];
      }).wait();
      int found[4];
      CHECK(hc::am_copy(found, memory, sizeof found) == AM_SUCCESS && found[0] == 1 && found[3] == 4);
      hc::am_free(memory);
    }
  }
  return failures();
}
