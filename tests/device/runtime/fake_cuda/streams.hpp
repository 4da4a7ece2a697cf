// The fake driver's streams, events and launches.
#ifndef HCRT_TESTS_FAKE_CUDA_STREAMS_HPP
#define HCRT_TESTS_FAKE_CUDA_STREAMS_HPP

#include <chrono>

#include "state.hpp"

API cuStreamCreateWithPriority(Stream** stream, unsigned, int) {
  ENTER();
  *stream = new Stream;
  ++handles;
  return success;
}
API cuStreamDestroy_v2(Stream*) {
  MAY_FAIL(unknown);
  --handles;
  return success;
}
API cuStreamSynchronize(Stream* stream) {
  ENTER();
  driver().changed.wait(lock, [&] { return stream->idle(); });
  return driver().sticky;
}
API cuStreamQuery(Stream* stream) {
  ENTER();
  return stream->idle() ? success : not_ready;
}
API cuLaunchHostFunc(Stream* stream, void (*function)(void*), void* data) {
  ENTER();
  return enqueue(stream, [=] { function(data); });
}
API cuStreamWaitEvent(Stream* stream, Event* event, unsigned) {
  ENTER();
  const std::uint64_t wanted = event->issued;
  return enqueue(stream, [=] {
    std::unique_lock<std::mutex> inner(driver().mutex);
    driver().changed.wait(inner, [&] { return event->done >= wanted || driver().sticky != success; });
  });
}
API cuStreamWaitValue32_v2(Stream* stream, Pointer word, std::uint32_t value, unsigned flags) {
  ENTER();
  if (flags != 0 || !driver().pinned_blocks.count(word)) return invalid_value;
  return enqueue(stream, [=] {
    const auto* const place = reinterpret_cast<const std::uint32_t*>(word);
    while (__atomic_load_n(place, __ATOMIC_ACQUIRE) < value) std::this_thread::yield();
  });
}
API cuEventCreate(Event** event, unsigned) {
  ENTER();
  driver().events.emplace_back();
  *event = &driver().events.back();
  ++handles;
  return success;
}
API cuEventDestroy_v2(Event*) {
  MAY_FAIL(unknown);
  --handles;
  return success;
}  // a stream may still be about to pass it
API cuEventRecord(Event* event, Stream* stream) {
  ENTER();
  ++driver().counters.event_records;
  const std::uint64_t number = ++event->issued;
  return enqueue(stream, [=] {
    const std::lock_guard<std::mutex> inner(driver().mutex);
    event->done = number;
    event->time = std::chrono::steady_clock::now();
    driver().changed.notify_all();
  });
}
API cuEventQuery(Event* event) {
  ENTER();
  return event->done == event->issued ? success : not_ready;
}
API cuEventSynchronize(Event* event) {
  ENTER();
  const std::uint64_t wanted = event->issued;
  driver().changed.wait(lock, [&] { return event->done >= wanted || driver().sticky != success; });
  return driver().sticky;
}
API cuEventElapsedTime(float* milliseconds, Event* begin, Event* end) {
  ENTER();
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - begin->time).count();
  return success;
}

API cuLaunchKernel(Function* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared, Stream* stream, void** parameters, void** extra) {
  ENTER();
  if (parameters || !extra || extra[0] != reinterpret_cast<void*>(1) ||
      extra[2] != reinterpret_cast<void*>(2) || extra[4])
    return invalid_value;
  if (launch_result != success) return launch_result;
  if (bx * by * bz > function->module->thread_limit() || bx * by * bz == 0 || gy > 65535 || gz > 65535)
    return invalid_value;
  const auto* const begin = static_cast<const unsigned char*>(extra[1]);
  std::vector<unsigned char> bytes(begin, begin + *static_cast<std::size_t*>(extra[3]));
  Counters& counters = driver().counters;
  ++counters.launches;
  const unsigned grid[] = {gx, gy, gz}, block[] = {bx, by, bz};
  std::copy(grid, grid + 3, counters.grid);
  std::copy(block, block + 3, counters.block);
  counters.shared = shared;
  const std::uint64_t items = std::uint64_t{gx} * gy * gz * bx * by * bz;
  return enqueue(stream, [f = *function, bytes = std::move(bytes), items, shared] {
    run_kernel(f, bytes, items, shared);
  });
}

#endif
