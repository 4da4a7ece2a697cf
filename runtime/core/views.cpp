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

// Kernels calculate with pitches of 32 bits; a view's size in bytes is a number of 64.
std::size_t checked_bytes(const int* extent, int rank, std::size_t element_bytes, bool has_elements) {
  int pitch = 1;
  for (int d = rank - 1; d > 0; --d)
    if (__builtin_mul_overflow(pitch, extent[d], &pitch)) detail::fail_argument("Extent size too large.");
  for (int d = 0; d < rank; ++d) {
    if (has_elements && extent[d] <= 0)
      detail::fail_argument("the extent must be greater than 0 in every dimension");
    if (extent[d] < 0) detail::fail_argument("the extent must not be negative in any dimension");
  }
  std::size_t bytes = element_bytes;
  for (int d = 0; d < rank; ++d)
    if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(extent[d]), &bytes))
      detail::fail_argument("Extent size too large.");
  return bytes;
}

}  // namespace

ViewBinding::ViewBinding(const void* host, const int* extent, int rank, std::size_t element_bytes,
                         std::uint32_t flags) {
  const std::size_t bytes = checked_bytes(extent, rank, element_bytes, (flags & view_has_elements) != 0);
  const bool writable = !host || (flags & view_is_writable) != 0;
  buffer_ = specified([&] { return create_view_buffer(const_cast<void*>(host), bytes, writable); });
}

ViewBinding::ViewBinding(const ViewBinding& other, const int* shape, int rank, std::size_t element_bytes,
                         Access access) noexcept
    : buffer_(other.buffer_), address_(other.address_), offset_(other.offset_) {
  if (buffer_ && LaunchScope::current()) bind(access, offset_, span(shape, rank) * element_bytes);
}

ViewBinding::ViewBinding(const ViewBinding& other, Access access) noexcept
    : buffer_(other.buffer_), address_(other.address_), offset_(other.offset_) {
  if (buffer_ && LaunchScope::current()) bind(access, 0, all_bytes);
}

void ViewBinding::assign(const ViewBinding& other, Access access) noexcept {
  buffer_ = other.buffer_;
  address_ = other.address_;
  offset_ = other.offset_;
  if (buffer_ && LaunchScope::current()) bind(access, 0, all_bytes);
}

ViewBinding::~ViewBinding() = default;

void ViewBinding::bind(Access access, std::size_t first, std::size_t bytes) noexcept {
  LaunchScope* const scope = LaunchScope::current();
  try {
    address_ = static_cast<char*>(scope->bind(buffer_.get(), access, first, bytes)) + offset_;
  } catch (...) {
    scope->fail(std::current_exception());
  }
}

void* ViewBinding::host(std::size_t bytes, Access access) const {
  return specified(
      [&] { return static_cast<char*>(host_pointer(buffer_.get(), access, offset_, bytes)) + offset_; });
}

void* ViewBinding::host(const int* shape, int rank, std::size_t element_bytes, Access access) const {
  return host(span(shape, rank) * element_bytes, access);
}

}  // namespace hcrt
