// HC: arrays that are cut over several accelerators.
#ifndef HC_DISTRIBUTED_HPP
#define HC_DISTRIBUTED_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "hc.hpp"
#include "hc_am.hpp"
#include "hcrt/detail/unwinding.hpp"

namespace hc {

/// The elements of each piece that a launch takes. Border: those that a neighbour reads, as many rows at each
/// side as the halo has; interior: all others.
enum class distributed_part { all, interior, border };

/// What a kernel sees of a piece: the elements under their indices in the whole.
template <class T, int N>
class distributed_view {
 public:
  HCRT_BOTH T& operator[](const index<N>& i) const {
    std::ptrdiff_t place = i[0] - row_;
    for (int d = 1; d < N; ++d) place = place * whole_[d] + i[d];
    return first_[place];
  }
  HCRT_BOTH T& operator()(const index<N>& i) const { return (*this)[i]; }
  /// The extent of the whole.
  HCRT_BOTH const extent<N>& get_extent() const { return whole_; }

  HCRT_BOTH distributed_view(T* first, int row, const extent<N>& whole)
      : first_(first), row_(row), whole_(whole) {}

 private:
  T* first_;  // of the rows in this accelerator's memory
  int row_;   // its number in the whole
  extent<N> whole_;
};

template <class T, int N>
class distributed_array;

/// The accelerators that arrays are cut over. Each has a view for kernels, and one for copies, so that they
/// overlap. Copies are equal and share the views.
class distribution {
 public:
  HCRT_CPU explicit distribution(const std::vector<accelerator>& accelerators);

  /// How many accelerators.
  HCRT_CPU std::size_t size() const { return shared_->size(); }
  /// The view that a piece's kernels run on.
  HCRT_CPU const accelerator_view& kernels(std::size_t piece) const { return (*shared_)[piece].kernels; }
  /// The view that a piece's copies run on.
  HCRT_CPU const accelerator_view& copies(std::size_t piece) const { return (*shared_)[piece].copies; }
  /// Waits for all work of the views.
  HCRT_CPU void wait() const;

  HCRT_CPU friend bool operator==(const distribution& a, const distribution& b) {
    return a.shared_ == b.shared_;
  }

 private:
  struct Views {
    accelerator_view kernels, copies;
  };
  std::shared_ptr<std::vector<Views>> shared_;
};

/// Elements cut along dimension 0 into a piece for each accelerator, as even as can be. Each piece also holds
/// `halo` rows of either neighbour, which exchange() brings up to date. Elements are zeros at first, and lie
/// in plain device memory: only parallel_for_each below orders kernels with exchanges.
template <class T, int N = 1>
class distributed_array {
 public:
  /// \param e of the whole
  /// \param halo rows of each neighbour that kernels read
  /// \throws runtime_exception where a piece would have no rows, or fewer than the halo
  HCRT_CPU distributed_array(const extent<N>& e, const distribution& where, int halo = 0)
      : distributed_array(e, where, halo, 0, e[0]) {}
  /// The rows [first, last) of the whole: this process' part. The others are other processes' (hc_mpi.hpp).
  HCRT_CPU distributed_array(const extent<N>& e, const distribution& where, int halo, int first, int last);
  HCRT_CPU ~distributed_array();
  distributed_array(const distributed_array&) = delete;
  distributed_array& operator=(const distributed_array&) = delete;

  /// Of the whole array.
  HCRT_CPU const extent<N>& get_extent() const { return whole_; }
  /// Rows of each neighbour that kernels read.
  HCRT_CPU int get_halo() const { return halo_; }
  /// The accelerators.
  HCRT_CPU const distribution& get_distribution() const { return where_; }
  /// The first row of this process, or of a piece.
  HCRT_CPU int first_row() const { return first_; }
  /// The row after the last one of this process, or of a piece.
  HCRT_CPU int last_row() const { return last_; }
  /// How many pieces.
  HCRT_CPU std::size_t size() const { return pieces_.size(); }
  HCRT_CPU int first_row(std::size_t piece) const { return pieces_[piece].begin; }
  HCRT_CPU int last_row(std::size_t piece) const { return pieces_[piece].end; }

  /// Copies the border rows into the neighbours' halos, after all kernels so far and beside those of the
  /// interior that follow. One future for each copy.
  HCRT_CPU std::vector<completion_future> exchange();
  /// Copies from, and to, host memory with the rows [first_row(), last_row()). It must stay until the future
  /// is complete.
  HCRT_CPU completion_future scatter(const T* source);
  /// As scatter(), the other way.
  HCRT_CPU completion_future gather(T* destination);

  // --- for libraries that move rows themselves, as hc_mpi.hpp does ---
  HCRT_CPU std::size_t row_bytes() const { return row_bytes_; }
  /// The address of a row in a piece's memory, which has those of the halos too.
  HCRT_CPU T* row(std::size_t piece, int number) const {
    const Piece& p = pieces_[piece];
    return reinterpret_cast<T*>(reinterpret_cast<char*>(p.memory) +
                                static_cast<std::size_t>(number - p.begin + halo_) * row_bytes_);
  }
  /// The next launch of the piece's border, or of all, comes after the future.
  HCRT_CPU void note(std::size_t piece, const completion_future& moved) {
    pieces_[piece].moved.push_back(moved);
  }
  /// What a kernel of a piece reads and writes.
  HCRT_CPU distributed_view<T, N> view(std::size_t piece) const {
    return {pieces_[piece].memory, pieces_[piece].begin - halo_, whole_};
  }
  /// What note() was given since the last call.
  HCRT_CPU void take_moved(std::size_t piece, std::vector<completion_future>& moved) {
    std::vector<completion_future>& own = pieces_[piece].moved;
    moved.insert(moved.end(), own.begin(), own.end());
    own.clear();
  }

 private:
  struct Piece {
    int begin, end;
    T* memory;
    std::vector<completion_future> moved;
  };

  HCRT_CPU void allocate_piece(std::size_t place, int begin, int end);
  HCRT_CPU void free_pieces();
  HCRT_CPU static bool wait_for_moved(const Piece&);
  HCRT_CPU void copy_halo(std::size_t from, std::size_t to, int row, std::vector<completion_future>& copies);

  const extent<N> whole_;
  const distribution where_;
  const int halo_, first_, last_;
  std::size_t row_bytes_ = sizeof(T);
  std::vector<Piece> pieces_;
};

/// Runs the kernel once for each index of the part, on each accelerator for its own piece. The kernel gets
/// the index in the whole, and a distributed_view of each array. It writes elements at its index, and reads
/// those at most a halo's rows away from it.
/// \param arrays of one extent and distribution
/// \return complete when all pieces are
template <class Kernel, class T, int N, class... Others>
HCRT_CPU completion_future parallel_for_each(distributed_part part, const Kernel& kernel,
                                             distributed_array<T, N>& array,
                                             distributed_array<Others, N>&... others);

#ifndef __KALMAR_ACCELERATOR__
inline distribution::distribution(const std::vector<accelerator>& accelerators)
    : shared_(std::make_shared<std::vector<Views>>()) {
  if (accelerators.empty()) hcrt::detail::fail("hc::distribution: the list has no accelerators");
  for (const accelerator& each : accelerators) shared_->push_back({each.create_view(), each.create_view()});
}

inline void distribution::wait() const {
  for (const Views& each : *shared_) {
    each.copies.wait();
    each.kernels.wait();
  }
}

template <class T, int N>
distributed_array<T, N>::distributed_array(const extent<N>& e, const distribution& where, int halo, int first,
                                           int last)
    : whole_(e), where_(where), halo_(halo), first_(first), last_(last) {
  const int count = static_cast<int>(where.size()), rows = last - first;
  if (halo < 0 || first < 0 || last > e[0] || rows < count || rows / count < halo)
    hcrt::detail::fail(("hc::distributed_array: " + std::to_string(rows) + " rows for " +
                        std::to_string(count) + " accelerators with a halo of " + std::to_string(halo) +
                        ": each piece needs at least " + std::to_string(halo > 1 ? halo : 1))
                           .c_str());
  for (int d = 1; d < N; ++d) row_bytes_ *= static_cast<std::size_t>(e[d]);
  try {
    for (int p = 0; p < count; ++p) {
      const auto cut = [&](int n) { return first + static_cast<int>(1LL * rows * n / count); };
      allocate_piece(static_cast<std::size_t>(p), cut(p), cut(p + 1));
    }
  } catch (...) {
    free_pieces();
    throw;
  }
}

template <class T, int N>
void distributed_array<T, N>::allocate_piece(std::size_t place, int begin, int end) {
  const std::size_t bytes = static_cast<std::size_t>(end - begin + 2 * halo_) * row_bytes_;
  accelerator_view view = where_.kernels(place);
  accelerator acc = view.get_accelerator();
  T* const memory = am_alloc(bytes, acc, 0);
  if (!memory) throw Kalmar::out_of_memory("hc::distributed_array: out of memory for a piece");
  pieces_.push_back({begin, end, memory, {}});
  const std::vector<char> zeros(bytes);
  view.copy(zeros.data(), memory, bytes);
}

template <class T, int N>
void distributed_array<T, N>::free_pieces() {
  for (Piece& piece : pieces_)
    if (piece.memory) am_free(piece.memory);
}

// Rows that others move, hc_mpi.hpp say, are on no queue of the distribution's. Where an exception ends the
// scope, what another process was to send may never come: false, the memory must stay.
template <class T, int N>
bool distributed_array<T, N>::wait_for_moved(const Piece& piece) {
  for (const completion_future& moved : piece.moved) {
    if (hcrt::detail::unwinding() && !moved.is_ready()) return false;
    try {
      moved.wait();
    } catch (const std::exception&) {
    }
  }
  return true;
}

// Work that failed was reported to those who waited for it.
template <class T, int N>
distributed_array<T, N>::~distributed_array() {
  try {
    where_.wait();
  } catch (const std::exception&) {
  }
  for (Piece& piece : pieces_)
    if (!wait_for_moved(piece)) piece.memory = nullptr;
  free_pieces();
}

template <class T, int N>
void distributed_array<T, N>::copy_halo(std::size_t from, std::size_t to, int number,
                                        std::vector<completion_future>& copies) {
  accelerator_view by = where_.copies(to);
  by.create_blocking_marker({where_.kernels(from).create_marker(), where_.kernels(to).create_marker()});
  const std::size_t bytes = static_cast<std::size_t>(halo_) * row_bytes_;
  copies.push_back(by.copy_async(row(from, number), row(to, number), bytes));
  note(from, copies.back());
  note(to, copies.back());
}

template <class T, int N>
std::vector<completion_future> distributed_array<T, N>::exchange() {
  std::vector<completion_future> copies;
  if (halo_ == 0) return copies;
  for (std::size_t p = 0; p + 1 < pieces_.size(); ++p) {
    copy_halo(p, p + 1, pieces_[p].end - halo_, copies);
    copy_halo(p + 1, p, pieces_[p].end, copies);
  }
  return copies;
}

template <class T, int N>
completion_future distributed_array<T, N>::scatter(const T* source) {
  std::vector<completion_future> copies;
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    const int begin = pieces_[p].begin - halo_ > first_ ? pieces_[p].begin - halo_ : first_;
    const int end = pieces_[p].end + halo_ < last_ ? pieces_[p].end + halo_ : last_;
    std::vector<completion_future> moved;
    take_moved(p, moved);
    accelerator_view by = where_.kernels(p);
    by.create_blocking_marker(moved.begin(), moved.end());
    const char* const from = reinterpret_cast<const char*>(source) + (begin - first_) * row_bytes_;
    copies.push_back(by.copy_async(from, row(p, begin), (end - begin) * row_bytes_));
  }
  return HCRT_EXTENSIONS::when_all(copies.begin(), copies.end());
}

template <class T, int N>
completion_future distributed_array<T, N>::gather(T* destination) {
  std::vector<completion_future> copies;
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    char* const to = reinterpret_cast<char*>(destination) + (pieces_[p].begin - first_) * row_bytes_;
    accelerator_view by = where_.kernels(p);
    copies.push_back(
        by.copy_async(row(p, pieces_[p].begin), to, (pieces_[p].end - pieces_[p].begin) * row_bytes_));
  }
  return HCRT_EXTENSIONS::when_all(copies.begin(), copies.end());
}
#endif

}  // namespace hc

namespace hcrt {
namespace detail {

struct Rows {
  int begin, end;
};

/// One launch: the rows of a piece.
template <class Kernel, int N, class... Views>
HCRT_CPU Kalmar::completion_future launch_rows(const Kalmar::accelerator_view& where, Rows rows,
                                               Kalmar::extent<N> part, const Kernel& kernel,
                                               const Views&... views) {
  part[0] = rows.end - rows.begin;
  const int begin = rows.begin;
  return hc::parallel_for_each(where, part, [=](Kalmar::index<N> i) HCRT_AMP {
    i[0] += begin;
    kernel(i, views...);
  });
}

#ifndef __KALMAR_ACCELERATOR__
/// The rows of a piece that a launch takes, without those that are none.
template <class T, int N>
std::vector<Rows> rows_of(hc::distributed_part part, const hc::distributed_array<T, N>& array,
                          std::size_t piece) {
  const Rows all{array.first_row(piece), array.last_row(piece)};
  const int halo = array.get_halo();
  // At the ends of the whole nobody reads over the edge.
  int low = all.begin == 0 ? all.begin : all.begin + halo;
  int high = all.end == array.get_extent()[0] ? all.end : all.end - halo;
  if (low > all.end) low = all.end;
  if (high < low) high = low;
  std::vector<Rows> found;
  const auto add = [&](int begin, int end) {
    if (begin < end) found.push_back({begin, end});
  };
  if (part == hc::distributed_part::all) add(all.begin, all.end);
  if (part == hc::distributed_part::interior) add(low, high);
  if (part == hc::distributed_part::border) add(all.begin, low), add(high, all.end);
  return found;
}

template <class A, class B>
void check_same_cut(const A& a, const B& b) {
  const bool same = a.get_extent() == b.get_extent() && a.get_distribution() == b.get_distribution() &&
                    a.first_row() == b.first_row() && a.last_row() == b.last_row();
  if (!same) fail("hc::parallel_for_each: the arrays have not the same extent and distribution");
  if (a.get_halo() != b.get_halo()) fail("hc::parallel_for_each: the arrays have not the same halo");
}
#endif

}  // namespace detail
}  // namespace hcrt

namespace hc {

#ifndef __KALMAR_ACCELERATOR__
template <class Kernel, class T, int N, class... Others>
completion_future parallel_for_each(distributed_part part, const Kernel& kernel,
                                    distributed_array<T, N>& array, distributed_array<Others, N>&... others) {
  const int checked[] = {0, (hcrt::detail::check_same_cut(array, others), 0)...};
  static_cast<void>(checked);
  std::vector<completion_future> launched;
  for (std::size_t p = 0; p < array.size(); ++p) {
    const accelerator_view& where = array.get_distribution().kernels(p);
    if (part != distributed_part::interior) {  // which reads no halo, and writes nothing that travels
      std::vector<completion_future> moved;
      array.take_moved(p, moved);
      const int taken[] = {0, (others.take_moved(p, moved), 0)...};
      static_cast<void>(taken);
      where.create_blocking_marker(moved.begin(), moved.end());
    }
    for (const hcrt::detail::Rows& rows : hcrt::detail::rows_of(part, array, p))
      launched.push_back(hcrt::detail::launch_rows(where, rows, array.get_extent(), kernel, array.view(p),
                                                   others.view(p)...));
  }
  return HCRT_EXTENSIONS::when_all(launched.begin(), launched.end());
}
#else
template <class Kernel, class T, int N, class... Others>
completion_future parallel_for_each(distributed_part, const Kernel& kernel, distributed_array<T, N>& array,
                                    distributed_array<Others, N>&... others) {
  return hcrt::detail::launch_rows(array.get_distribution().kernels(0), {0, 0}, array.get_extent(), kernel,
                                   array.view(0), others.view(0)...);
}
#endif

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
