// A random program of the host-side API: what it does, one operation after the other, as text and back. What
// an operation works on is drawn from its own seed when it runs, from what is there then: any of them may be
// left out.
#pragma once
#include <cstdint>
#include <istream>
#include <map>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "../random.hpp"

namespace views {

// An operation, and how often it comes.
#define HCRT_VIEW_KINDS(X)                                                        \
  X(view_over_memory, 6) /* a view of host memory, writable or of const */        \
  X(view_without_source, 3)                                                       \
  X(make_array, 5)    /* on a queue, or a staging array, with elements or not */  \
  X(copy_array, 3)    /* constructors and assignments, by copying and moving */   \
  X(view_of_array, 4) /* of all of it, or a part */                               \
  X(section, 9)                                                                   \
  X(projection, 4)                                                                \
  X(view_as, 4)                                                                   \
  X(reinterpret, 4)                                                               \
  X(copy_view, 3)     /* one slot's view to another's, also to a view of const */ \
  X(drop_any_view, 5) /* the last view of host memory writes back */              \
  X(drop_array, 2)                                                                \
  X(map, 12)     /* x = x * 3 + k + i */                                          \
  X(fill, 6)     /* x = i * k + 7, mostly after discard_data() */                 \
  X(combine, 12) /* x = x * 7 + a * 3 + b, of views of const */                   \
  X(tiled, 4)                                                                     \
  X(by_reference, 5) /* an array captured by reference */                         \
  X(rows, 3)         /* projections and sections in a kernel */                   \
  X(inside, 3)       /* reinterpret_as and view_as in a kernel */                 \
  X(copy_views, 9)   /* between arrays and views, all pairs */                    \
  X(copy_in, 5)      /* from iterators of several kinds */                        \
  X(copy_out, 7)     /* to such */                                                \
  X(host_read, 8)                                                                 \
  X(host_write, 6)                                                                \
  X(array_access, 3) /* elements of arrays on the host, where it may */           \
  X(look, 2)         /* extents, places */                                        \
  X(synchronize, 5)                                                               \
  X(write_behind, 3) /* host memory is changed beside its view */                 \
  X(synchronize_to, 3)                                                            \
  X(discard, 2)                                                                   \
  X(marker, 3)                                                                    \
  X(wait_future, 4)                                                               \
  X(then, 2)                                                                      \
  X(wait_queue, 2)                                                                \
  X(hold_queue, 4) /* its later work waits for a function that takes its time */  \
  X(renew_queue, 1)                                                               \
  X(misuse, 4) /* throws, and changes nothing */                                  \
  X(make_texture, 3)                                                              \
  X(copy_texture, 4)                                                              \
  X(draw, 4) /* kernels that read and write textures */

enum class Kind {
#define X(name, weight) name,
  HCRT_VIEW_KINDS(X)
#undef X
};

struct KindInfo {
  const char* name;
  int weight;
};

inline const std::vector<KindInfo>& kinds() {
  static const std::vector<KindInfo> all = {
#define X(name, weight) {#name, weight},
      HCRT_VIEW_KINDS(X)
#undef X
  };
  return all;
}

struct Operation {
  int id = 0;
  Kind kind = Kind::map;
  std::uint64_t seed = 0;
};

struct Program {
  std::uint64_t seed = 0;
  std::vector<Operation> operations;
};

inline Program generate(std::uint64_t seed) {
  Random random(seed);
  int sum = 0;
  for (const KindInfo& info : kinds()) sum += info.weight;
  Program program{seed, {}};
  const int made_first = random.between(2, 7), count = made_first + random.between(10, 120);
  for (int id = 0; id < count; ++id) {
    int place = random.below(sum), kind = 0;
    while ((place -= kinds()[static_cast<std::size_t>(kind)].weight) >= 0) ++kind;
    if (id < made_first) kind %= static_cast<int>(Kind::copy_array);
    program.operations.push_back({id, static_cast<Kind>(kind), random.next()});
  }
  return program;
}

inline void print(std::ostream& out, const Program& program) {
  out << "program " << program.seed << '\n';
  for (const Operation& op : program.operations)
    out << "op " << op.id << ' ' << kinds()[static_cast<std::size_t>(op.kind)].name << ' ' << op.seed << '\n';
}

/// Throws std::runtime_error for a line that it cannot read. "#" begins a comment.
inline Program parse(std::istream& in) {
  std::map<std::string, Kind> known;
  for (std::size_t i = 0; i < kinds().size(); ++i) known[kinds()[i].name] = static_cast<Kind>(i);
  Program program;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string what, name;
    if (!(words >> what) || what[0] == '#') continue;
    if (what == "program" && words >> program.seed) continue;
    Operation op;
    if (what != "op" || !(words >> op.id >> name >> op.seed) || !known.count(name))
      throw std::runtime_error("cannot read: " + line);
    op.kind = known[name];
    program.operations.push_back(op);
  }
  return program;
}

}  // namespace views
