// A random task graph: queues, buffers and operations on them, as text and back.
#pragma once
#include <cstdint>
#include <istream>
#include <map>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace graphs {

using Word = std::uint32_t;
using Words = std::vector<Word>;

enum class Storage { memory, fresh, array, raw };  // view over host memory, view over none, array, am_alloc

struct QueueSpec {
  int device = 0;  // 0: the default accelerator, 1: the host accelerator
  int order = 0;   // 0 in order, 1 any order, 2 the thread's default view
};

struct BufferSpec {
  Storage storage = Storage::memory;
  int rows = 1, columns = 1;
  int queue = 0;  // of arrays and raw memory
  int size() const { return rows * columns; }
};

// What an operation does; x: the elements of its part of buffer a, k: its number.
#define HCRT_GRAPH_KINDS(X)                                                                       \
  X(affine)         /* x = x * 3 + k + i */                                                       \
  X(gather)         /* x = x * 3 + b[(i * 7 + k) % size] */                                       \
  X(mix)            /* x = x * 5 + (b[i % size] ^ c[(i + k) % size]) */                           \
  X(overwrite)      /* discard, then x = i * k + 7 */                                             \
  X(box)            /* of rank 2, a box of rows and columns: x = x * 5 + k + row * 31 + column */ \
  X(rotate)         /* tiles of 16: x = x of the tile's next work-item * 3 + k */                 \
  X(by_reference)   /* an array captured by reference: x = x * 7 + k + b[(i + k) % size] */       \
  X(copy)           /* copy of a part of b to a */                                                \
  X(copy_box)       /* the same for boxes of rank 2 */                                            \
  X(copy_in)        /* from host memory that nothing else uses */                                 \
  X(copy_out)       /* to such memory, checked */                                                 \
  X(host_read)      /* elements through a view, checked */                                        \
  X(host_write)     /* x = x * 9 + k + i on the host */                                           \
  X(host_overwrite) /* discard, then written on the host */                                       \
  X(synchronize)    /* the host memory under the view, checked */                                 \
  X(refresh)        /* the host memory is changed behind the view's back */                       \
  X(synchronize_to) /* to a queue */                                                              \
  X(recreate)       /* the last view dies, which writes back; a new one is made */                \
  X(marker)         /* of a queue */                                                              \
  X(join)           /* a marker after futures of earlier operations */                            \
  X(wait_future)    /* of an earlier operation */                                                 \
  X(wait_queue)                                                                                   \
  X(then)        /* a callback after an earlier operation */                                      \
  X(renew_queue) /* the queue is dropped, with work pending, and made anew */

enum class Kind {
#define X(name) name,
  HCRT_GRAPH_KINDS(X)
#undef X
};

inline const char* const* kind_names() {
  static const char* const names[] = {
#define X(name) #name,
      HCRT_GRAPH_KINDS(X)
#undef X
          nullptr};
  return names;
}

struct Operation {
  int id = 0;
  Kind kind = Kind::affine;
  int thread = 0, queue = 0;
  int a = 0, b = 0, c = 0;  // buffers
  Word k = 0;
  int first = 0, count = 0;                        // the part of a
  int first_b = 0;                                 // of b, where it has as many elements
  int row = 0, rows = 0, column = 0, columns = 0;  // the box of a
  int row_b = 0, column_b = 0;
  std::vector<int> behind;  // ids of operations whose futures it takes
};

struct Graph {
  std::uint64_t seed = 0;
  int threads = 1;
  std::vector<QueueSpec> queues;
  std::vector<BufferSpec> buffers;
  std::vector<Operation> operations;  // in the order in which the oracle does them
};

inline bool is_kernel(Kind kind) { return kind <= Kind::by_reference; }
inline bool is_copy(Kind kind) { return kind >= Kind::copy && kind <= Kind::copy_out; }
inline bool uses_b(Kind kind) {
  return kind == Kind::gather || kind == Kind::mix || kind == Kind::by_reference || kind == Kind::copy ||
         kind == Kind::copy_box;
}
inline bool uses_buffers(Kind kind) { return kind <= Kind::recreate; }
inline bool writes(Kind kind) {
  return kind != Kind::copy_out && kind != Kind::host_read && kind != Kind::synchronize &&
         kind != Kind::synchronize_to && uses_buffers(kind);
}
/// Needs the buffer for itself on the host: it replaces the view or looks at the memory under it.
inline bool is_exclusive(Kind kind) {
  return kind == Kind::synchronize || kind == Kind::refresh || kind == Kind::recreate;
}

inline bool uses(const Operation& op, int buffer) {
  if (!uses_buffers(op.kind)) return false;
  return op.a == buffer || (uses_b(op.kind) && op.b == buffer) || (op.kind == Kind::mix && op.c == buffer);
}

/// Must the second be submitted after the first?
inline bool conflict(const Graph& graph, const Operation& first, const Operation& second) {
  if (first.kind == Kind::renew_queue || second.kind == Kind::renew_queue) return first.queue == second.queue;
  for (int buffer = 0; buffer < static_cast<int>(graph.buffers.size()); ++buffer) {
    if (!uses(first, buffer) || !uses(second, buffer)) continue;
    if (graph.buffers[static_cast<std::size_t>(buffer)].storage == Storage::raw) return true;
    for (const Operation* op : {&first, &second})
      if ((writes(op->kind) && op->a == buffer) || is_exclusive(op->kind)) return true;
  }
  for (const int id : second.behind)
    if (id == first.id) return true;
  return false;
}

inline void print(std::ostream& out, const Graph& graph) {
  out << "graph " << graph.seed << ' ' << graph.threads << '\n';
  for (const QueueSpec& q : graph.queues) out << "queue " << q.device << ' ' << q.order << '\n';
  for (const BufferSpec& b : graph.buffers)
    out << "buffer " << static_cast<int>(b.storage) << ' ' << b.rows << ' ' << b.columns << ' ' << b.queue
        << '\n';
  for (const Operation& o : graph.operations) {
    out << "op " << o.id << ' ' << kind_names()[static_cast<int>(o.kind)] << ' ' << o.thread << ' ' << o.queue
        << ' ' << o.a << ' ' << o.b << ' ' << o.c << ' ' << o.k << ' ' << o.first << ' ' << o.count << ' '
        << o.first_b << ' ' << o.row << ' ' << o.rows << ' ' << o.column << ' ' << o.columns << ' ' << o.row_b
        << ' ' << o.column_b;
    for (const int id : o.behind) out << ' ' << id;
    out << '\n';
  }
}

/// Throws std::runtime_error for a line that it cannot read. "#" begins a comment.
inline Graph parse(std::istream& in) {
  std::map<std::string, Kind> kinds;
  for (int i = 0; kind_names()[i]; ++i) kinds[kind_names()[i]] = static_cast<Kind>(i);
  Graph graph;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string what, name;
    if (!(words >> what) || what[0] == '#') continue;
    int storage = 0;
    if (what == "graph") {
      words >> graph.seed >> graph.threads;
    } else if (what == "queue") {
      graph.queues.emplace_back();
      words >> graph.queues.back().device >> graph.queues.back().order;
    } else if (what == "buffer") {
      BufferSpec b;
      words >> storage >> b.rows >> b.columns >> b.queue;
      b.storage = static_cast<Storage>(storage);
      graph.buffers.push_back(b);
    } else if (what == "op") {
      Operation o;
      words >> o.id >> name >> o.thread >> o.queue >> o.a >> o.b >> o.c >> o.k >> o.first >> o.count >>
          o.first_b >> o.row >> o.rows >> o.column >> o.columns >> o.row_b >> o.column_b;
      if (!words || !kinds.count(name)) throw std::runtime_error("not an operation: " + line);
      o.kind = kinds[name];
      for (int id; words >> id;) o.behind.push_back(id);
      graph.operations.push_back(o);
      continue;
    } else {
      throw std::runtime_error("not a line of a graph: " + line);
    }
    if (!words) throw std::runtime_error("numbers are missing: " + line);
  }
  return graph;
}

}  // namespace graphs
