// What goes wrong between ranks, one way for each word: each ends all ranks, with one line.
#pragma once
#include <hc_mpi.hpp>

#include <csignal>
#include <cstring>
#include <string>

inline int run_fault(int argc, char** argv) {
  const std::string how = argv[1];
  if (how == "no-threads") MPI_Init(&argc, &argv);
  if (how == "no-mpi" || how == "no-threads") {
    try {
      hc::mpi::communicator world;
    } catch (const hc::runtime_exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    if (how == "no-threads") MPI_Finalize();
    return 3;
  }
  return hc::mpi::run(argc, argv, [&](hc::mpi::communicator& world) {
    const int rank = world.rank();
#ifndef __KALMAR_ACCELERATOR__                // what follows is host code alone
    if (how == "one-gpu" || how == "gpus") {  // as stand-ins for CUDA's driver and NCCL have them
      hcrt::mpi::Link link(MPI_COMM_WORLD);
      const hcrt::mpi::Nccl nccl(link, how == "gpus" && rank ? L"cuda:1" : L"cuda:0");
      std::printf("rank %d: %s\n", rank, nccl.fault().c_str());
      return 0;
    }
#endif
    const bool odd = rank % 2 != 0;
    hc::array_view<int, 1> x(how == "longer" && !odd ? 200 : how == "shorter" && !odd ? 50 : 100);
    hc::parallel_for_each(x.get_extent(), [=](hc::index<1> i) [[hc]] { x[i] = i[0]; });
    if (how == "longer" || how == "shorter") {
      if (odd) {
        world.recv(x, rank - 1).wait();
      } else {
        world.send(x, rank + 1).wait();
        world.recv(x, rank + 1).wait();  // never sent: the others' end is this one's
      }
    } else if (how == "collective") {
      world.allreduce(odd ? x.section(0, 60) : x).wait();
    } else if (how == "throws" && rank == 1) {
      throw std::runtime_error("on purpose");
    } else if (how == "killed" && rank == 1) {
      std::raise(SIGKILL);
    } else if (how == "leaves" && rank == 1) {
      std::exit(0);
    } else {
      world.recv(x, 1).wait();
    }
    return 0;
  });
}
