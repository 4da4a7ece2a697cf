// hc_mpi.hpp on array_views: every operation, in order with kernels, sections with gaps, many at a time. With
// a word: a fault.
#include <hc_distributed.hpp>
#include <hc_mpi.hpp>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "../headers/check.hpp"
#include "../headers/refusal.hpp"
#include "faults.hpp"

using View = hc::array_view<int, 1>;
using View2 = hc::array_view<int, 2>;

static int value(int rank, int i) { return rank * 10007 + i * 3; }

static void ring(hc::mpi::communicator& world) {
  const int n = 5000, rank = world.rank(), size = world.size(), from = (rank + size - 1) % size;
  View x(n), y(n);
  hc::parallel_for_each(x.get_extent(), [=](hc::index<1> i) [[hc]] { x[i] = rank * 10007 + i[0] * 3; });
  hc::parallel_for_each(y.get_extent(), [=](hc::index<1> i) [[hc]] { y[i] = -1; });
  world.sendrecv(x, (rank + 1) % size, y, from);
  // Overwritten at once: what was sent is what was there; what is read is what has arrived.
  hc::parallel_for_each(x.get_extent(), [=](hc::index<1> i) [[hc]] { x[i] = y[i] + 1; });
  bool right = true;
  for (int i = 0; i < n; ++i) right &= y[i] == value(from, i) && x[i] == value(from, i) + 1;
  CHECK(right);
  // Messages of one tag arrive in the order in which they were asked for.
  std::vector<View> out, in;
  for (int m = 0; m < 40; ++m) {
    out.emplace_back(10 + m), in.emplace_back(10 + m);
    const View o = out.back();
    hc::parallel_for_each(o.get_extent(), [=](hc::index<1> i) [[hc]] { o[i] = m * 100 + i[0]; });
    world.send(o, (rank + 1) % size, m % 2);
    world.recv(in.back(), from, m % 2);
  }
  for (int m = 0; m < 40; ++m) CHECK(in[m][0] == m * 100 && in[m][9 + m] == m * 100 + 9 + m);
}

static void sections(hc::mpi::communicator& world) {
  const int rank = world.rank(), size = world.size(), next = (rank + 1) % size,
            from = (rank + size - 1) % size;
  View2 a(20, 30);
  hc::parallel_for_each(a.get_extent(),
                        [=](hc::index<2> i) [[hc]] { a[i] = rank * 1000 + i[0] * 30 + i[1]; });
  // The last column to the first one of the next rank, and a box.
  world.sendrecv(a.section(0, 29, 20, 1), next, a.section(0, 0, 20, 1), from);
  world.sendrecv(a.section(2, 5, 4, 6), next, a.section(12, 15, 4, 6), from, 7);
  hc::parallel_for_each(a.get_extent(), [=](hc::index<2> i) [[hc]] { a[i] += 1; });
  bool right = true;
  for (int r = 0; r < 20; ++r)
    for (int c = 0; c < 30; ++c) {
      int want = rank * 1000 + r * 30 + c;
      if (c == 0) want = from * 1000 + r * 30 + 29;
      if (r >= 12 && r < 16 && c >= 15 && c < 21) want = from * 1000 + (r - 10) * 30 + c - 10;
      right &= a[r][c] == want + 1;
    }
  CHECK(right);
}

static void collectives(hc::mpi::communicator& world) {
  const int rank = world.rank(), size = world.size(), n = 777;
  View x(n);
  hc::array_view<double, 2> d(6, 5);
  const auto fill = [=] {
    hc::parallel_for_each(x.get_extent(), [=](hc::index<1> i) [[hc]] { x[i] = i[0] + rank; });
  };
  fill();
  world.allreduce(x);
  hc::parallel_for_each(x.get_extent(), [=](hc::index<1> i) [[hc]] { x[i] *= 2; });
  CHECK(x[0] == size * (size - 1) && x[776] == 2 * (776 * size + size * (size - 1) / 2));
  for (int root = 0; root < size; ++root) {
    fill();
    world.bcast(x, root);
    world.allreduce(x.section(0, 5), hc::mpi::op::maximum);
    CHECK(x[3] == 3 + root && x[776] == 776 + root);
  }
  fill();
  world.allreduce(x.section(10, 5), hc::mpi::op::minimum).wait();
  CHECK(x[9] == 9 + rank && x[10] == 10 && x[15] == 15 + rank);
  hc::parallel_for_each(d.get_extent(), [=](hc::index<2> i) [[hc]] { d[i] = i[1] == 2 ? 2.0 : 7.0; });
  world.allreduce(d.section(0, 2, 6, 1), hc::mpi::op::product);  // a column
  CHECK(d[5][2] == static_cast<double>(1 << size) && d[5][1] == 7.0);
}

static void halos(hc::mpi::communicator& world) {
  const int rank = world.rank(), size = world.size(), halo = 2, rows = 12;
  View2 a(rows, 3);
  hc::parallel_for_each(a.get_extent(), [=](hc::index<2> i) [[hc]] { a[i] = rank * 100 + i[0]; });
  world.exchange(a, halo);
  hc::parallel_for_each(a.get_extent(), [=](hc::index<2> i) [[hc]] { a[i] += 1; });
  for (int r = 0; r < rows; ++r) {
    int want = rank * 100 + r;
    if (r < halo && rank > 0) want = (rank - 1) * 100 + rows - 2 * halo + r;
    if (r >= rows - halo && rank + 1 < size) want = (rank + 1) * 100 + r - rows + 2 * halo;
    CHECK(a[r][1] == want + 1);
  }
}

// The program's own message of any tag is not one of ours.
static void own_messages(hc::mpi::communicator& world) {
  const int rank = world.rank(), other = rank ^ 1;
  View a(8);
  if (other >= world.size()) return;
  if (rank < other) {
    for (int i = 0; i < 8; ++i) a[i] = i;
    world.send(a, other).wait();
    const int word = 77;
    MPI_Send(&word, 1, MPI_INT, other, 5, world.native());
  } else {
    int words[16] = {};
    MPI_Recv(words, 16, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, world.native(), MPI_STATUS_IGNORE);
    CHECK(words[0] == 77);
    world.recv(a, other).wait();
    CHECK(a[7] == 7);
  }
}

// A neighbour's rows may come when nobody waits for them any more. The array waits for those, which are the
// last of the exchange; what is sent was copied, and may be on its way still.
static void late_halos(hc::mpi::communicator& world) {
  const int rank = world.rank(), rows = 4 * world.size();
  std::vector<hc::completion_future> moved;
  {
    const hc::distribution where({world.rank_accelerator()});
    hc::distributed_array<float, 2> a(hc::extent<2>(rows, 50), where, 1, rank * 4, rank * 4 + 4);
    if (rank == 0) std::this_thread::sleep_for(std::chrono::milliseconds(200));
    moved = world.exchange(a);
  }
  if (!moved.empty()) CHECK(moved.back().is_ready());
  for (const hc::completion_future& each : moved) each.wait();
}

int main(int argc, char** argv) {
  if (argc > 1) return run_fault(argc, argv);
  return hc::mpi::run(argc, argv, [](hc::mpi::communicator& world) {
    for (int round = 0; round < 3; ++round) {
      ring(world);
      sections(world);
      collectives(world);
      halos(world);
      own_messages(world);
      late_halos(world);
    }
    CHECK(world.rank_accelerator().is_hsa_accelerator());
    const bool gpu = world.rank_accelerator().get_device_path().compare(0, 4, L"cuda") == 0;
    CHECK(gpu || world.nccl_fault().find(" is no NVIDIA GPU") != std::string::npos);
    const View x(5);
    const std::string size = std::to_string(world.size());
    CHECK(refusal([&] { world.send(x, world.size()); }) ==
          "hc::mpi: there is no rank " + size + " among " + size);
    CHECK(refusal([&] { world.recv(x, 0, 4095); }) == "hc::mpi: a tag is from 0 to 4094");
    CHECK(refusal([&] { world.exchange(View2(5, 2), 2); }) ==
          "hc::mpi: exchange: 5 rows are too few for a halo of 2: a view needs 6");
    return failures();
  });
}
