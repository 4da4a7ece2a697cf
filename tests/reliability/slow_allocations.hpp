// Threads that ask for it get memory slowly: what they begin takes long enough for others to come in between.
#ifndef HCRT_TESTS_SLOW_ALLOCATIONS_HPP
#define HCRT_TESTS_SLOW_ALLOCATIONS_HPP

#include <chrono>
#include <cstdlib>
#include <new>
#include <thread>

inline thread_local bool allocates_slowly = false;

inline void* allocate(std::size_t bytes, std::size_t alignment) {
  if (allocates_slowly) std::this_thread::sleep_for(std::chrono::microseconds(300));
  if (void* const memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment))
    return memory;
  throw std::bad_alloc();
}

void* operator new(std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

#endif
