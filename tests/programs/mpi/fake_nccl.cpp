// A stand-in for libnccl.so.2 over that of CUDA's driver, whose memory is the host's: ranks of one host give
// each other bytes through FIFOs, one for each pair and direction, when the stream comes to it. As with the
// real one, ranks that share a GPU are refused, and what a rank waits for and nobody sends is waited for for
// ever, until ncclCommAbort.
//
// FAKE_NCCL: an existing folder, for the FIFOs, and for the file "log": each line is a call of a rank. "0
// exchange 2 64": two neighbours, 64 bytes each. FAKE_NCCL_KILLS=1: rank 1 dies of its first exchange.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int success = 0, unhandled_cuda_error = 1, invalid_usage = 5;

struct Id {
  char folder[128];
};

// A FIFO to, or from, another rank, and the bytes that are still to pass.
struct Flow {
  int file;
  bool out;
  char* bytes;
  std::size_t left;
};

struct Comm {
  int ranks, rank;
  std::string folder;
  std::vector<int> from, to;  // files, by rank
  std::atomic<bool> aborted{false};
};

std::string folder() { return std::getenv("FAKE_NCCL"); }

template <class Function>
Function cuda(const char* name) {
  static void* const driver = dlopen(std::getenv("HCPY_CUDA_LIBRARY"), RTLD_NOW);
  return reinterpret_cast<Function>(dlsym(driver, name));
}

int fifo(const Comm& comm, int from, int to) {
  const std::string path = comm.folder + "/" + std::to_string(from) + "-" + std::to_string(to);
  mkfifo(path.c_str(), 0600);  // either end makes it
  return open(path.c_str(), O_RDWR | O_NONBLOCK);
}

void note(const Comm& comm, const std::string& words) {
  const std::string line = std::to_string(comm.rank) + " " + words + "\n";
  const int file = open((folder() + "/log").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  static_cast<void>(!write(file, line.data(), line.size()));
  close(file);
}

// All at the same time: else two that both send would wait for each other.
void pass(const Comm& comm, std::vector<Flow> flows) {
  for (bool left = true; left && !comm.aborted;) {
    left = false;
    for (Flow& flow : flows) {
      const ssize_t done = flow.left == 0 ? 0
                           : flow.out     ? write(flow.file, flow.bytes, flow.left)
                                          : read(flow.file, flow.bytes, flow.left);
      if (done > 0) flow.bytes += done, flow.left -= static_cast<std::size_t>(done);
      left |= flow.left > 0;
    }
    if (left) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

int enqueue(void* stream, std::function<void()> work) {
  auto* const kept = new std::function<void()>(std::move(work));
  const auto launch = cuda<int (*)(void*, void (*)(void*), void*)>("cuLaunchHostFunc");
  const auto run = [](void* data) {
    auto* const own = static_cast<std::function<void()>*>(data);
    (*own)();
    delete own;
  };
  return launch(stream, run, kept) == success ? success : unhandled_cuda_error;
}

template <class T>
void combine(T* into, const T* other, std::size_t count, int operation) {
  for (std::size_t i = 0; i < count; ++i)
    into[i] = operation == 0   ? into[i] + other[i]
              : operation == 1 ? into[i] * other[i]
              : operation == 2 ? std::max(into[i], other[i])
                               : std::min(into[i], other[i]);
}

// Of the group that this thread has begun.
thread_local bool in_group = false;
thread_local Comm* group_comm = nullptr;
thread_local void* group_stream = nullptr;
thread_local std::vector<Flow> group;

int add(Comm* comm, void* stream, Flow flow) {
  if (!in_group) return invalid_usage;
  group_comm = comm, group_stream = stream;
  group.push_back(flow);
  return success;
}

}  // namespace

extern "C" {

int ncclGetUniqueId(Id* id) {
  std::snprintf(id->folder, sizeof id->folder, "%s/commXXXXXX", folder().c_str());
  return mkdtemp(id->folder) ? success : unhandled_cuda_error;
}

int ncclCommInitRank(Comm** made, int ranks, Id id, int rank) {
  int device = 0;
  if (cuda<int (*)(int*)>("cuCtxGetDevice")(&device) != success) return unhandled_cuda_error;
  const std::string own = std::string(id.folder) + "/gpu" + std::to_string(device);
  if (mkdir(own.c_str(), 0700) != 0) return invalid_usage;
  auto* const comm = new Comm{ranks, rank, id.folder, {}, {}};
  for (int other = 0; other < ranks; ++other) {
    comm->from.push_back(fifo(*comm, other, rank));
    comm->to.push_back(fifo(*comm, rank, other));
  }
  *made = comm;
  return success;
}

int ncclGroupStart() {
  in_group = true;
  return success;
}
int ncclSend(const void* data, std::size_t bytes, int, int peer, Comm* comm, void* stream) {
  auto* const from = static_cast<char*>(const_cast<void*>(data));
  return add(comm, stream, {comm->to[static_cast<std::size_t>(peer)], true, from, bytes});
}
int ncclRecv(void* data, std::size_t bytes, int, int peer, Comm* comm, void* stream) {
  return add(comm, stream,
             {comm->from[static_cast<std::size_t>(peer)], false, static_cast<char*>(data), bytes});
}
int ncclGroupEnd() {
  in_group = false;
  Comm* const comm = group_comm;
  const char* const killed = std::getenv("FAKE_NCCL_KILLS");
  if (killed && std::atoi(killed) == comm->rank) std::raise(SIGKILL);
  note(*comm, "exchange " + std::to_string(group.size() / 2) + " " + std::to_string(group.front().left));
  return enqueue(group_stream, [comm, flows = std::move(group)] { pass(*comm, flows); });
}

int ncclBroadcast(const void*, void* data, std::size_t bytes, int, int root, Comm* comm, void* stream) {
  note(*comm, "bcast " + std::to_string(bytes));
  return enqueue(stream, [=] {
    std::vector<Flow> flows;
    for (int other = 0; other < comm->ranks; ++other)
      if (comm->rank == root && other != root)
        flows.push_back({comm->to[static_cast<std::size_t>(other)], true, static_cast<char*>(data), bytes});
    if (comm->rank != root)
      flows.push_back({comm->from[static_cast<std::size_t>(root)], false, static_cast<char*>(data), bytes});
    pass(*comm, flows);
  });
}

// Of int and float.
int ncclAllReduce(const void*, void* data, std::size_t count, int type, int operation, Comm* comm,
                  void* stream) {
  if (type != 2 && type != 7) return invalid_usage;
  note(*comm, "allreduce " + std::to_string(4 * count));
  return enqueue(stream, [=] {
    auto* const own = static_cast<char*>(data);
    std::vector<std::vector<char>> others(static_cast<std::size_t>(comm->ranks),
                                          std::vector<char>(4 * count));
    std::vector<Flow> flows;
    for (std::size_t other = 0; other < others.size(); ++other) {
      if (static_cast<int>(other) == comm->rank) continue;
      flows.push_back({comm->to[other], true, own, 4 * count});
      flows.push_back({comm->from[other], false, others[other].data(), 4 * count});
    }
    pass(*comm, flows);
    for (std::size_t other = 0; other < others.size(); ++other) {
      if (static_cast<int>(other) == comm->rank) continue;
      if (type == 2)
        combine(reinterpret_cast<int*>(own), reinterpret_cast<int*>(others[other].data()), count, operation);
      else
        combine(reinterpret_cast<float*>(own), reinterpret_cast<float*>(others[other].data()), count,
                operation);
    }
  });
}

int ncclCommAbort(Comm* comm) {
  note(*comm, "abort");
  comm->aborted = true;
  return success;
}
const char* ncclGetErrorString(int error) { return error == invalid_usage ? "invalid usage" : "error"; }
}
