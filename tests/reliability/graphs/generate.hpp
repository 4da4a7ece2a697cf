// Makes a random graph from a seed.
#pragma once
#include <algorithm>

#include "../random.hpp"
#include "oracle.hpp"

namespace graphs {

class Generator {
 public:
  Generator(std::uint64_t seed, int devices) : random_(seed), devices_(devices) { graph_.seed = seed; }

  Graph make() {
    graph_.threads = random_.chance(40) ? 1 : random_.between(2, 8);
    const bool two_devices = random_.chance(50);
    for (int n = random_.between(1, 5); n > 0; --n)
      graph_.queues.push_back({two_devices && random_.chance(40) ? 1 : 0, random_.below(3)});
    graph_.queues.front().device = 0;
    if (devices_ > 0) spread();
    for (int n = random_.between(2, 6); n > 0; --n) make_buffer();
    const auto operations = static_cast<std::size_t>(random_.between(4, 64));
    for (int tries = 0; tries < 500 && graph_.operations.size() < operations; ++tries) make_operation();
    return graph_;
  }

 private:
  int any_queue() { return random_.below(static_cast<int>(graph_.queues.size())); }
  int any_buffer() { return random_.below(static_cast<int>(graph_.buffers.size())); }
  const BufferSpec& buffer(int i) const { return graph_.buffers[static_cast<std::size_t>(i)]; }
  const QueueSpec& queue(int i) const { return graph_.queues[static_cast<std::size_t>(i)]; }

  void make_buffer() {
    BufferSpec b;
    const int storage = random_.below(10);
    b.storage = storage < 4   ? Storage::memory
                : storage < 6 ? Storage::fresh
                : storage < 9 ? Storage::array
                              : Storage::raw;
    b.rows = random_.between(1, 24);
    b.columns = random_.chance(10) ? random_.between(1000, 4000) : random_.between(1, 90);
    b.queue = any_queue();
    graph_.buffers.push_back(b);
  }

  bool is_view(int i) const { return buffer(i).storage <= Storage::fresh; }
  /// May kernels of the queue use the buffer?
  bool fits(int i, int q) const { return is_view(i) || queue(buffer(i).queue).device == queue(q).device; }

  int buffer_for(int q, int other_than = -1) {
    for (int tries = 0; tries < 20; ++tries) {
      const int i = any_buffer();
      if (i != other_than && fits(i, q) && buffer(i).storage != Storage::raw) return i;
    }
    return -1;
  }

  void choose_part(Operation& op, bool whole) {
    const int size = buffer(op.a).size();
    op.first = whole ? 0 : random_.below(size);
    op.count = whole ? size : random_.between(1, size - op.first);
  }

  void choose_box(Operation& op) {
    const BufferSpec& b = buffer(op.a);
    op.row = random_.below(b.rows);
    op.rows = random_.between(1, b.rows - op.row);
    op.column = random_.below(b.columns);
    op.columns = random_.between(1, b.columns - op.column);
  }

  // Makes the box of a fit into b.
  void choose_place_in_b(Operation& op) {
    const BufferSpec& b = buffer(op.b);
    op.rows = std::min(op.rows, b.rows);
    op.columns = std::min(op.columns, b.columns);
    op.row_b = random_.between(0, b.rows - op.rows);
    op.column_b = random_.between(0, b.columns - op.columns);
  }

  Kind any_kind() {
    static const Kind often[] = {Kind::affine, Kind::gather,    Kind::mix,       Kind::by_reference,
                                 Kind::copy,   Kind::host_read, Kind::overwrite, Kind::box};
    if (random_.chance(50)) return often[random_.below(8)];
    return static_cast<Kind>(random_.below(static_cast<int>(Kind::renew_queue) + 1));
  }

  void choose_earlier(Operation& op, int most) {
    if (graph_.operations.empty()) return;
    for (int n = random_.between(1, most); n > 0; --n)
      op.behind.push_back(
          graph_
              .operations[static_cast<std::size_t>(random_.below(static_cast<int>(graph_.operations.size())))]
              .id);
  }

  // False: the buffers at hand don't allow it.
  bool choose_buffers(Operation& op) {
    op.a = op.kind == Kind::by_reference || random_.chance(15) ? any_buffer() : buffer_for(op.queue);
    if (op.kind == Kind::by_reference)
      for (int tries = 0; tries < 8 && buffer(op.a).storage != Storage::array; ++tries) op.a = any_buffer();
    if (op.a < 0 || !fits(op.a, op.queue)) return false;
    const Storage storage = buffer(op.a).storage;
    const bool raw_can = op.kind == Kind::affine || op.kind == Kind::gather || op.kind == Kind::copy_in ||
                         op.kind == Kind::copy_out;
    if (storage == Storage::raw && !raw_can) return false;
    if (op.kind == Kind::by_reference && storage != Storage::array) return false;
    const bool memory_only = op.kind == Kind::synchronize || op.kind == Kind::refresh;
    if (memory_only && storage != Storage::memory) return false;
    if (op.kind == Kind::recreate && storage != Storage::memory) return false;
    if (op.kind == Kind::synchronize_to && !is_view(op.a)) return false;
    if (uses_b(op.kind)) {
      const bool same = (op.kind == Kind::copy || op.kind == Kind::copy_box) && random_.chance(15);
      op.b = same ? op.a : buffer_for(op.queue, op.a);
      if (op.kind == Kind::copy && random_.chance(30)) op.b = any_copy_source(op.a);
      if (op.b < 0) return false;
    }
    if (op.kind == Kind::mix) {
      op.c = buffer_for(op.queue, op.a);
      if (op.c < 0) return false;
    }
    return true;
  }

  // Copies need no kernel: the source may be on another accelerator.
  int any_copy_source(int other_than) {
    const int i = any_buffer();
    return i != other_than && buffer(i).storage != Storage::raw ? i : -1;
  }

  void make_operation() {
    Operation op;
    op.id = static_cast<int>(graph_.operations.size());
    op.kind = any_kind();
    op.thread = random_.below(graph_.threads);
    op.queue = any_queue();
    op.k = static_cast<Word>(random_.between(1, 1000));
    if (uses_buffers(op.kind) && !choose_buffers(op)) return;
    if (op.kind == Kind::then || op.kind == Kind::wait_future) choose_earlier(op, 1);
    if (op.kind == Kind::join) choose_earlier(op, 7);
    if (uses_buffers(op.kind)) {
      const bool raw = buffer(op.a).storage == Storage::raw;
      choose_part(op, raw || random_.chance(40));
      if (op.kind == Kind::rotate && op.count < rotate_tile) return;  // a tile is not larger than its grid
      choose_box(op);
      if (op.kind == Kind::copy) {
        op.count = std::min(op.count, buffer(op.b).size());
        op.first_b = random_.between(0, buffer(op.b).size() - op.count);
      }
      if (op.kind == Kind::copy_box) choose_place_in_b(op);
      if (op.kind == Kind::gather && raw && !is_view(op.b) && buffer(op.b).storage != Storage::array) return;
    }
    graph_.operations.push_back(op);
  }

  // Over named accelerators: most graphs use two of them or more.
  void spread() {
    while (graph_.queues.size() < 5 && random_.chance(60)) graph_.queues.push_back({0, random_.below(3)});
    for (QueueSpec& queue : graph_.queues) queue.device = random_.below(devices_);
  }

  Random random_;
  const int devices_;  // named ones; 0: the default accelerator and the host
  Graph graph_;
};

inline Graph generate(std::uint64_t seed, int devices = 0) { return Generator(seed, devices).make(); }

}  // namespace graphs
