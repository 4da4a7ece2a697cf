// Views on the host: what copying one means in a launch and outside of one, and how the host reaches its
// elements.
#include <climits>
#include <cstring>

#include "exceptions.hpp"

namespace hcrt {
namespace {

// Elements from the first one to the last, those between rows included.
std::size_t span(const int* shape, int rank) {
  const int *const extent = shape, *const pitch = shape + rank;
  std::size_t last = 0;
  for (int d = 0; d < rank; ++d) {
    if (extent[d] <= 0) return 0;
    const int step = d == rank - 1 ? 1 : pitch[d];
    last += static_cast<std::size_t>(extent[d] - 1) * static_cast<std::size_t>(step);
  }
  return last + 1;
}

// Kernels calculate with pitches of 32 bits; a view's size in bytes is a number of 64. C++ AMP, whose views
// have elements, counts these by an unsigned int (extent::size).
std::size_t checked_bytes(const int* extent, int rank, std::size_t element_bytes, bool has_elements) {
  int pitch = 1;
  for (int d = rank - 1; d > 0; --d)
    if (__builtin_mul_overflow(pitch, extent[d], &pitch)) detail::fail_argument("Extent size too large.");
  for (int d = 0; d < rank; ++d) {
    if (has_elements && extent[d] <= 0)
      detail::fail_argument("the extent must be greater than 0 in every dimension");
    if (extent[d] < 0) detail::fail_argument("the extent must not be negative in any dimension");
  }
  std::size_t elements = 1, bytes = 0;
  for (int d = 0; d < rank; ++d)
    if (__builtin_mul_overflow(elements, static_cast<std::size_t>(extent[d]), &elements))
      detail::fail_argument("Extent size too large.");
  if (__builtin_mul_overflow(elements, element_bytes, &bytes) || (has_elements && elements > UINT_MAX))
    detail::fail_argument("Extent size too large.");
  return bytes;
}

// Calls action(offset, elements) for each run of elements without gaps.
template <class Action>
void each_row(const int* shape, int rank, int d, std::size_t offset, const Action& action) {
  if (d == rank - 1) return action(offset, static_cast<std::size_t>(shape[d]));
  for (int i = 0; i < shape[d]; ++i)
    each_row(shape, rank, d + 1,
             offset + static_cast<std::size_t>(i) * static_cast<std::size_t>(shape[rank + d]), action);
}
template <class Action>
void each_run(const int* shape, int rank, const Action& action) {
  const std::size_t elements = span(shape, rank);
  if (elements == 0) return;
  std::ptrdiff_t pitch = 1;
  bool dense = true;
  for (int d = rank - 1; d > 0; --d) dense &= shape[rank + d - 1] == (pitch *= shape[d]);
  if (dense) return action(std::size_t{0}, elements);
  each_row(shape, rank, 0, 0, action);
}

}  // namespace

void require_extent(const int* extent, int rank, std::size_t element_bytes, std::uint32_t flags) {
  checked_bytes(extent, rank, element_bytes, (flags & view_has_elements) != 0);
}

ViewBinding::ViewBinding(const void* host, const int* extent, int rank, std::size_t element_bytes,
                         std::uint32_t flags) {
  const std::size_t bytes = checked_bytes(extent, rank, element_bytes, (flags & view_has_elements) != 0);
  const bool writable = !host || (flags & view_is_writable) != 0;
  buffer_ = specified([&] { return create_view_buffer(const_cast<void*>(host), bytes, writable); });
}

ViewBinding::ViewBinding(const ViewBinding& other, const int* shape, int rank, std::size_t element_bytes,
                         Access access) noexcept
    : buffer_(other.buffer_), data_(other.data_), offset_(other.offset_) {
  if (buffer_ && LaunchScope::current()) bind(access, offset_, span(shape, rank) * element_bytes);
}

ViewBinding::ViewBinding(const ViewBinding& other, Access access) noexcept
    : buffer_(other.buffer_), data_(other.data_), offset_(other.offset_) {
  if (buffer_ && LaunchScope::current()) bind(access, 0, all_bytes);
}

void ViewBinding::assign(const ViewBinding& other, Access access) noexcept {
  buffer_ = other.buffer_;
  data_ = other.data_;
  offset_ = other.offset_;
  if (buffer_ && LaunchScope::current()) bind(access, 0, all_bytes);
}

ViewBinding::~ViewBinding() = default;

void ViewBinding::bind(Access access, std::size_t first, std::size_t bytes) noexcept {
  LaunchScope* const scope = LaunchScope::current();
  try {
    data_ = static_cast<char*>(scope->bind(buffer_.get(), access, first, bytes)) + offset_;
  } catch (...) {
    scope->fail(std::current_exception());
  }
}

void* ViewBinding::host(std::size_t bytes, Access access) const {
  return specified(
      [&] { return static_cast<char*>(host_pointer(buffer_.get(), access, offset_, bytes)) + offset_; });
}

Ref<Event> ViewBinding::synchronize(const int* shape, int rank, std::size_t element_bytes) const {
  if (!buffer_) return {};
  return specified(
      [&] { return synchronize_source(buffer_.get(), offset_, span(shape, rank) * element_bytes); });
}

void ViewBinding::synchronize_for_writing(const int* shape, int rank, std::size_t element_bytes) const {
  if (!buffer_) return;
  wait_for(synchronize(shape, rank, element_bytes).get(), nullptr);
  each_run(shape, rank, [&](std::size_t first, std::size_t count) {
    specified([&] { give_to_host(buffer_.get(), offset_ + first * element_bytes, count * element_bytes); });
  });
}

Ref<Event> ViewBinding::synchronize_to(Queue* view, const int* shape, int rank,
                                       std::size_t element_bytes) const {
  if (!buffer_) return {};
  return specified([&] {
    return hcrt::synchronize_to(buffer_.get(), work_queue(view), offset_, span(shape, rank) * element_bytes);
  });
}

void ViewBinding::refresh(const int* shape, int rank, std::size_t element_bytes) const {
  if (!buffer_) return;
  each_run(shape, rank, [&](std::size_t first, std::size_t count) {
    specified([&] { hcrt::refresh(buffer_.get(), offset_ + first * element_bytes, count * element_bytes); });
  });
}

void ViewBinding::discard(const int* shape, int rank, std::size_t element_bytes) const {
  if (!buffer_) return;
  each_run(shape, rank, [&](std::size_t first, std::size_t count) {
    specified([&] { hcrt::discard(buffer_.get(), offset_ + first * element_bytes, count * element_bytes); });
  });
}

}  // namespace hcrt
