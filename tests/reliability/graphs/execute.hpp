// Runs a graph through the public API, with as many threads as it says, and compares with the oracle.
#pragma once
#include <hc.hpp>
#include <hc_am.hpp>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "kernels.hpp"

namespace graphs {

class Execution {
 public:
  Execution(const Graph& graph, const Oracle& oracle, const std::vector<hc::accelerator>& accelerators)
      : graph_(graph), oracle_(oracle), accelerators_(accelerators) {
    for (const QueueSpec& spec : graph.queues) queues_.push_back(make_queue(spec));
    for (int b = 0; b < static_cast<int>(graph.buffers.size()); ++b) make_buffer(b);
    futures_.resize(graph.operations.size());
    for (std::size_t i = 0; i < graph.operations.size(); ++i) place_[graph.operations[i].id] = i;
    submitted_.assign(graph.operations.size(), false);
  }

  ~Execution() {
    for (Buffer& buffer : buffers_)
      if (buffer.raw) hc::am_free(buffer.raw);
  }

  /// What was wrong; empty: nothing.
  std::string run() {
    std::vector<std::thread> threads;
    for (int t = 1; t < graph_.threads; ++t) threads.emplace_back([this, t] { run_thread(t); });
    run_thread(0);
    for (std::thread& thread : threads) thread.join();
    for (hc::accelerator_view& queue : queues_) guarded("the end", [&] { queue.wait(); });
    guarded("the end", [&] {
      for (int b = 0; b < static_cast<int>(buffers_.size()); ++b) check_end(b);
    });
    for (Future& future : futures_) guarded("the end", [&] { future.wait(); });
    kept_.clear();  // joins what then() started
    if (thens_ != wanted_thens_)
      fail("callbacks: " + std::to_string(thens_) + " of " + std::to_string(wanted_thens_));
    return fault_;
  }

 private:
  struct Buffer {
    Words memory;  // the program's own, under the view
    std::unique_ptr<View> view;
    std::unique_ptr<Array> array;
    Word* raw = nullptr;
    int last_raw = -1;  // the place of the newest operation on raw memory
  };

  hc::accelerator device(int which) const {
    return accelerators_[static_cast<std::size_t>(which) % accelerators_.size()];
  }
  hc::accelerator_view make_queue(const QueueSpec& spec) const {
    if (spec.order == 2) return device(spec.device).get_default_view();
    return device(spec.device).create_view(spec.order == 0 ? hc::execute_in_order : hc::execute_any_order);
  }

  void make_buffer(int b) {
    const BufferSpec& spec = graph_.buffers[static_cast<std::size_t>(b)];
    buffers_.emplace_back();
    Buffer& buffer = buffers_.back();
    const Words contents = initial_contents(graph_, b);
    hc::accelerator_view& home = queues_[static_cast<std::size_t>(spec.queue)];
    if (spec.storage == Storage::memory) {
      buffer.memory = contents;
      buffer.view = std::make_unique<View>(spec.size(), buffer.memory);
    } else if (spec.storage == Storage::fresh) {
      buffer.view = std::make_unique<View>(spec.size());
    } else if (spec.storage == Storage::array) {
      buffer.array = std::make_unique<Array>(hc::extent<1>(spec.size()), contents.begin(), home);
    } else {
      const std::size_t bytes = contents.size() * sizeof(Word);
      hc::accelerator where = home.get_accelerator();
      buffer.raw = hc::am_alloc(bytes, where, 0);
      home.copy(contents.data(), buffer.raw, bytes);
    }
  }

  Buffer& buffer(int b) { return buffers_[static_cast<std::size_t>(b)]; }
  int size(int b) const { return graph_.buffers[static_cast<std::size_t>(b)].size(); }
  View view(int b) { return buffer(b).view ? *buffer(b).view : View(*buffer(b).array); }
  hc::array_view<Word, 2> box(int b, int row, int column, const Operation& op) {
    const BufferSpec& spec = graph_.buffers[static_cast<std::size_t>(b)];
    return view(b).view_as(hc::extent<2>(spec.rows, spec.columns)).section(row, column, op.rows, op.columns);
  }

  hc::accelerator_view queue(const Operation& op) {
    const QueueSpec& spec = graph_.queues[static_cast<std::size_t>(op.queue)];
    if (spec.order == 2) return make_queue(spec);  // this thread's own
    const std::lock_guard<std::mutex> lock(mutex_);
    return queues_[static_cast<std::size_t>(op.queue)];
  }

  void fail(const std::string& what) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (fault_.empty()) fault_ = what;
  }
  template <class Action>
  void guarded(const std::string& where, Action action) {
    try {
      action();
    } catch (const std::exception& error) {
      fail(where + " threw: " + error.what());
    }
  }

  void compare(const std::string& where, const Words& wanted, const Word* found) {
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (found[i] != wanted[i])
        return fail(where + ": element " + std::to_string(i) + " is " + std::to_string(found[i]) + ", not " +
                    std::to_string(wanted[i]));
  }

  void check_end(int b) {
    const Words& wanted = oracle_.contents[static_cast<std::size_t>(b)];
    Words found(wanted.size());
    if (buffer(b).raw) {
      // It may have been on a thread's default view, which none of queues_ is.
      if (buffer(b).last_raw >= 0) futures_[static_cast<std::size_t>(buffer(b).last_raw)].wait();
      hc::accelerator_view home = queues_[static_cast<std::size_t>(graph_.buffers[b].queue)];
      home.copy(buffer(b).raw, found.data(), found.size() * sizeof(Word));
    } else {
      hc::copy(view(b), found.begin());
    }
    compare("buffer " + std::to_string(b) + " in the end", wanted, found.data());
  }

  // Operations of one thread come in order; those of others that must come before are waited for here.
  void wait_for_earlier(std::size_t place) {
    const Operation& op = graph_.operations[place];
    for (std::size_t i = 0; i < place; ++i) {
      const Operation& earlier = graph_.operations[i];
      if (earlier.thread == op.thread || !conflict(graph_, earlier, op)) continue;
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [&] { return submitted_[i]; });
    }
  }

  void run_thread(int thread) {
    for (std::size_t i = 0; i < graph_.operations.size(); ++i) {
      const Operation& op = graph_.operations[i];
      if (op.thread % graph_.threads != thread) continue;
      wait_for_earlier(i);
      guarded("operation " + std::to_string(op.id) + " (" + kind_names()[static_cast<int>(op.kind)] + ")",
              [&] { perform(op, i); });
      const std::lock_guard<std::mutex> lock(mutex_);
      submitted_[i] = true;
      changed_.notify_all();
    }
  }

  Future future_of(int id) {
    const auto place = place_.find(id);
    return place == place_.end() ? Future() : futures_[place->second];  // it may have been dropped
  }

  void perform(const Operation& op, std::size_t place) {
    if (uses_buffers(op.kind) && buffer(op.a).raw)
      perform_raw(op, place);
    else if (is_kernel(op.kind))
      futures_[place] = perform_kernel(op);
    else if (is_copy(op.kind))
      futures_[place] = perform_copy(op);
    else if (uses_buffers(op.kind))
      perform_host(op, place);
    else
      perform_control(op, place);
  }

  Future perform_kernel(const Operation& op) {
    const hc::accelerator_view where = queue(op);
    if (op.kind == Kind::by_reference)
      return launch_by_reference(where, *buffer(op.a).array, op.first, op.count, view(op.b), op.k);
    if (op.kind == Kind::box) return launch_box(where, box(op.a, op.row, op.column, op), op.k);
    const View x = view(op.a).section(op.first, op.count);
    if (op.kind == Kind::affine) return launch_affine(where, x, op.k);
    if (op.kind == Kind::gather) return launch_gather(where, x, view(op.b), op.k);
    if (op.kind == Kind::mix) return launch_mix(where, x, view(op.b), view(op.c), op.k);
    if (op.kind == Kind::overwrite) return launch_overwrite(where, x, op.k);
    return launch_rotate(where, x, op.k);
  }

  Future perform_copy(const Operation& op) {
    if (op.kind == Kind::copy_box) {
      const auto from = box(op.b, op.row_b, op.column_b, op), to = box(op.a, op.row, op.column, op);
      return hc::copy_async(from, to);
    }
    const View x = view(op.a).section(op.first, op.count);
    if (op.kind == Kind::copy) return hc::copy_async(view(op.b).section(op.first_b, op.count), x);
    if (op.kind == Kind::copy_in) {
      const Words from = incoming(op);
      if (op.k % 2) return hc::copy_async(from.begin(), from.end(), x);
      hc::copy(from.begin(), x);
      return Future();
    }
    Words found(static_cast<std::size_t>(op.count));
    hc::copy(x, found.begin());
    check_read(op, found.data());
    return Future();
  }

  // After the newest operation on the memory: the runtime knows nothing of what such kernels use.
  void perform_raw(const Operation& op, std::size_t place) {
    hc::accelerator_view where = queue(op);
    Buffer& raw = buffer(op.a);
    const std::size_t bytes = static_cast<std::size_t>(size(op.a)) * sizeof(Word);
    if (raw.last_raw >= 0) where.create_blocking_marker(futures_[static_cast<std::size_t>(raw.last_raw)]);
    if (op.kind == Kind::affine) {
      futures_[place] = launch_raw_affine(where, raw.raw, size(op.a), op.k);
    } else if (op.kind == Kind::gather) {
      futures_[place] = launch_raw_gather(where, raw.raw, size(op.a), view(op.b), op.k);
    } else if (op.kind == Kind::copy_in) {
      const Words from = incoming(op);
      where.copy(from.data(), raw.raw, bytes);
    } else {
      Words found(static_cast<std::size_t>(size(op.a)));
      where.copy(raw.raw, found.data(), bytes);
      check_read(op, found.data());
    }
    raw.last_raw = static_cast<int>(place);
  }

  void check_read(const Operation& op, const Word* found) {
    compare("operation " + std::to_string(op.id), oracle_.expected.at(op.id), found);
  }

  void perform_host(const Operation& op, std::size_t place) {
    if (op.kind == Kind::synchronize_to) {
      futures_[place] = view(op.a).synchronize_to_async(queue(op));
      return;
    }
    if (op.kind == Kind::recreate) {
      Buffer& own = buffer(op.a);
      own.view.reset();
      check_read(op, own.memory.data());
      own.view = std::make_unique<View>(size(op.a), own.memory);
      return;
    }
    const View x = view(op.a).section(op.first, op.count);
    if (op.kind == Kind::host_read) {
      const ConstView read(x);
      Words found(static_cast<std::size_t>(op.count));
      const Word* const data = op.k % 2 ? read.data() : nullptr;
      for (int i = 0; i < op.count; ++i) found[static_cast<std::size_t>(i)] = data ? data[i] : read[i];
      check_read(op, found.data());
    } else if (op.kind == Kind::host_write || op.kind == Kind::host_overwrite) {
      if (op.kind == Kind::host_overwrite) x.discard_data();
      Word* const data = op.k % 2 ? x.data() : nullptr;
      for (int i = 0; i < op.count; ++i) {
        Word& element = data ? data[i] : x[i];
        element = op.kind == Kind::host_write ? element * 9 + op.k + static_cast<Word>(i)
                                              : static_cast<Word>(i) * op.k + 7;
      }
    } else {
      perform_behind_the_view(op);
    }
  }

  void perform_behind_the_view(const Operation& op) {
    const View all = view(op.a);
    if (op.kind == Kind::synchronize) {
      if (op.k % 2) {
        all.synchronize();
      } else {
        all.synchronize_async().wait();
      }
      return check_read(op, buffer(op.a).memory.data());
    }
    const View x = all.section(op.first, op.count);
    x.data();  // waits for kernels that still read the memory
    for (int i = 0; i < op.count; ++i)
      buffer(op.a).memory[static_cast<std::size_t>(op.first + i)] ^= op.k + static_cast<Word>(i);
    x.refresh();
  }

  void perform_control(const Operation& op, std::size_t place) {
    if (op.kind == Kind::marker) {
      futures_[place] = queue(op).create_marker();
    } else if (op.kind == Kind::join) {
      std::vector<Future> earlier;
      for (const int id : op.behind) earlier.push_back(future_of(id));
      futures_[place] = queue(op).create_blocking_marker(earlier.begin(), earlier.end());
    } else if (op.kind == Kind::wait_future && !op.behind.empty()) {
      future_of(op.behind[0]).wait();
    } else if (op.kind == Kind::wait_queue) {
      queue(op).wait();
    } else if (op.kind == Kind::then && !op.behind.empty()) {
      const Future future = future_of(op.behind[0]);
      if (!future.valid()) return;
      ++wanted_thens_;
      future.then([this] { ++thens_; });
      const std::lock_guard<std::mutex> lock(mutex_);
      kept_.push_back(future);
    } else if (op.kind == Kind::renew_queue) {
      const QueueSpec& spec = graph_.queues[static_cast<std::size_t>(op.queue)];
      hc::accelerator_view fresh = make_queue(spec);
      const std::lock_guard<std::mutex> lock(mutex_);
      queues_[static_cast<std::size_t>(op.queue)] = fresh;
    }
  }

  const Graph& graph_;
  const Oracle& oracle_;
  const std::vector<hc::accelerator>& accelerators_;
  std::vector<hc::accelerator_view> queues_;
  std::vector<Buffer> buffers_;
  std::vector<Future> futures_;  // by place in the graph
  std::map<int, std::size_t> place_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> submitted_;
  std::vector<Future> kept_;
  std::atomic<int> thens_{0}, wanted_thens_{0};
  std::string fault_;
};

}  // namespace graphs
