// The fake driver's memory, and copies.
#ifndef HCRT_TESTS_FAKE_CUDA_MEMORY_HPP
#define HCRT_TESTS_FAKE_CUDA_MEMORY_HPP

#include <iterator>

#include "state.hpp"

API cuMemAlloc_v2(Pointer* address, std::size_t bytes) {
  ENTER_OR(out_of_memory);
  const std::size_t limit = mode("oom") ? std::size_t{16} << 20 : std::size_t{1} << 30;
  if (driver().used + bytes > limit) return out_of_memory;
  driver().used += bytes;
  ++driver().counters.allocations;
  *address = reinterpret_cast<Pointer>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  std::memset(reinterpret_cast<void*>(*address), 0xcd, bytes);
  driver().device_blocks[*address] = bytes;
  driver().contexts[*address] = current_context;
  return success;
}
API cuMemFree_v2(Pointer address) {
  ENTER();
  const auto place = driver().device_blocks.find(address);
  if (place == driver().device_blocks.end()) return invalid_value;
  driver().used -= place->second;
  driver().device_blocks.erase(place);
  std::free(reinterpret_cast<void*>(address));
  return success;
}
API cuMemHostAlloc(void** address, std::size_t bytes, unsigned) {
  ENTER_OR(out_of_memory);
  *address = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  if (!*address) return out_of_memory;
  driver().pinned_blocks[reinterpret_cast<Pointer>(*address)] = bytes;
  return success;
}
API cuMemFreeHost(void* address) {
  ENTER();
  driver().pinned_blocks.erase(reinterpret_cast<Pointer>(address));
  std::free(address);
  return success;
}
API cuMemHostRegister_v2(void* address, std::size_t bytes, unsigned) {
  ENTER();
  driver().pinned_blocks[reinterpret_cast<Pointer>(address)] = bytes;
  return success;
}
API cuMemHostUnregister(void* address) {
  ENTER();
  return driver().pinned_blocks.erase(reinterpret_cast<Pointer>(address)) ? success : invalid_value;
}

API cuMemcpyAsync(Pointer to, Pointer from, std::size_t bytes, Stream* stream) {
  ENTER();
  return copy(stream, to, from, bytes);
}
// As the driver does: what is not pinned is copied while the caller waits for all earlier work of the stream.
void settle(std::unique_lock<std::mutex>& lock, Stream* stream, const void* host, std::size_t bytes) {
  auto place = driver().pinned_blocks.upper_bound(reinterpret_cast<Pointer>(host));
  if (place != driver().pinned_blocks.begin() &&
      reinterpret_cast<Pointer>(host) + bytes <= std::prev(place)->first + std::prev(place)->second)
    return;
  driver().changed.wait(lock, [&] { return stream->idle(); });
}
bool is_pinned(Pointer address) {
  const auto place = driver().pinned_blocks.upper_bound(address);
  return place != driver().pinned_blocks.begin() &&
         address < std::prev(place)->first + std::prev(place)->second;
}
// Fails for memory that the driver does not know: tools report that, so nobody is to ask so.
API cuPointerGetAttribute(unsigned* value, int which, Pointer address) {
  ENTER();
  if (which != 2 || !is_pinned(address)) refused("cuPointerGetAttribute");
  return *value = 1, success;
}
API cuPointerGetAttributes(unsigned count, int* which, void** values, Pointer address) {
  ENTER();
  if (count != 1 || (*which != 2 && *which != 9)) return invalid_value;
  if (*which == 2) return *static_cast<unsigned*>(*values) = is_pinned(address), success;
  int ordinal = most_gpus - 1;
  while (ordinal >= 0 && !in_device(address, 1, &context_objects[ordinal])) --ordinal;
  return *static_cast<int*>(*values) = ordinal < 0 ? -2 : ordinal, success;
}
API cuMemcpyHtoDAsync_v2(Pointer to, const void* from, std::size_t bytes, Stream* stream) {
  ENTER();
  if (!in_device(to, bytes)) return invalid_value;
  ++driver().counters.host_copies;
  settle(lock, stream, from, bytes);
  const auto* const begin = static_cast<const unsigned char*>(from);  // pageable memory is staged at once
  return enqueue(stream, [to, staged = std::vector<unsigned char>(begin, begin + bytes)] {
    std::memcpy(reinterpret_cast<void*>(to), staged.data(), staged.size());
  });
}
API cuMemcpyDtoHAsync_v2(void* to, Pointer from, std::size_t bytes, Stream* stream) {
  ENTER();
  if (!in_device(from, bytes)) return invalid_value;
  ++driver().counters.host_copies;
  settle(lock, stream, to, bytes);
  return copy(stream, reinterpret_cast<Pointer>(to), from, bytes);
}
API cuMemcpyDtoDAsync_v2(Pointer to, Pointer from, std::size_t bytes, Stream* stream) {
  ENTER();
  if (!in_device(from, bytes) || !in_device(to, bytes)) return invalid_value;
  return copy(stream, to, from, bytes);
}

API cuDeviceCanAccessPeer(int* can, int device, int peer) {
  MAY_FAIL(unknown);
  return *can = device != peer && !mode("nopeer"), success;
}
API cuCtxEnablePeerAccess(void* context, unsigned flags) {
  ENTER();
  if (mode("nopeer") || flags || context == current_context) return invalid_value;
  if (!driver().peers.insert({current_context, context}).second) return peer_access_already_enabled;
  return success;
}
API fake_cuda_peers(int* enabled) {
  const std::lock_guard<std::mutex> lock(driver().mutex);
  return *enabled = static_cast<int>(driver().peers.size()), success;
}
API cuMemcpyPeerAsync(Pointer to, void* to_context, Pointer from, void* from_context, std::size_t bytes,
                      Stream* stream) {
  ENTER();
  if (!in_device(to, bytes, to_context) || !in_device(from, bytes, from_context)) return invalid_value;
  ++driver().counters.peer_copies;
  return copy(stream, to, from, bytes);
}

struct Memcpy2D {  // CUDA_MEMCPY2D
  std::size_t srcXInBytes, srcY;
  int srcMemoryType;
  const void* srcHost;
  Pointer srcDevice;
  void* srcArray;
  std::size_t srcPitch, dstXInBytes, dstY;
  int dstMemoryType;
  void* dstHost;
  Pointer dstDevice;
  void* dstArray;
  std::size_t dstPitch, WidthInBytes, Height;
};
API cuMemcpy2DAsync_v2(const Memcpy2D* rows, Stream* stream) {
  ENTER();
  if (rows->WidthInBytes > rows->srcPitch || rows->WidthInBytes > rows->dstPitch) return invalid_value;
  const Pointer from = rows->srcMemoryType == 1 ? reinterpret_cast<Pointer>(rows->srcHost) : rows->srcDevice;
  const Pointer to = rows->dstMemoryType == 1 ? reinterpret_cast<Pointer>(rows->dstHost) : rows->dstDevice;
  const std::size_t last = rows->Height - 1;
  if (rows->srcMemoryType == 2 && !in_device(from, last * rows->srcPitch + rows->WidthInBytes))
    return invalid_value;
  if (rows->dstMemoryType == 2 && !in_device(to, last * rows->dstPitch + rows->WidthInBytes))
    return invalid_value;
  for (std::size_t row = 0; row < rows->Height; ++row)
    copy(stream, to + row * rows->dstPitch, from + row * rows->srcPitch, rows->WidthInBytes);
  return success;
}
API cuMemsetD8Async(Pointer address, unsigned char value, std::size_t bytes, Stream* stream) {
  ENTER();
  if (!in_device(address, bytes)) return invalid_value;
  return enqueue(stream, [=] { std::memset(reinterpret_cast<void*>(address), value, bytes); });
}

#endif
