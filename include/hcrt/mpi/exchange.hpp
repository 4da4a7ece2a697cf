// Neighbours' rows: exchange of hc_mpi.hpp, by NCCL or by messages of MPI. Host code alone.
#ifndef HCRT_MPI_EXCHANGE_HPP
#define HCRT_MPI_EXCHANGE_HPP

#include "communicator.hpp"

namespace hc {
namespace mpi {

template <class T, int N>
array_view<T, N> rows_of(const array_view<T, N>& view, int first, int count) {
  index<N> origin;
  extent<N> part = view.get_extent();
  origin[0] = first;
  part[0] = count;
  return view.section(origin, part);
}

// All ranks know alike: between them it is decided neither by where a rank's rows are nor by what they are.
inline bool communicator::uses_nccl() const { return size() > 1 && nccl_->fault().empty(); }

// Of a view with gaps, the rows alone are packed, as a view that has no others.
template <class T, int N>
completion_future communicator::exchange_packed(const array_view<T, N>& view, int halo) {
  extent<N> borders = view.get_extent();
  const int rows = borders[0];
  borders[0] = 4 * halo;
  const array_view<T, N> packed(borders);
  copy_async(rows_of(view, halo, halo), rows_of(packed, halo, halo));
  copy_async(rows_of(view, rows - 2 * halo, halo), rows_of(packed, 2 * halo, halo));
  std::vector<completion_future> moved{exchange_by_nccl(packed, halo)};
  if (rank() > 0) moved.push_back(copy_async(rows_of(packed, 0, halo), rows_of(view, 0, halo)));
  if (rank() + 1 < size())
    moved.push_back(copy_async(rows_of(packed, 3 * halo, halo), rows_of(view, rows - halo, halo)));
  return HCRT_EXTENSIONS::when_all(moved.begin(), moved.end());
}

template <class T, int N>
completion_future communicator::exchange_by_nccl(const array_view<T, N>& view, int halo) {
  if (!is_dense(view)) return exchange_packed(view, halo);
  const int rows = view.get_extent()[0], before = rank() - 1, after = rank() + 1, ranks = size();
  const std::size_t row = hcrt::detail::element_count(view.get_extent()) / rows * sizeof(T);
  const std::shared_ptr<hcrt::mpi::Nccl> nccl = nccl_;
  const auto swap = [=](hcrt::mpi::Link& link, void* data) {
    const std::size_t bytes = halo * row;
    char* const first = static_cast<char*>(data);
    char* const end = first + rows * row;
    std::vector<hcrt::mpi::Border> borders;
    if (before >= 0) borders.push_back({before, first + bytes, first});
    if (after < ranks) borders.push_back({after, end - 2 * bytes, end - bytes});
    link.agree(hcrt::mpi::Collective::exchange, bytes);
    nccl->exchange(link, borders, bytes);
  };
  return collective(view, hcrt::Access::read_write, nccl_device(), swap);
}

template <class T, int N>
completion_future communicator::exchange(const array_view<T, N>& view, int halo) {
  const extent<N> e = view.get_extent();
  if (halo < 0 || e[0] < 3 * halo)
    hcrt::detail::fail(("hc::mpi: exchange: " + std::to_string(e[0]) + " rows are too few for a halo of " +
                        std::to_string(halo) + ": a view needs " + std::to_string(3 * halo))
                           .c_str());
  if (halo == 0) return completion_future();
  if (uses_nccl()) return exchange_by_nccl(view, halo);
  const auto rows = [&](int first) { return rows_of(view, first, halo); };
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

// NCCL takes the memory of the rank's own GPU; the rows of a piece on another accelerator go through it.
template <class T, int N>
hcrt::mpi::Border communicator::border_of(distributed_array<T, N>& array, const hcrt::mpi::Side& side,
                                          std::vector<completion_future>& ready,
                                          std::shared_ptr<char>& memory) const {
  accelerator_view by = array.get_distribution().copies(side.piece);
  const completion_future used = array.get_distribution().kernels(side.piece).create_marker();
  T *const out = array.row(side.piece, side.out), *const in = array.row(side.piece, side.in);
  accelerator own = rank_accelerator();
  ready.push_back(used);
  if (by.get_accelerator() == own) return {side.peer, out, in};
  const std::size_t bytes = static_cast<std::size_t>(array.get_halo()) * array.row_bytes();
  memory.reset(static_cast<char*>(static_cast<void*>(am_alloc(2 * bytes, own, 0))),
               [](char* p) { am_free(p); });
  if (!memory) throw Kalmar::out_of_memory("hc::mpi: out of memory for the rows of a neighbour");
  by.create_blocking_marker(used);
  ready.push_back(by.copy_async(out, memory.get(), bytes));
  array.note(side.piece, ready.back());
  return {side.peer, memory.get(), memory.get() + bytes};
}

template <class T, int N>
void communicator::exchange_by_nccl(distributed_array<T, N>& array, std::vector<completion_future>& copies) {
  const int halo = array.get_halo();
  const std::size_t bytes = static_cast<std::size_t>(halo) * array.row_bytes(), last = array.size() - 1;
  std::vector<hcrt::mpi::Side> sides;
  if (rank() > 0) sides.push_back({rank() - 1, 0, array.first_row(), array.first_row() - halo});
  if (rank() + 1 < size()) sides.push_back({rank() + 1, last, array.last_row() - halo, array.last_row()});
  std::vector<completion_future> ready;
  std::vector<hcrt::mpi::Border> borders;
  std::vector<std::shared_ptr<char>> memory(sides.size());
  for (std::size_t i = 0; i < sides.size(); ++i)
    borders.push_back(border_of(array, sides[i], ready, memory[i]));
  const std::shared_ptr<hcrt::mpi::Nccl> nccl = nccl_;
  const hcrt::mpi::Link::Turn turn = link_->next_turn();
  const auto swap = [=](hcrt::mpi::Link& link, void*) {
    turn.wait();
    link.agree(hcrt::mpi::Collective::exchange, bytes);
    nccl->exchange(link, borders, bytes);
  };
  const completion_future swapped(behind(HCRT_EXTENSIONS::when_all(ready.begin(), ready.end()), swap));
  for (std::size_t i = 0; i < sides.size(); ++i) {
    copies.push_back(swapped);
    if (memory[i]) {
      accelerator_view by = array.get_distribution().copies(sides[i].piece);
      by.create_blocking_marker(swapped);
      copies.back() = by.copy_async(borders[i].in, array.row(sides[i].piece, sides[i].in), bytes);
      hcrt::on_complete(hcrt::detail::FutureAccess::event(copies.back()).get(),
                        hcrt::detail::new_action([kept = memory[i]] {}));
    }
    array.note(sides[i].piece, copies.back());
  }
}

template <class T, int N>
std::vector<completion_future> communicator::exchange(distributed_array<T, N>& array) {
  std::vector<completion_future> copies = array.exchange();
  const int halo = array.get_halo(), before = rank() - 1, after = rank() + 1;
  if (halo == 0) return copies;
  if (uses_nccl()) {
    exchange_by_nccl(array, copies);
    return copies;
  }
  const std::size_t last = array.size() - 1;
  if (before >= 0) send_border(array, 0, array.first_row(), before, copies);
  if (after < size()) send_border(array, last, array.last_row() - halo, after, copies);
  if (before >= 0) receive_halo(array, 0, array.first_row() - halo, before, copies);
  if (after < size()) receive_halo(array, last, array.last_row(), after, copies);
  return copies;
}

}  // namespace mpi
}  // namespace hc
#endif
