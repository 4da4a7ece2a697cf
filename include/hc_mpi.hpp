// HC: array_views and distributed arrays between processes, by MPI. Compile with MPI's own compiler around
// hcc: MPICH_CXX=hcc mpicxx $(hcc-config --cxxflags --ldflags) x.cpp
#ifndef HC_MPI_HPP
#define HC_MPI_HPP

#if !__has_include(<mpi.h>)
#error "hc_mpi.hpp needs MPI: pip install 'hcpy[mpi]', and compile with MPICH_CXX=hcc mpicxx"
#endif
#include <mpi.h>

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include <string>
#include <vector>

#include "hc.hpp"
#include "hc_distributed.hpp"
#include "pinned_vector.hpp"

#ifndef __KALMAR_ACCELERATOR__
#include "hcrt/mpi/link.hpp"
#include "hcrt/mpi/nccl.hpp"
#endif

namespace hcrt {
namespace mpi {

class Link;
class Nccl;
struct Border;
struct Side;

}  // namespace mpi
}  // namespace hcrt

namespace hc {
namespace mpi {

enum class op { sum, product, minimum, maximum };

/// Ranks that exchange elements. All functions return at once, and give a future. What they read was written
/// by the work submitted before; work that is submitted later on the same array_views, on any accelerator,
/// comes after them. All ranks make it, and destroy it, together.
class communicator {
 public:
  /// Of the ranks of `parent`; the accelerator is rank_accelerator().
  /// \throws runtime_exception where MPI is not initialised for several threads
  HCRT_CPU explicit communicator(MPI_Comm parent = MPI_COMM_WORLD);
  HCRT_CPU ~communicator();
  communicator(const communicator&) = delete;
  communicator& operator=(const communicator&) = delete;

  HCRT_CPU int rank() const;
  HCRT_CPU int size() const;
  /// This rank's: of the default accelerator's kind, the one with the rank's number among the ranks of its
  /// host, or, where there are fewer, with the remainder.
  HCRT_CPU accelerator rank_accelerator() const;
  /// Does MPI take addresses of the accelerator's memory? Else elements go through pinned host memory.
  HCRT_CPU bool is_device_aware() const;
  /// Why bcast, allreduce and exchange do not go through NCCL; empty: they do.
  HCRT_CPU std::string nccl_fault() const;

  template <class T, int N>
  HCRT_CPU completion_future send(const array_view<T, N>& section, int to, int tag = 0);
  /// Fails where the other rank sends another number of bytes.
  template <class T, int N>
  HCRT_CPU completion_future recv(const array_view<T, N>& section, int from, int tag = 0);
  /// Both; a negative rank: nothing is sent, or received.
  template <class T, class U, int N, int M>
  HCRT_CPU completion_future sendrecv(const array_view<T, N>& sent, int to, const array_view<U, M>& received,
                                      int from, int tag = 0);
  /// The root's elements, on all ranks.
  template <class T, int N>
  HCRT_CPU completion_future bcast(const array_view<T, N>& section, int root = 0);
  /// Each element becomes the sum (product, ...) of all ranks' elements; T is a number. In which order
  /// floating-point numbers are summed is MPI's affair.
  template <class T, int N>
  HCRT_CPU completion_future allreduce(const array_view<T, N>& section, op how = op::sum);
  /// The first and last `halo` rows of the view are copies of the neighbours' rows: fetches them from the
  /// ranks before and after this one. Kernels that use the view wait for it; to overlap, use
  /// distributed_array. All ranks do it, in one order with bcast and allreduce.
  template <class T, int N>
  HCRT_CPU completion_future exchange(const array_view<T, N>& view, int halo);
  /// distributed_array::exchange between this process' pieces, and with those of the ranks before and after.
  template <class T, int N>
  HCRT_CPU std::vector<completion_future> exchange(distributed_array<T, N>& array);
  /// The rows that this rank has of a whole cut over all ranks.
  HCRT_CPU int first_row(int rows) const { return static_cast<int>(1LL * rows * rank() / size()); }
  HCRT_CPU int last_row(int rows) const { return static_cast<int>(1LL * rows * (rank() + 1) / size()); }
  /// Of the same ranks, for the program's own calls of MPI; this class' messages take another.
  HCRT_CPU MPI_Comm native() const;

 private:
#ifndef __KALMAR_ACCELERATOR__
  template <class T, int N, class Function>
  completion_future lend(const array_view<T, N>& section, hcrt::Access access, hcrt::Device* device,
                         const Function& function);
  template <class T, int N, class Function>
  completion_future collective(const array_view<T, N>& section, hcrt::Access access, hcrt::Device* device,
                               Function function);
  template <class T, int N>
  completion_future send_tagged(const array_view<T, N>& section, int to, int tag);
  template <class T, int N>
  completion_future recv_tagged(const array_view<T, N>& section, int from, int tag);
  template <class Function>
  hcrt::Ref<hcrt::Event> behind(const completion_future& after, Function function);
  template <class T, int N>
  void send_border(distributed_array<T, N>& array, std::size_t piece, int number, int to,
                   std::vector<completion_future>& copies);
  template <class T, int N>
  void receive_halo(distributed_array<T, N>& array, std::size_t piece, int number, int from,
                    std::vector<completion_future>& copies);
  std::shared_ptr<std::vector<char, am_allocator<char>>> staging(const accelerator_view& for_whom,
                                                                 std::size_t bytes) const;
  bool moves_directly(const accelerator_view& where) const;
  bool uses_nccl() const;
  template <class T, int N>
  completion_future exchange_packed(const array_view<T, N>& view, int halo);
  template <class T, int N>
  completion_future exchange_by_nccl(const array_view<T, N>& view, int halo);
  template <class T, int N>
  hcrt::mpi::Border border_of(distributed_array<T, N>& array, const hcrt::mpi::Side& side,
                              std::vector<completion_future>& ready, std::shared_ptr<char>& memory) const;
  template <class T, int N>
  void exchange_by_nccl(distributed_array<T, N>& array, std::vector<completion_future>& copies);
  hcrt::Device* direct_device() const;
  hcrt::Device* nccl_device() const;
#endif
  std::shared_ptr<hcrt::mpi::Link> link_;
  std::shared_ptr<hcrt::mpi::Nccl> nccl_;
};

/// Initialises MPI, calls the function with a communicator of all ranks, and ends MPI. An exception is one
/// line with the rank's number, and ends all ranks. Give it main's arguments and return what it returns.
template <class Function>
HCRT_CPU int run(int& argc, char**& argv, const Function& function);

}  // namespace mpi
}  // namespace hc

#ifndef __KALMAR_ACCELERATOR__
#include "hcrt/mpi/communicator.hpp"
#include "hcrt/mpi/exchange.hpp"
#else
namespace hc {
namespace mpi {

template <class Function>
int run(int&, char**&, const Function& function) {
  return function(*static_cast<communicator*>(nullptr));
}

}  // namespace mpi
}  // namespace hc
#endif

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
