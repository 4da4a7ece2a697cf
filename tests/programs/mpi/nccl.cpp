// hc_mpi.hpp between GPUs of one host, through NCCL: neighbours' rows, broadcasts and sums. The stand-ins for
// CUDA's driver and for NCCL run no kernels: the host fills and looks at everything. With a word: a fault.
#include <hc_distributed.hpp>
#include <hc_mpi.hpp>

#include <string>
#include <vector>

#include "../headers/check.hpp"

using View2 = hc::array_view<int, 2>;
using Rows = hc::distributed_array<int, 2>;

static int value(int rank, int row, int column) { return rank * 10007 + row * 100 + column; }

static void fill(const View2& a, int rank) {
  for (int r = 0; r < a.get_extent()[0]; ++r)
    for (int c = 0; c < a.get_extent()[1]; ++c) a(r, c) = value(rank, r, c);
}

// Rows of other ranks in the halos, and all others as they were.
static bool has_halos(hc::mpi::communicator& world, const View2& a, int halo) {
  const int rank = world.rank(), rows = a.get_extent()[0];
  bool right = true;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < a.get_extent()[1]; ++c) {
      int want = value(rank, r, c);
      if (r < halo && rank > 0) want = value(rank - 1, rows - 2 * halo + r, c);
      if (r >= rows - halo && rank + 1 < world.size()) want = value(rank + 1, r - rows + 2 * halo, c);
      right &= a(r, c) == want;
    }
  return right;
}

static void views(hc::mpi::communicator& world) {
  const int rank = world.rank();
  for (const int halo : {1, 2, 30}) {
    View2 a(100, 700);
    fill(a, rank);
    world.exchange(a, halo);
    CHECK(has_halos(world, a, halo));
  }
  View2 whole(20, 30);
  fill(whole, -1);
  const View2 section = whole.section(3, 4, 9, 11);  // with gaps
  fill(section, rank);
  world.exchange(section, 3).wait();
  CHECK(has_halos(world, section, 3));
  for (int c = 0; c < 30; ++c) CHECK(whole(2, c) == value(-1, 2, c) && whole(12, c) == value(-1, 12, c));
  for (int r = 0; r < 20; ++r) CHECK(whole(r, 3) == value(-1, r, 3) && whole(r, 15) == value(-1, r, 15));
}

// Rows of the whole that are not this rank's: what the neighbour has there.
static void pieces(hc::mpi::communicator& world, const std::vector<hc::accelerator>& accelerators) {
  const int size = world.size(), halo = 2, columns = 50, rows = 20 * size, first = world.rank() * 20;
  const hc::distribution where(accelerators);
  Rows a(hc::extent<2>(rows, columns), where, halo, first, first + 20);
  std::vector<int> own, row(columns);
  for (int round = 0; round < 3; ++round) {
    own.clear();
    for (int r = first; r < first + 20; ++r)
      for (int c = 0; c < columns; ++c) own.push_back(value(round, r, c));
    a.scatter(own.data()).wait();
    for (const hc::completion_future& moved : world.exchange(a)) moved.wait();
    const auto check = [&](std::size_t piece, int number) {
      hc::accelerator_view by = where.kernels(piece);
      by.copy(a.row(piece, number), row.data(), sizeof(int) * columns);
      for (int c = 0; c < columns; ++c)
        if (row[c] != value(round, number, c)) return false;
      return true;
    };
    for (int r = 1; r <= halo; ++r) {
      CHECK(first == 0 || check(0, first - r));
      CHECK(first + 20 == rows || check(a.size() - 1, first + 19 + r));
    }
  }
}

static void collectives(hc::mpi::communicator& world) {
  const int rank = world.rank(), size = world.size(), n = 3000;
  hc::array_view<int, 1> x(n);
  for (int i = 0; i < n; ++i) x[i] = i + rank;
  world.allreduce(x);
  CHECK(x[0] == size * (size - 1) / 2 && x[n - 1] == (n - 1) * size + size * (size - 1) / 2);
  x[5] = rank;
  world.bcast(x, size - 1).wait();
  CHECK(x[5] == size - 1);
  // Messages find each other in any order: they are MPI's.
  hc::array_view<int, 1> y(n);
  world.sendrecv(x, (rank + 1) % size, y, (rank + size - 1) % size).wait();
  CHECK(y[5] == size - 1);
}

static int run_fault(hc::mpi::communicator& world, const std::string& how) {
  const int rank = world.rank();
  View2 a(12, 5);
  fill(a, rank);
  if (how == "sizes") {
    world.exchange(a, rank == 0 ? 1 : 2).wait();
  } else if (how == "rows") {
    Rows b(hc::extent<2>(40, 7 + rank), hc::distribution({world.rank_accelerator()}), 1, rank * 10,
           rank * 10 + 10);
    for (const hc::completion_future& moved : world.exchange(b)) moved.wait();
  } else if (how == "order") {
    if (rank == 0) {
      world.exchange(a, 1).wait();
    } else {
      world.allreduce(a.section(0, 0, 1, 5)).wait();
    }
  } else {
    world.exchange(a, 1).wait();
  }
  return 0;
}

int main(int argc, char** argv) {
  return hc::mpi::run(argc, argv, [&](hc::mpi::communicator& world) {
    std::printf("rank %d: %s\n", world.rank(), world.nccl_fault().c_str());
    if (argc > 1) return run_fault(world, argv[1]);
    const hc::accelerator own = world.rank_accelerator(), host(L"host");
    for (int round = 0; round < 2; ++round) {
      views(world);
      pieces(world, {own});
      pieces(world, {own, host});
      pieces(world, {host, own});
      collectives(world);
    }
    return failures();
  });
}
