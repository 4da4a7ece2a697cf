// The inside of hc::mpi::communicator: one thread that asks MPI what has arrived, and functions after events
// that wait for it. Host code alone.
#ifndef HCRT_MPI_LINK_HPP
#define HCRT_MPI_LINK_HPP

#include <mpi.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../runtime.hpp"

namespace hcrt {
namespace mpi {

[[noreturn]] inline void fail(const std::string& what) { throw Error(Errc::runtime, "hc::mpi: " + what); }

inline void check(int result, const std::string& what) {
  if (result == MPI_SUCCESS) return;
  char words[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(result, words, &length);
  fail(what + ": " + words);
}

/// What all ranks do together, in one order.
enum class Collective { bcast, allreduce, exchange };

inline const char* name_of(Collective what) {
  constexpr const char* names[] = {"bcast", "allreduce", "exchange"};
  return names[static_cast<int>(what)];
}

/// A rank's process: how another rank of the same host sees whether it lives.
struct Peer {
  long long host, process, started;
};

/// When the process began, in the kernel's ticks; -1: it is not there, or it has ended and nobody has asked
/// why.
inline long long start_of(long long process) {
  char path[64], text[1024];
  std::snprintf(path, sizeof path, "/proc/%lld/stat", process);
  std::FILE* const file = std::fopen(path, "r");
  if (!file) return -1;
  text[std::fread(text, 1, sizeof text - 1, file)] = 0;
  std::fclose(file);
  const char* word = std::strrchr(text, ')');  // the name may have anything in it
  if (!word || word[2] == 'Z' || word[2] == 'X') return -1;
  for (int skipped = 0; skipped < 20 && word; ++skipped) word = std::strchr(word + 1, ' ');
  return word ? std::atoll(word) : -1;
}

inline long long host_number() {
  char name[MPI_MAX_PROCESSOR_NAME] = "";
  int length = 0;
  MPI_Get_processor_name(name, &length);
  return static_cast<long long>(
      std::hash<std::string>()(std::string(name, static_cast<std::size_t>(length))));
}

// Any thread, at the same time. Calls MPI from its own threads: MPI must be there for several.
class Link : public std::enable_shared_from_this<Link> {
 public:
  explicit Link(MPI_Comm parent) {
    int ready = 0, level = 0;
    MPI_Initialized(&ready);
    if (!ready) fail("MPI is not initialised; use hc::mpi::run, or call MPI_Init_thread");
    MPI_Query_thread(&level);
    if (level < MPI_THREAD_MULTIPLE) fail("MPI must be initialised with MPI_THREAD_MULTIPLE");
    check(MPI_Comm_dup(parent, &comm_), "MPI_Comm_dup");
    check(MPI_Comm_dup(comm_, &users_), "MPI_Comm_dup");
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
    MPI_Comm local;
    check(MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &local), "ranks of a host");
    MPI_Comm_rank(local, &local_rank_);
    MPI_Comm_size(local, &local_size_);
    MPI_Comm_free(&local);
    const long long process = getpid();
    const Peer own{host_number(), process, start_of(process)};
    peers_.resize(static_cast<std::size_t>(size_));
    check(MPI_Allgather(&own, 3, MPI_LONG_LONG, peers_.data(), 3, MPI_LONG_LONG, comm_), "MPI_Allgather");
    poller_ = std::thread([this] { poll(); });
  }

  ~Link() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stop_ = true;
      wake_.notify_all();
    }
    poller_.join();
  }

  int rank() const { return rank_; }
  int size() const { return size_; }
  int local_rank() const { return local_rank_; }
  int local_size() const { return local_size_; }
  MPI_Comm native() const { return comm_; }
  /// Of the same ranks, for the program's own calls: they never meet the messages here.
  MPI_Comm users() const { return users_; }

  void check_peer(int peer) const {
    if (peer < 0 || peer >= size_)
      fail("there is no rank " + std::to_string(peer) + " among " + std::to_string(size_));
  }

  /// Waits for all operations, and releases the communicator: every rank does.
  void finish() {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      ended_.wait(lock, [this] { return operations_ == 0; });
    }
    int gone = 0;
    MPI_Finalized(&gone);
    if (gone) return;
    MPI_Comm_free(&users_);
    MPI_Comm_free(&comm_);
  }

  /// From where an operation is asked for to its end.
  class Ticket {
   public:
    explicit Ticket(std::shared_ptr<Link> link) : link_(std::move(link)) {
      const std::lock_guard<std::mutex> lock(link_->mutex_);
      ++link_->operations_;
    }
    ~Ticket() {
      const std::lock_guard<std::mutex> lock(link_->mutex_);
      --link_->operations_;
      link_->ended_.notify_all();
    }
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    Link& link() const { return *link_; }

   private:
    const std::shared_ptr<Link> link_;
  };

  /// The tag of the next message to, or from, a rank: functions that follow events run in any order, so
  /// messages are numbered where they are asked for. Both sides count alike.
  int next_tag(int peer, int tag, bool sends) {
    constexpr int tags = 4096, numbers = 65536;  // below 2^28, which is what MPICH allows
    if (tag < 0 || tag >= tags) fail("a tag is from 0 to " + std::to_string(tags - 1));
    const std::lock_guard<std::mutex> lock(mutex_);
    int& number = numbers_[{peer * 2 + (sends ? 1 : 0), tag}];
    const int now = number;
    number = (number + 1) % numbers;
    return tag * numbers + now;
  }

  /// Starts an operation of MPI and waits for its end. `peer`: of whom it waits; -1: of all.
  MPI_Status run(const char* what, int peer, const std::function<int(MPI_Request*)>& start) {
    const std::uint64_t span = begin_span(what);
    Pending one;
    one.peer = peer;
    one.what = what;
    std::unique_lock<std::mutex> lock(mutex_);
    one.result = start(&one.request);
    if (one.result == MPI_SUCCESS && !ends_soon(one, lock)) {
      pending_.push_back(&one);
      wake_.notify_all();
      one.told.wait(lock, [&] { return one.done; });
    }
    lock.unlock();
    end_span(span);
    if (!one.fault.empty()) fail(one.fault);
    check_message(one);
    return one.status;
  }

  /// The place of a collective operation among those of this rank: it begins when the one before has ended,
  /// and has ended when the last copy of this goes.
  class Turn {
   public:
    void wait() const {
      if (before_) before_->wait();
    }

   private:
    friend class Link;
    struct State {
      ~State() { end.set_value(); }
      std::promise<void> end;
    };
    std::shared_ptr<std::shared_future<void>> before_;
    std::shared_ptr<State> own_;
  };
  Turn next_turn() {
    Turn turn;
    turn.own_ = std::make_shared<Turn::State>();
    auto end = std::make_shared<std::shared_future<void>>(turn.own_->end.get_future().share());
    const std::lock_guard<std::mutex> lock(mutex_);
    turn.before_ = std::move(last_turn_);
    last_turn_ = std::move(end);
    return turn;
  }

  /// Of a collective operation: throws on all ranks where one does another, or has another size.
  void agree(Collective what, std::size_t bytes) {
    const long long kind = static_cast<long long>(what), size = static_cast<long long>(bytes);
    long long most[4] = {kind, -kind, size, -size};
    run("MPI: agree on sizes", -1, [&](MPI_Request* request) {
      return MPI_Iallreduce(MPI_IN_PLACE, most, 4, MPI_LONG_LONG, MPI_MAX, comm_, request);
    });
    const std::string name = name_of(what), rank = std::to_string(rank_);
    if (most[0] != -most[1])
      fail(name + ": the ranks disagree on the order: rank " + rank + " comes to it while another comes to " +
           name_of(static_cast<Collective>(most[0] == kind ? -most[1] : most[0])));
    if (most[2] != -most[3])
      fail(name + ": the ranks disagree on the size: rank " + rank + " has " + std::to_string(bytes) +
           " bytes, others from " + std::to_string(-most[3]) + " to " + std::to_string(most[2]));
  }

  /// What there is to say where a rank of this host has died, for which `what` waits; empty: all live.
  std::string death(const char* what) const {
    for (int other = 0; other < size_; ++other)
      if (has_died(other)) return words_for(other, what);
    return {};
  }

  /// Before the next question whether something has ended, which nothing has done for so long: it comes soon
  /// or late, and ranks that share processors must get to run.
  static void pause(std::chrono::microseconds idle) {
    if (idle.count() < 200) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(idle.count() < 2000 ? 20 : 100));
    }
  }

 private:
  struct Pending {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status{};
    int result = MPI_SUCCESS, peer = -1;
    const char* what = "";
    bool done = false;
    std::string fault;
    std::condition_variable told;
  };

  void check_message(const Pending& one) const {
    int kind = MPI_SUCCESS;
    if (one.result != MPI_SUCCESS) MPI_Error_class(one.result, &kind);
    const std::string where = std::string(one.what) + (one.peer < 0 ? "" : " with rank ") +
                              (one.peer < 0 ? "" : std::to_string(one.peer)) + " on rank " +
                              std::to_string(rank_);
    if (kind == MPI_ERR_TRUNCATE)
      fail(where + ": the ranks disagree on the size: the message is longer than the section");
    check(one.result, where);
  }

  static bool has_ended(Pending& one) {
    int done = 0;
    one.result = MPI_Test(&one.request, &done, &one.status);
    return done || one.result != MPI_SUCCESS;
  }

  // What ends soon is waited for by the thread that needs it: two that wake each other take 100 us. Beside
  // others that wait it is the poller's, which asks all the time: many who ask are in its way.
  bool ends_soon(Pending& one, std::unique_lock<std::mutex>& lock) {
    using Clock = std::chrono::steady_clock;
    if (has_ended(one)) return true;  // as what is sent while it is short
    if (!pending_.empty() || asks_) return false;
    const Clock::time_point end = Clock::now() + std::chrono::microseconds(100);
    asks_ = true;
    bool ended = false;
    while (!ended && Clock::now() <= end) {
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
      ended = has_ended(one);
    }
    asks_ = false;
    return ended;
  }

  // The one that waits reads and frees it once it is notified.
  void tell(Pending& one) {
    one.done = true;
    one.told.notify_all();
  }

  // The oldest and the newest, and a few of the others in turn: what a step costs must not grow with how many
  // steps were asked for ahead. (MPI_Testsome ends the program where a message fails.)
  bool tell_those_that_ended() {
    constexpr std::size_t few = 4;
    const std::size_t count = pending_.size();
    turn_ = turn_ + few < count ? turn_ + few : 0;
    bool ended = false;
    for (std::size_t i = 0; i < count; ++i) {
      if (i >= few && i + few < count && (i < turn_ || i >= turn_ + few)) continue;
      Pending*& one = pending_[i];
      if (!has_ended(*one)) continue;
      tell(*one);
      one = nullptr;
      ended = true;
    }
    if (ended) pending_.erase(std::remove(pending_.begin(), pending_.end(), nullptr), pending_.end());
    return ended;
  }

  void poll() {
    using Clock = std::chrono::steady_clock;
    prctl(PR_SET_TIMERSLACK, 1000);  // ns: a short sleep takes 50 us longer otherwise
    std::unique_lock<std::mutex> lock(mutex_);
    Clock::time_point moved = Clock::now(), looked = moved;
    while (!stop_) {
      if (pending_.empty()) {
        wake_.wait(lock, [this] { return stop_ || !pending_.empty(); });
        moved = looked = Clock::now();
        continue;
      }
      if (tell_those_that_ended()) moved = Clock::now();
      const Clock::time_point now = Clock::now();
      if (now - looked > std::chrono::milliseconds(200)) {
        look_for_the_dead();
        looked = now;
      }
      lock.unlock();
      pause(std::chrono::duration_cast<std::chrono::microseconds>(now - moved));
      lock.lock();
    }
  }

  // MPI does not report a process of the same host that was killed. Of other hosts, mpiexec ends all.
  bool has_died(int other) const {
    const Peer& peer = peers_[static_cast<std::size_t>(other)];
    const bool same_host = peer.host == peers_[static_cast<std::size_t>(rank_)].host;
    return same_host && other != rank_ && start_of(peer.process) != peer.started;
  }
  std::string words_for(int dead, const char* what) const {
    return "rank " + std::to_string(dead) + " has died (process " +
           std::to_string(peers_[static_cast<std::size_t>(dead)].process) + "); rank " +
           std::to_string(rank_) + " waits for it: " + what;
  }

  void look_for_the_dead() {
    for (int other = 0; other < size_; ++other) {
      if (!has_died(other)) continue;
      for (auto place = pending_.begin(); place != pending_.end();) {
        Pending& one = **place;
        if (one.peer >= 0 && one.peer != other) {
          ++place;
          continue;
        }
        one.fault = words_for(other, one.what);
        place = pending_.erase(place);
        tell(one);
      }
    }
  }

  MPI_Comm comm_ = MPI_COMM_NULL, users_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1, local_rank_ = 0, local_size_ = 1;
  std::vector<Peer> peers_;
  std::mutex mutex_;
  std::condition_variable wake_, ended_;
  std::vector<Pending*> pending_;  // each on the stack of the thread that waits
  std::size_t turn_ = 0;           // in pending_: of those that are asked in turn
  bool asks_ = false;              // a thread is in ends_soon
  std::map<std::pair<int, int>, int> numbers_;
  std::size_t operations_ = 0;
  bool stop_ = false;
  std::shared_ptr<std::shared_future<void>> last_turn_;
  std::thread poller_;
};

}  // namespace mpi
}  // namespace hcrt
#endif
