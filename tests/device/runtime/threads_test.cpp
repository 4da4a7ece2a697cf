// The host accelerator where the system gives the process too few threads.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>

#include "bundle_builder.hpp"
#include "expect.hpp"

using namespace hcrt;

namespace {

std::atomic<int> threads_left{1 << 20};

}  // namespace

// A sanitizer's, which keeps a list of the threads; null without one.
extern "C" __attribute__((weak)) int __interceptor_pthread_create(pthread_t*, const pthread_attr_t*,
                                                                  void* (*)(void*), void*);

// Comes before the C library's own: a limit that holds for every user on every system.
extern "C" __attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                                     const pthread_attr_t* attributes,
                                                                     void* (*function)(void*), void* data) {
  static const auto real =
      __interceptor_pthread_create
          ? &__interceptor_pthread_create
          : reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return --threads_left < 0 ? EAGAIN : real(thread, attributes, function, data);
}

namespace {

void count_groups(const void* argument, const hcrt_host_launch*, std::uint64_t first, std::uint64_t last,
                  void*, void*) {
  *(*static_cast<std::atomic<std::uint64_t>* const*>(argument)) += last - first;
}

TestUnit& unit() {
  static TestUnit& instance = *new TestUnit("unit-threads", {{"count", sizeof(void*), count_groups}},
                                            {{HCRT_IMAGE_HOST, "x86-64", ""}});
  static const bool registered = (instance.register_now(), true);
  static_cast<void>(registered);
  return instance;
}

Ref<Event> launch(const Ref<Queue>& queue, std::atomic<std::uint64_t>& groups) {
  LaunchScope scope(queue.get());
  std::atomic<std::uint64_t>* const argument = &groups;
  LaunchShape shape;
  shape.global[0] = 1 << 16;
  shape.group[0] = 16;
  return scope.launch(unit().id("count"), &argument, sizeof argument, shape);
}

}  // namespace

TEST(Threads, WithoutAThreadLaunchesThrow) {
  const Ref<Queue> queue = create_queue(find_device(L"host"), QueueOptions());
  std::atomic<std::uint64_t> groups{0};
  threads_left = 0;
  for (int i = 0; i < 2; ++i)
    EXPECT_CONTAINS(message_of([&] { launch(queue, groups); }), "can't start a thread: ");
  EXPECT_EQ(groups, 0);
  EXPECT_EQ(pending(queue.get()), 0);
}

TEST(Threads, OneThreadOfManyIsEnough) {
  const Ref<Queue> queue = create_queue(find_device(L"host"), QueueOptions());
  std::atomic<std::uint64_t> groups{0};
  threads_left = 1;
  for (int i = 0; i < 20; ++i) launch(queue, groups);
  wait(queue.get());
  EXPECT_TRUE(groups == 20 << 12 && pending(queue.get()) == 0);
}
