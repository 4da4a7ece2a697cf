// NCCL, opened when it is first asked for: broadcasts, sums and neighbours' rows between GPUs of one host.
// Host code alone.
#ifndef HCRT_MPI_NCCL_HPP
#define HCRT_MPI_NCCL_HPP

#include <dlfcn.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "link.hpp"

namespace hcrt {
namespace mpi {

/// Bytes that a rank and a neighbour give each other, in memory of this rank's GPU.
struct Border {
  int peer;
  const void* out;
  void* in;
};

// Made, and used, by all ranks of a communicator together; one function at a time. All have agreed on the
// operation and on its size before: NCCL itself waits for ever where they do not.
class Nccl {
 public:
  struct Id {
    char bytes[128];
  };

  /// `path`: this rank's accelerator, "cuda:0". Where a rank can't, none does, and fault() says why.
  Nccl(Link& link, const std::wstring& path) : rank_(link.rank()), size_(link.size()) {
    fault_ = open(link, path);
    int missing = fault_.empty() ? 0 : 1, any = 0;
    check(MPI_Allreduce(&missing, &any, 1, MPI_INT, MPI_MAX, link.native()), "MPI_Allreduce");
    if (any && fault_.empty()) fault_ = "another rank can't";
    if (fault_.empty()) fault_ = shared_gpu(link);  // asked by all ranks or by none
    if (!fault_.empty()) return;
    Id id{};
    if (link.rank() == 0) told(get_unique_id_(&id), "ncclGetUniqueId");
    check(MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, link.native()), "MPI_Bcast");
    enter();
    told(init_rank_(&comm_, size_, id, rank_), "ncclCommInitRank");
    // What NCCL runs on the GPU takes its turn before kernels that fill it, which are to hide it.
    int least = 0, greatest = 0;
    if (priorities_(&least, &greatest) != 0 || stream_create_(&stream_, 1, greatest) != 0)
      fail("cuStreamCreate for NCCL");
  }

  /// Empty: it is used.
  const std::string& fault() const { return fault_; }

  /// All bytes of a GPU's memory; returns once they are there.
  void bcast(const Link& link, void* data, std::size_t bytes, int root) {
    enter();
    told(broadcast_(data, data, bytes, 0, root, comm_, stream_), "ncclBroadcast");
    settle(link, "NCCL bcast");
  }
  /// The numbers of NCCL's types and operations.
  void allreduce(const Link& link, void* data, std::size_t count, int type, int operation) {
    enter();
    told(all_reduce_(data, data, count, type, operation, comm_, stream_), "ncclAllReduce");
    settle(link, "NCCL allreduce");
  }
  /// As many bytes to each neighbour as from it.
  void exchange(const Link& link, const std::vector<Border>& borders, std::size_t bytes) {
    enter();
    told(group_start_(), "ncclGroupStart");
    for (const Border& each : borders) {
      told(send_(each.out, bytes, 0, each.peer, comm_, stream_), "ncclSend");
      told(receive_(each.in, bytes, 0, each.peer, comm_, stream_), "ncclRecv");
    }
    told(group_end_(), "ncclGroupEnd");
    settle(link, "NCCL exchange");
  }

 private:
  std::string open(const Link& link, const std::wstring& path) {
    if (path.compare(0, 5, L"cuda:") != 0)
      return "rank " + std::to_string(rank_) + "'s accelerator " + std::string(path.begin(), path.end()) +
             " is no NVIDIA GPU";
    const char* const wanted = std::getenv("HCPY_NCCL");
    if (wanted && std::strcmp(wanted, "0") == 0)
      return "HCPY_NCCL=0 on rank " + std::to_string(rank_) + " says so";
    if (link.local_size() != size_) return "the ranks are on several hosts";
    void* const library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return std::string("NCCL is missing (") + dlerror() + "); pip install nvidia-nccl-cu13";
    const char* const name = std::getenv("HCPY_CUDA_LIBRARY");
    void* const driver = dlopen(name && *name ? name : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver) return "the CUDA driver is missing";
    const bool found =
        load(library, "ncclGetUniqueId", get_unique_id_) && load(library, "ncclCommInitRank", init_rank_) &&
        load(library, "ncclBroadcast", broadcast_) && load(library, "ncclAllReduce", all_reduce_) &&
        load(library, "ncclSend", send_) && load(library, "ncclRecv", receive_) &&
        load(library, "ncclGroupStart", group_start_) && load(library, "ncclGroupEnd", group_end_) &&
        load(library, "ncclCommAbort", abort_) && load(library, "ncclGetErrorString", error_string_) &&
        load(driver, "cuDevicePrimaryCtxRetain", retain_) && load(driver, "cuCtxSetCurrent", set_current_) &&
        load(driver, "cuCtxGetStreamPriorityRange", priorities_) &&
        load(driver, "cuStreamCreateWithPriority", stream_create_) &&
        load(driver, "cuDeviceGetUuid_v2", get_uuid_) && load(driver, "cuStreamQuery", stream_query_);
    if (!found) return "NCCL or the CUDA driver is too old";
    const int device = std::atoi(std::string(path.begin() + 5, path.end()).c_str());
    if (retain_(&context_, device) != 0) return "the GPU's context can't be had";
    if (get_uuid_(uuid_, device) != 0) return "the GPU's number can't be had";
    return {};
  }

  // NCCL ends where two ranks have one GPU. Empty: each has its own.
  std::string shared_gpu(const Link& link) const {
    std::vector<char> all(uuid_bytes * static_cast<std::size_t>(size_));
    check(MPI_Allgather(uuid_, uuid_bytes, MPI_BYTE, all.data(), uuid_bytes, MPI_BYTE, link.native()),
          "MPI_Allgather");
    for (int a = 0; a < size_; ++a)
      for (int b = 0; b < a; ++b)
        if (std::memcmp(&all[a * uuid_bytes], &all[b * uuid_bytes], uuid_bytes) == 0)
          return "ranks " + std::to_string(b) + " and " + std::to_string(a) + " have the same GPU";
    return {};
  }

  template <class Function>
  static bool load(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
  }

  void enter() const {
    if (!broken_.empty()) fail("NCCL was ended: " + broken_);
    set_current_(context_);
  }
  void told(int result, const char* what) const {
    if (result != 0) fail(std::string(what) + ": " + error_string_(result));
  }
  // Asks, as the driver itself would, but not without an end where another rank has none.
  void settle(const Link& link, const char* what) {
    using Clock = std::chrono::steady_clock;
    constexpr int not_ready = 600;
    const std::uint64_t span = begin_span(what);
    function_ends_soon();
    const Clock::time_point begin = Clock::now();
    Clock::time_point looked = begin;
    int state = not_ready;
    while ((state = stream_query_(stream_)) == not_ready && broken_.empty()) {
      const Clock::time_point now = Clock::now();
      if (now - looked > std::chrono::milliseconds(200)) {
        broken_ = link.death(what);
        looked = now;
      }
      const auto waited = std::chrono::duration_cast<std::chrono::microseconds>(now - begin);
      if (waited > busy) {
        Link::pause(waited);
      } else {
        std::this_thread::yield();
      }
    }
    end_span(span);
    if (broken_.empty() && state != 0) broken_ = "NCCL's work on the GPU failed";
    if (broken_.empty()) return;
    abort_(comm_);  // what it has on the GPU would wait for ever
    fail(broken_);
  }

  static constexpr int uuid_bytes = 16;
  static constexpr std::chrono::microseconds busy{5000};  // what takes longer may be told a little late
  const int rank_, size_;
  std::string fault_, broken_;  // from the begin; later
  char uuid_[uuid_bytes] = {};
  void *comm_ = nullptr, *stream_ = nullptr, *context_ = nullptr;
  int (*get_unique_id_)(Id*) = nullptr;
  int (*init_rank_)(void**, int, Id, int) = nullptr;
  int (*broadcast_)(const void*, void*, std::size_t, int, int, void*, void*) = nullptr;
  int (*all_reduce_)(const void*, void*, std::size_t, int, int, void*, void*) = nullptr;
  int (*send_)(const void*, std::size_t, int, int, void*, void*) = nullptr;
  int (*receive_)(void*, std::size_t, int, int, void*, void*) = nullptr;
  int (*group_start_)() = nullptr;
  int (*group_end_)() = nullptr;
  int (*abort_)(void*) = nullptr;
  const char* (*error_string_)(int) = nullptr;
  int (*retain_)(void**, int) = nullptr;
  int (*set_current_)(void*) = nullptr;
  int (*get_uuid_)(char*, int) = nullptr;
  int (*priorities_)(int*, int*) = nullptr;
  int (*stream_create_)(void**, unsigned, int) = nullptr;
  int (*stream_query_)(void*) = nullptr;
};

}  // namespace mpi
}  // namespace hcrt
#endif
