// Under mpiexec, a GPU for each rank: allreduce of hc_mpi.hpp beside NCCL's own on the same bytes. Prints
// "figure=RATIO" of bytes a second on rank 0; SIZE=small compares nothing.
#include <hc_mpi.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>

// Turn by turn, each rank's GPU at its own default view.
static void compare(hc::mpi::communicator& world, const hc::array_view<float, 1>& x) {
#ifndef __KALMAR_ACCELERATOR__
  using Clock = std::chrono::steady_clock;
  const int n = x.get_extent()[0], rank = world.rank();
  hc::accelerator own = world.rank_accelerator();
  hcrt::mpi::Link link(MPI_COMM_WORLD);
  hcrt::mpi::Nccl nccl(link, own.get_device_path());
  float* const raw = hc::am_alloc(sizeof(float) * n, own, 0);
  double best[2] = {1e9, 1e9};
  for (int turn = 0; turn < 20; ++turn) {
    MPI_Barrier(MPI_COMM_WORLD);
    const Clock::time_point begin = Clock::now();
    if (turn % 2)
      nccl.allreduce(link, raw, n, 7, 0);
    else
      world.allreduce(x).wait();
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (turn > 3 && seconds < best[turn % 2]) best[turn % 2] = seconds;
  }
  if (rank == 0)
    std::printf("figure=%.3f (%.1f GB/s, NCCL alone %.1f)\n", best[1] / best[0], 4e-9 * n / best[0],
                4e-9 * n / best[1]);
  hc::am_free(raw);
#endif
}

int main(int argc, char** argv) {
  return hc::mpi::run(argc, argv, [](hc::mpi::communicator& world) {
    const bool compared = std::getenv("SIZE") == nullptr;
    const int n = compared ? 1 << 26 : 1 << 14, rank = world.rank(), size = world.size();
    hc::accelerator own = world.rank_accelerator();
    hc::accelerator_view view = own.create_view();
    const hc::array_view<float, 1> x(n);
    hc::parallel_for_each(view, x.get_extent(),
                          [=](hc::index<1> i) [[hc]] { x[i] = static_cast<float>(i[0] % 9 + rank); });
    world.allreduce(x);
    for (const int i : {0, 1, n - 1})
      if (x[i] != static_cast<float>(i % 9 * size + size * (size - 1) / 2))
        throw std::runtime_error("FAILED: a sum is wrong");
    if (!compared) {
      if (rank == 0) std::printf("figure=1 (not compared; %s)\n", world.nccl_fault().c_str());
      return 0;
    }
    if (!world.nccl_fault().empty()) throw std::runtime_error("FAILED: no NCCL: " + world.nccl_fault());
    x.synchronize_to(view);
    compare(world, x);
    return 0;
  });
}
