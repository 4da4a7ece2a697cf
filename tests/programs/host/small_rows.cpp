// Bytes and numbers of 16 bits that some work-items of a strip load, in arrays that begin and end where a
// page does, between pages that may not be read. Each kernel is run by the host target and as a plain loop.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <hc.hpp>
#include <vector>

static int failures = 0;
static const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

// A page of numbers between two that are closed.
template <class T>
static T* island() {
  void* const all = mmap(nullptr, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char* const middle = static_cast<char*>(all) + page;
  if (all == MAP_FAILED || mprotect(middle, page, PROT_READ | PROT_WRITE)) return nullptr;
  T* const made = reinterpret_cast<T*>(middle);
  for (std::size_t i = 0; i < page / sizeof(T); ++i) made[i] = static_cast<T>(i * 2654435761u >> 11);
  return made;
}

// body(from, go, i) reads from[i - 40] to from[i + 40] where go[i] lets it, which lie in the page.
template <class T, class Body>
static void check(const char* name, Body body) {
  T* const from = island<T>();
  if (!from) return void(std::printf("no memory\n"));
  const int n = static_cast<int>(page / sizeof(T));
  std::vector<int> go(n), got(n, -1), want(n, -1);
  for (int i = 40; i < n - 40; ++i) go[i] = i * 7 % 5 != 0;
  for (int i = 0; i < n; ++i) want[i] = body(from, go.data(), i);
  const int* const asked = go.data();
  int* const to = got.data();
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    to[i[0]] = body(from, asked, i[0]);
  }).wait();
  if (got != want) ++failures, std::printf("FAILED %s\n", name);
}

template <class T>
static void kernels() {
  check<T>("before", [](const T* f, const int* go, int i) [[cpu, hc]] { return go[i] ? f[i - 40] * 3 : i; });
  check<T>("after", [](const T* f, const int* go, int i) [[cpu, hc]] { return go[i] ? f[i + 40] * 3 : i; });
  check<T>("a chain", [](const T* f, const int* go, int i) [[cpu, hc]] {
    return go[i] && f[i - 40] > 20 && f[i + 39] < 99 && f[i + 40] != 7 ? 1 : 0;
  });
  check<T>("a search", [](const T* f, const int* go, int i) [[cpu, hc]] {
    int k = 0;
    if (go[i])
      while (k < 80 && f[i - 40 + k] != 65) ++k;
    return k;
  });
  check<T>("known divisors", [](const T* f, const int* go, int i) [[cpu, hc]] {
    int v = go[i] ? f[i - 40] * 1000 - 3000 : 0, sum = 0;
    while (v) sum += v % 10 + 3 * (v % 7), v /= 10;
    return sum;
  });
  check<T>("one place", [](const T* f, const int* go, int i) [[cpu, hc]] {
    int sum = 0;
    for (int k = 0; k < 24; ++k)
      if (go[i] * k < (i & 15)) sum += f[k] * k + f[2 * k + 1];
    return sum;
  });
}

int main() {
  kernels<std::uint8_t>();
  kernels<std::int8_t>();
  kernels<std::uint16_t>();
  kernels<std::int16_t>();
  std::puts(failures ? "FAILED" : "PASSED");
  return failures != 0;
}
