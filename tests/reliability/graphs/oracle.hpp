// What a graph must compute: its operations one after another, on plain memory.
#pragma once
#include <algorithm>

#include "graph.hpp"

namespace graphs {

constexpr int rotate_tile = 16;

/// What a buffer holds at first.
inline Words initial_contents(const Graph& graph, int buffer) {
  const BufferSpec& spec = graph.buffers[static_cast<std::size_t>(buffer)];
  Words words(static_cast<std::size_t>(spec.size()));
  if (spec.storage == Storage::fresh) return words;
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<Word>(graph.seed) * 2654435761u + static_cast<Word>(buffer) * 977u +
               static_cast<Word>(i) * 40503u;
  return words;
}

/// What copy_in brings.
inline Words incoming(const Operation& op) {
  Words words(static_cast<std::size_t>(op.count));
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = op.k * 2246822519u + static_cast<Word>(i) * 3u;
  return words;
}

class Oracle {
 public:
  explicit Oracle(const Graph& graph) : graph_(graph) {
    for (int b = 0; b < static_cast<int>(graph.buffers.size()); ++b)
      contents.push_back(initial_contents(graph, b));
    for (const Operation& op : graph.operations) perform(op);
  }

  std::vector<Words> contents;    // of each buffer, in the end
  std::map<int, Words> expected;  // what the operation with the id reads on the host

 private:
  Words& words(int buffer) { return contents[static_cast<std::size_t>(buffer)]; }
  std::size_t columns(int buffer) const {
    return static_cast<std::size_t>(graph_.buffers[static_cast<std::size_t>(buffer)].columns);
  }

  template <class Function>  // x = function(x, i)
  void each(const Operation& op, Function function) {
    Words& a = words(op.a);
    for (int i = 0; i < op.count; ++i) {
      Word& x = a[static_cast<std::size_t>(op.first + i)];
      x = function(x, static_cast<Word>(i));
    }
  }

  Words part(const Operation& op) {
    const auto first = words(op.a).begin() + op.first;
    return Words(first, first + op.count);
  }

  void rotate(const Operation& op) {
    const Words old = part(op);
    for (int i = 0; i < op.count; ++i) {
      const int origin = i / rotate_tile * rotate_tile;
      const int size = std::min(rotate_tile, op.count - origin);
      words(op.a)[static_cast<std::size_t>(op.first + i)] =
          old[static_cast<std::size_t>(origin + (i - origin + 1) % size)] * 3 + op.k;
    }
  }

  void box(const Operation& op) {
    for (int r = 0; r < op.rows; ++r)
      for (int c = 0; c < op.columns; ++c) {
        Word& x = words(op.a)[static_cast<std::size_t>(op.row + r) * columns(op.a) +
                              static_cast<std::size_t>(op.column + c)];
        x = x * 5 + op.k + static_cast<Word>(r) * 31 + static_cast<Word>(c);
      }
  }

  void copy_box(const Operation& op) {
    const Words from = words(op.b);
    for (int r = 0; r < op.rows; ++r)
      for (int c = 0; c < op.columns; ++c)
        words(op.a)[static_cast<std::size_t>(op.row + r) * columns(op.a) +
                    static_cast<std::size_t>(op.column + c)] =
            from[static_cast<std::size_t>(op.row_b + r) * columns(op.b) +
                 static_cast<std::size_t>(op.column_b + c)];
  }

  void perform(const Operation& op) {
    const Word k = op.k;
    const Words none(1);
    const Words& b = uses_b(op.kind) ? words(op.b) : none;
    const Words& c = op.kind == Kind::mix ? words(op.c) : none;
    switch (op.kind) {
      case Kind::affine:
        return each(op, [&](Word x, Word i) { return x * 3 + k + i; });
      case Kind::gather:
        return each(op, [&](Word x, Word i) { return x * 3 + b[(i * 7 + k) % b.size()]; });
      case Kind::mix:
        return each(op, [&](Word x, Word i) { return x * 5 + (b[i % b.size()] ^ c[(i + k) % c.size()]); });
      case Kind::overwrite:
      case Kind::host_overwrite:
        return each(op, [&](Word, Word i) { return i * k + 7; });
      case Kind::by_reference:
        return each(op, [&](Word x, Word i) { return x * 7 + k + b[(i + k) % b.size()]; });
      case Kind::host_write:
        return each(op, [&](Word x, Word i) { return x * 9 + k + i; });
      case Kind::refresh:
        return each(op, [&](Word x, Word i) { return x ^ (k + i); });
      case Kind::box:
        return box(op);
      case Kind::rotate:
        return rotate(op);
      case Kind::copy: {
        const Words from(b.begin() + op.first_b, b.begin() + op.first_b + op.count);
        std::copy(from.begin(), from.end(), words(op.a).begin() + op.first);
        return;
      }
      case Kind::copy_box:
        return copy_box(op);
      case Kind::copy_in: {
        const Words from = incoming(op);
        std::copy(from.begin(), from.end(), words(op.a).begin() + op.first);
        return;
      }
      case Kind::copy_out:
      case Kind::host_read:
        expected[op.id] = part(op);
        return;
      case Kind::synchronize:
      case Kind::recreate:
        expected[op.id] = words(op.a);
        return;
      default:
        return;
    }
  }

  const Graph& graph_;
};

}  // namespace graphs
