// Heat on a plate by Jacobi's method: one source for one accelerator, several, and several processes.
//
//   hcc -O2 jacobi.cpp -o jacobi && ./jacobi [ROWS COLUMNS STEPS [ACCELERATORS]]
//   MPICH_CXX=hcc mpicxx -O2 -DUSE_MPI $(hcc-config --cxxflags --ldflags) jacobi.cpp -o jacobi
//   mpiexec -n 4 ./jacobi
//
// jacobi.py runs the same kernel on Dask's workers. However many share the plate, the sum is the same to the
// last bit. ACCELERATORS is a number; more than there are take turns on them.
#include <hc.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "accelerators.hpp"
#include "hc_distributed.hpp"
#ifdef USE_MPI
#include "hc_mpi.hpp"
#endif

using Plate = hc::distributed_array<float, 2>;
using View = hc::distributed_view<float, 2>;

// One step for one element; its rows are `columns` long. The edge of the plate keeps its heat.
inline float relaxed(const float* at, int row, int column, int rows, int columns) [[hc]] [[cpu]] {
  if (row == 0 || row == rows - 1 || column == 0 || column == columns - 1) return *at;
  return 0.25f * ((at[-columns] + at[columns]) + (at[-1] + at[1]));
}

// For Python: a stretch of rows whose first is the plate's row `first`, with a row of each neighbour around
// it.
void relax(hc::index<2> i, int first, int rows, int columns, const float* from, float* to) [[hc]] {
  const int at = (i[0] + 1) * columns + i[1];
  to[at] = relaxed(from + at, first + i[0], i[1], rows, columns);
}

static float heat_at(int row, int column) {
  return row == 0 ? 100.0f : static_cast<float>((row * 31 + column * 17) % 50);
}

// All steps on this process' rows; `exchange` brings the border rows to the processes that need them.
template <class Exchange>
static std::vector<float> run(Plate& a, Plate& b, int steps, Exchange exchange) {
  const int rows = a.get_extent()[0], columns = a.get_extent()[1];
  std::vector<float> heat;
  for (int r = a.first_row(); r < a.last_row(); ++r)
    for (int c = 0; c < columns; ++c) heat.push_back(heat_at(r, c));
  a.scatter(heat.data()).wait();
  exchange(a);
  const auto step = [=](hc::index<2> i, View from, View to)
                        [[hc]] { to[i] = relaxed(&from[i], i[0], i[1], rows, columns); };
  for (int s = 0; s < steps; ++s) {
    Plate &from = s % 2 ? b : a, &to = s % 2 ? a : b;
    hc::parallel_for_each(hc::distributed_part::border, step, from, to);
    exchange(to);  // while the rest is computed
    hc::parallel_for_each(hc::distributed_part::interior, step, from, to);
  }
  (steps % 2 ? b : a).gather(heat.data()).wait();
  return heat;
}

static double sum_of(const std::vector<float>& heat) {
  double sum = 0;
  for (const float x : heat) sum += x;
  return sum;
}

static bool is_right(const std::vector<float>& found, int rows, int columns, int steps) {
  std::vector<float> from, to;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) from.push_back(heat_at(r, c));
  to = from;
  for (int s = 0; s < steps; ++s, from.swap(to))
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c)
        to[static_cast<std::size_t>(r * columns + c)] =
            relaxed(&from[static_cast<std::size_t>(r * columns + c)], r, c, rows, columns);
  return from == found;
}

int main(int argc, char** argv) {
  const int rows = argc > 2 ? std::atoi(argv[1]) : 256, columns = argc > 2 ? std::atoi(argv[2]) : 200;
  const int steps = argc > 3 ? std::atoi(argv[3]) : 50, count = argc > 4 ? std::atoi(argv[4]) : 1;
  const auto report = [=](const std::vector<float>& heat) {
    const bool right = is_right(heat, rows, columns, steps);
    std::printf("%s: sum %a\n", right ? "PASSED" : "FAILED", sum_of(heat));
    return right ? 0 : 1;
  };
  const hc::extent<2> plate(rows, columns);
#ifdef USE_MPI
  return hc::mpi::run(argc, argv, [&](hc::mpi::communicator& world) {
    const hc::distribution where(count > 1 ? accelerators_for(count)
                                           : std::vector<hc::accelerator>{world.rank_accelerator()});
    const int first = world.first_row(rows), last = world.last_row(rows);
    Plate a(plate, where, 1, first, last), b(plate, where, 1, first, last);
    std::vector<float> own = run(a, b, steps, [&](Plate& array) { world.exchange(array); });
    if (world.rank() > 0) {
      world.send(hc::array_view<float, 1>(static_cast<int>(own.size()), own), 0).wait();
      return 0;
    }
    for (int rank = 1; rank < world.size(); ++rank) {
      const int mine = static_cast<int>(1LL * rows * rank / world.size());
      const int next = static_cast<int>(1LL * rows * (rank + 1) / world.size());
      std::vector<float> more(static_cast<std::size_t>((next - mine) * columns));
      world.recv(hc::array_view<float, 1>(static_cast<int>(more.size()), more), rank).wait();
      own.insert(own.end(), more.begin(), more.end());
    }
    return report(own);
  });
#else
  const hc::distribution where(accelerators_for(count));
  Plate a(plate, where, 1), b(plate, where, 1);
  return report(run(a, b, steps, [](Plate& array) { array.exchange(); }));
#endif
}
