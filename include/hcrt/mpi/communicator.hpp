// The bodies of hc_mpi.hpp. Host code alone.
#ifndef HCRT_MPI_COMMUNICATOR_HPP
#define HCRT_MPI_COMMUNICATOR_HPP

#if defined(OPEN_MPI) && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <signal.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

#include "../../pinned_vector.hpp"
#include "operations.hpp"

namespace hc {
namespace mpi {

inline communicator::communicator(MPI_Comm parent) {
  hcrt::detail::checked([&] {
    link_ = std::make_shared<hcrt::mpi::Link>(parent);
    nccl_ = std::make_shared<hcrt::mpi::Nccl>(*link_, rank_accelerator().get_device_path());
  });
  const char* const verbose = std::getenv("HCPY_VERBOSE");
  if (!verbose || *verbose == '0' || !*verbose) return;
  const std::wstring path = rank_accelerator().get_device_path();
  std::fprintf(stderr,
               "hc::mpi: rank %d of %d: process %d, accelerator %ls; elements go %s; bcast, allreduce and "
               "exchange: %s\n",
               rank(), size(), static_cast<int>(getpid()), path.c_str(),
               is_device_aware() ? "from its memory" : "through host memory",
               nccl_fault().empty() ? "NCCL" : ("MPI, as " + nccl_fault()).c_str());
}

// Where an exception ends the rank its operations may never end; run() then ends all.
inline communicator::~communicator() {
  if (!hcrt::detail::unwinding()) link_->finish();
}

inline int communicator::rank() const { return link_->rank(); }
inline int communicator::size() const { return link_->size(); }
inline MPI_Comm communicator::native() const { return link_->users(); }
inline std::string communicator::nccl_fault() const { return nccl_->fault(); }

inline accelerator communicator::rank_accelerator() const {
  const accelerator standard;
  const auto kind_of = [](const accelerator& acc) {
    const std::wstring path = acc.get_device_path();
    return path.substr(0, path.find(L':'));
  };
  std::vector<accelerator> alike;
  for (const accelerator& each : accelerator::get_all())
    if (each.is_hsa_accelerator() && kind_of(each) == kind_of(standard)) alike.push_back(each);
  if (alike.empty()) return standard;
  return alike[static_cast<std::size_t>(link_->local_rank()) % alike.size()];
}

inline bool communicator::is_device_aware() const {
  const bool gpu = rank_accelerator().get_device_path().compare(0, 5, L"cuda:") == 0;
#if defined(MPICH_VERSION) || defined(MPIX_CUDA_AWARE_SUPPORT)
  return gpu && MPIX_Query_cuda_support() != 0;
#else
  return gpu && false;
#endif
}

inline hcrt::Device* communicator::nccl_device() const {
  return static_cast<hcrt::Device*>(rank_accelerator().get_dev_ptr());
}
inline hcrt::Device* communicator::direct_device() const {
  return is_device_aware() ? nccl_device() : nullptr;
}

template <class Function>
hcrt::Ref<hcrt::Event> communicator::behind(const completion_future& after, Function function) {
  auto* const action = hcrt::mpi::new_lent(link_, 0, function);
  return hcrt::detail::checked(
      [&] { return hcrt::run_behind(hcrt::detail::FutureAccess::event(after), action); });
}

template <class T, int N, class Function>
completion_future communicator::lend(const array_view<T, N>& section, hcrt::Access access,
                                     hcrt::Device* device, const Function& function) {
  using hcrt::detail::ViewAccess;
  const std::size_t bytes = ViewAccess::shape(section).span() * sizeof(T);
  auto* const action = hcrt::mpi::new_lent(link_, ViewAccess::offset(section), function);
  return completion_future(hcrt::detail::checked([&] {
    return hcrt::lend(ViewAccess::buffer(section).get(), device, access, ViewAccess::offset(section), bytes,
                      action, &action->base);
  }));
}

/// Are its elements contiguous?
template <class T, int N>
bool is_dense(const array_view<T, N>& section) {
  return hcrt::detail::ViewAccess::shape(section).span() == hcrt::detail::element_count(section.get_extent());
}

// The elements are copied first, so that later work need not wait until the other rank has asked for them; to
// memory that MPI takes: the GPU's own, or pinned.
template <class T, int N>
completion_future communicator::send(const array_view<T, N>& section, int to, int tag) {
  hcrt::detail::checked([&] { hcrt::mpi::check_tag(tag); });
  return send_tagged(section, to, tag);
}

template <class T, int N>
completion_future communicator::send_tagged(const array_view<T, N>& section, int to, int tag) {
  using Value = typename std::remove_const<T>::type;
  const int number = hcrt::detail::checked([&] {
    link_->check_peer(to);
    return link_->next_tag(to, tag, true);
  });
  const accelerator own = rank_accelerator();
  accelerator_view view = own.get_default_view();
  const array<Value, N> copied =
      is_device_aware() ? array<Value, N>(section.get_extent(), view)
                        : array<Value, N>(section.get_extent(), accelerator(L"cpu").get_default_view(), view);
  const array_view<Value, N> packed(const_cast<array<Value, N>&>(copied));
  copy_async(section, packed);
  const std::size_t bytes = hcrt::detail::element_count(section.get_extent()) * sizeof(T);
  return lend(packed, hcrt::Access::read, direct_device(), [=](hcrt::mpi::Link& link, const void* from) {
    hcrt::mpi::send(link, from, bytes, sizeof(T), to, number);
  });
}

template <class T, int N>
completion_future communicator::recv(const array_view<T, N>& section, int from, int tag) {
  hcrt::detail::checked([&] { hcrt::mpi::check_tag(tag); });
  return recv_tagged(section, from, tag);
}

template <class T, int N>
completion_future communicator::recv_tagged(const array_view<T, N>& section, int from, int tag) {
  if (!is_dense(section)) {
    const array_view<T, N> packed(section.get_extent());
    recv_tagged(packed, from, tag);
    return copy_async(packed, section);
  }
  const int number = hcrt::detail::checked([&] {
    link_->check_peer(from);
    return link_->next_tag(from, tag, false);
  });
  const std::size_t bytes = hcrt::detail::element_count(section.get_extent()) * sizeof(T);
  return lend(section, hcrt::Access::write, direct_device(), [=](hcrt::mpi::Link& link, void* into) {
    hcrt::mpi::receive(link, into, bytes, sizeof(T), from, number);
  });
}

template <class T, class U, int N, int M>
completion_future communicator::sendrecv(const array_view<T, N>& sent, int to,
                                         const array_view<U, M>& received, int from, int tag) {
  const completion_future gone = to < 0 ? completion_future() : send(sent, to, tag);
  const completion_future come = from < 0 ? completion_future() : recv(received, from, tag);
  return HCRT_EXTENSIONS::when_all(gone, come);
}

// Every rank does these in the order in which it was asked for them.
template <class T, int N, class Function>
completion_future communicator::collective(const array_view<T, N>& section, hcrt::Access access,
                                           hcrt::Device* device, Function function) {
  const hcrt::mpi::Link::Turn turn = link_->next_turn();
  const auto in_turn = [=](hcrt::mpi::Link& link, void* data) {
    turn.wait();
    function(link, data);
  };
  return lend(section, access, device, in_turn);
}

template <class T, int N>
completion_future communicator::bcast(const array_view<T, N>& section, int root) {
  hcrt::detail::checked([&] { link_->check_peer(root); });
  if (!is_dense(section)) {
    const array_view<T, N> packed(section.get_extent());
    copy_async(section, packed);
    bcast(packed, root);
    return copy_async(packed, section);
  }
  const std::size_t bytes = hcrt::detail::element_count(section.get_extent()) * sizeof(T);
  const hcrt::Access access = rank() == root ? hcrt::Access::read : hcrt::Access::write;
  const std::shared_ptr<hcrt::mpi::Nccl> nccl = nccl_;
  if (nccl->fault().empty())
    return collective(section, access, nccl_device(), [=](hcrt::mpi::Link& link, void* data) {
      link.agree(hcrt::mpi::Collective::bcast, bytes);
      nccl->bcast(link, data, bytes, root);
    });
  return collective(section, access, direct_device(), [=](hcrt::mpi::Link& link, void* data) {
    link.agree(hcrt::mpi::Collective::bcast, bytes);
    const hcrt::mpi::Elements elements(bytes, sizeof(T));
    link.run("MPI bcast", -1, [&](MPI_Request* request) {
      return MPI_Ibcast(data, elements.count(), elements.type(), root, link.native(), request);
    });
  });
}

template <class T, int N>
completion_future communicator::allreduce(const array_view<T, N>& section, op how) {
  using Number = hcrt::mpi::Number<T>;
  if (!is_dense(section)) {
    const array_view<T, N> packed(section.get_extent());
    copy_async(section, packed);
    allreduce(packed, how);
    return copy_async(packed, section);
  }
  const std::size_t count = hcrt::detail::element_count(section.get_extent());
  const hcrt::Access access = hcrt::Access::read_write;
  const std::shared_ptr<hcrt::mpi::Nccl> nccl = nccl_;
  if (nccl->fault().empty())
    return collective(section, access, nccl_device(), [=](hcrt::mpi::Link& link, void* data) {
      link.agree(hcrt::mpi::Collective::allreduce, count * sizeof(T));
      nccl->allreduce(link, data, count, Number::nccl_type(), hcrt::mpi::nccl_operation(how));
    });
  return collective(section, access, direct_device(), [=](hcrt::mpi::Link& link, void* data) {
    link.agree(hcrt::mpi::Collective::allreduce, count * sizeof(T));
    if (count > INT_MAX) hcrt::mpi::fail("allreduce has more than 2^31 - 1 elements");
    link.run("MPI allreduce", -1, [&](MPI_Request* request) {
      return MPI_Iallreduce(MPI_IN_PLACE, data, static_cast<int>(count), Number::get(),
                            hcrt::mpi::operation(how), link.native(), request);
    });
  });
}

/// Of the rank that is in run(): -1 before and after.
inline std::atomic<int>& running_rank() {
  static std::atomic<int> rank{-1};
  return rank;
}

[[noreturn]] inline void end_all(int rank, const char* why) {
  running_rank() = -1;
  std::fprintf(stderr, "rank %d ends: %s\n", rank, why);
  std::fflush(nullptr);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // mpiexec drops words that come with the end
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::_Exit(1);
}

template <class Function>
int run(int& argc, char**& argv, const Function& function) {
  int level = 0, rank = 0, result = 1;
  struct sigaction told{};
  sigaction(SIGUSR1, nullptr, &told);  // before MPICH takes it
  if (MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level) != MPI_SUCCESS) {
    std::fprintf(stderr, "hc::mpi: MPI does not start\n");
    return 1;
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // By it mpiexec -disable-auto-cleanup reports a rank that has died, and MPICH then asks mpiexec for more,
  // which may end both. communicator sees for itself who has died, and names the rank.
  if (told.sa_handler == SIG_DFL) std::signal(SIGUSR1, SIG_IGN);
  running_rank() = rank;
  std::atexit([] {
    if (running_rank() >= 0) end_all(running_rank(), "exit() was called before the work was done");
  });
  try {
    communicator world;
    result = function(world);
  } catch (const std::exception& error) {
    end_all(rank, error.what());
  }
  running_rank() = -1;
  MPI_Finalize();
  return result;
}

}  // namespace mpi
}  // namespace hc
#endif
