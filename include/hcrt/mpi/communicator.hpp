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
  std::fprintf(
      stderr,
      "hc::mpi: rank %d of %d: process %d, accelerator %ls; elements go %s; bcast and allreduce: %s\n",
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
      link.agree("bcast", bytes);
      nccl->bcast(data, bytes, root);
    });
  return collective(section, access, direct_device(), [=](hcrt::mpi::Link& link, void* data) {
    link.agree("bcast", bytes);
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
      link.agree("allreduce", count * sizeof(T));
      nccl->allreduce(data, count, Number::nccl_type(), hcrt::mpi::nccl_operation(how));
    });
  return collective(section, access, direct_device(), [=](hcrt::mpi::Link& link, void* data) {
    link.agree("allreduce", count * sizeof(T));
    if (count > INT_MAX) hcrt::mpi::fail("allreduce has more than 2^31 - 1 elements");
    link.run("MPI allreduce", -1, [&](MPI_Request* request) {
      return MPI_Iallreduce(MPI_IN_PLACE, data, static_cast<int>(count), Number::get(),
                            hcrt::mpi::operation(how), link.native(), request);
    });
  });
}

template <class T, int N>
completion_future communicator::exchange(const array_view<T, N>& view, int halo) {
  const extent<N> e = view.get_extent();
  if (halo < 0 || e[0] < 3 * halo)
    hcrt::detail::fail(("hc::mpi: exchange: " + std::to_string(e[0]) + " rows are too few for a halo of " +
                        std::to_string(halo) + ": a view needs " + std::to_string(3 * halo))
                           .c_str());
  if (halo == 0) return completion_future();
  const auto rows = [&](int first) {
    index<N> origin;
    extent<N> part = e;
    origin[0] = first;
    part[0] = halo;
    return view.section(origin, part);
  };
  std::vector<completion_future> moved;
  const int before = rank() - 1, after = rank() + 1 < size() ? rank() + 1 : -1;
  if (before >= 0) moved.push_back(send_tagged(rows(halo), before, hcrt::mpi::halo_tag));
  if (after >= 0) moved.push_back(send_tagged(rows(e[0] - 2 * halo), after, hcrt::mpi::halo_tag));
  if (before >= 0) moved.push_back(recv_tagged(rows(0), before, hcrt::mpi::halo_tag));
  if (after >= 0) moved.push_back(recv_tagged(rows(e[0] - halo), after, hcrt::mpi::halo_tag));
  return HCRT_EXTENSIONS::when_all(moved.begin(), moved.end());
}

inline std::shared_ptr<std::vector<char, am_allocator<char>>> communicator::staging(
    const accelerator_view& for_whom, std::size_t bytes) const {
  return std::make_shared<std::vector<char, am_allocator<char>>>(
      bytes, am_allocator<char>(for_whom.get_accelerator()));
}

// The accelerator's memory is MPI's to read and write, or the rows go through pinned memory.
inline bool communicator::moves_directly(const accelerator_view& where) const {
  const accelerator acc = where.get_accelerator();
  return acc.get_supports_cpu_shared_memory() || (is_device_aware() && acc == rank_accelerator());
}

template <class T, int N>
void communicator::send_border(distributed_array<T, N>& array, std::size_t piece, int number, int to,
                               std::vector<completion_future>& copies) {
  accelerator_view by = array.get_distribution().copies(piece);
  const completion_future written = array.get_distribution().kernels(piece).create_marker();
  const std::size_t bytes = static_cast<std::size_t>(array.get_halo()) * array.row_bytes();
  const int tag = link_->next_tag(to, hcrt::mpi::halo_tag, true);
  const char* from = reinterpret_cast<const char*>(array.row(piece, number));
  if (moves_directly(by)) {
    const completion_future sent(behind(written, [=](hcrt::mpi::Link& link, void*) {
      hcrt::mpi::send(link, from, bytes, sizeof(T), to, tag);
    }));
    array.note(piece, sent);
    return copies.push_back(sent);
  }
  by.create_blocking_marker(written);
  const auto memory = staging(by, bytes);
  const completion_future copied = by.copy_async(from, memory->data(), bytes);
  array.note(piece, copied);
  copies.push_back(completion_future(behind(copied, [=](hcrt::mpi::Link& link, void*) {
    hcrt::mpi::send(link, memory->data(), bytes, sizeof(T), to, tag);
  })));
}

template <class T, int N>
void communicator::receive_halo(distributed_array<T, N>& array, std::size_t piece, int number, int from,
                                std::vector<completion_future>& copies) {
  accelerator_view by = array.get_distribution().copies(piece);
  const completion_future read = array.get_distribution().kernels(piece).create_marker();
  const std::size_t bytes = static_cast<std::size_t>(array.get_halo()) * array.row_bytes();
  const int tag = link_->next_tag(from, hcrt::mpi::halo_tag, false);
  char* to = reinterpret_cast<char*>(array.row(piece, number));
  if (moves_directly(by)) {
    copies.push_back(completion_future(behind(read, [=](hcrt::mpi::Link& link, void*) {
      hcrt::mpi::receive(link, to, bytes, sizeof(T), from, tag);
    })));
    return array.note(piece, copies.back());
  }
  const auto memory = staging(by, bytes);
  const completion_future received(behind(completion_future(), [=](hcrt::mpi::Link& link, void*) {
    hcrt::mpi::receive(link, memory->data(), bytes, sizeof(T), from, tag);
  }));
  by.create_blocking_marker({received, read});
  copies.push_back(by.copy_async(memory->data(), to, bytes));
  array.note(piece, copies.back());
  hcrt::on_complete(hcrt::detail::FutureAccess::event(copies.back()).get(),
                    hcrt::detail::new_action([memory] {}));
}

template <class T, int N>
std::vector<completion_future> communicator::exchange(distributed_array<T, N>& array) {
  std::vector<completion_future> copies = array.exchange();
  const int halo = array.get_halo(), before = rank() - 1, after = rank() + 1;
  if (halo == 0) return copies;
  const std::size_t last = array.size() - 1;
  if (before >= 0) send_border(array, 0, array.first_row(), before, copies);
  if (after < size()) send_border(array, last, array.last_row() - halo, after, copies);
  if (before >= 0) receive_halo(array, 0, array.first_row() - halo, before, copies);
  if (after < size()) receive_halo(array, last, array.last_row(), after, copies);
  return copies;
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
