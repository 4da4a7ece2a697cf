// Several accelerators of one kind beside one: each mode checks its result and prints "figure=RATIO".
//
//   scaling peers          get_is_peer against the driver's own word; kernels use a peer's memory
//   scaling copy           copies between two GPUs: bytes a second of hc::copy_async / of cuMemcpyPeerAsync
//   scaling jacobi N       weak scaling: the time of one accelerator / of N with N times the rows
//   scaling nbody N        strong scaling: the time of one accelerator / (of N, times N)
// SIZE=small in the environment: sizes for a CPU, to see that it works.
#include <hc.hpp>

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <hc_am.hpp>

#include "hc_distributed.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using Plate = hc::distributed_array<float, 2>;
using View = hc::distributed_view<float, 2>;

const bool small_sizes = std::getenv("SIZE") != nullptr;

std::vector<hc::accelerator> alike() {
  const hc::accelerator standard;
  std::vector<hc::accelerator> found;
  for (const hc::accelerator& each : hc::accelerator::get_all())
    if (each.is_hsa_accelerator() && each.get_device_path()[0] == standard.get_device_path()[0])
      found.push_back(each);
  if (small_sizes) found.resize(4, standard);
  return found;
}

std::vector<hc::accelerator> first_of(int count) {
  std::vector<hc::accelerator> all = alike();
  if (static_cast<int>(all.size()) < count) throw std::runtime_error("there are too few accelerators");
  all.resize(static_cast<std::size_t>(count), all.front());
  return all;
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

template <class Function>
double least_of(int times, Function function) {
  double best = 1e9;
  for (int i = 0; i < times; ++i) {
    const Clock::time_point begin = Clock::now();
    function();
    best = std::min(best, seconds_since(begin));
  }
  return best;
}

int fail(const char* what) {
  std::printf("FAILED: %s\n", what);
  return 1;
}

// --- peers and copies --------------------------------------------------------------------------------
template <class Function>
Function driver(const char* name) {
  static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  void* const found = library ? dlsym(library, name) : nullptr;
  if (!found) throw std::runtime_error(std::string("the CUDA driver lacks ") + name);
  return reinterpret_cast<Function>(found);
}

int peers() {
  const std::vector<hc::accelerator> gpus = first_of(2);
  int pairs = 0;
  for (std::size_t a = 0; a < gpus.size(); ++a)
    for (std::size_t b = 0; b < gpus.size(); ++b) {
      int can = 0;
      if (a != b)
        driver<int (*)(int*, int, int)>("cuDeviceCanAccessPeer")(&can, static_cast<int>(a),
                                                                 static_cast<int>(b));
      if (gpus[a].get_is_peer(gpus[b]) != (can != 0)) return fail("get_is_peer is not what the driver says");
      if (!can) continue;
      ++pairs;
      hc::accelerator owner = gpus[b], user = gpus[a];
      int* const memory = hc::am_alloc(4096, owner, 0);
      owner.get_default_view().copy(std::vector<int>(1024, 5).data(), memory, 4096);
      if (hc::am_map_to_peers(memory, 1, &user) != AM_SUCCESS) return fail("am_map_to_peers");
      hc::accelerator_view by = user.create_view();
      hc::parallel_for_each(by, hc::extent<1>(1024), [=](hc::index<1> i) [[hc]] {
        memory[i[0]] += i[0];
      }).wait();
      std::vector<int> found(1024);
      by.copy(memory, found.data(), 4096);
      if (found[0] != 5 || found[1023] != 1028) return fail("a kernel on a peer's memory");
      hc::am_free(memory);
    }
  std::printf("figure=%d pairs\n", pairs);
  return 0;
}

int copies() {
  const std::vector<hc::accelerator> gpus = first_of(2);
  const int n = small_sizes ? 1 << 16 : 1 << 28;
  hc::accelerator_view a = hc::accelerator(gpus[0]).create_view(), b = hc::accelerator(gpus[1]).create_view();
  hc::array<int, 1> from(n, a), to(n, b);
  hc::parallel_for_each(a, from.get_extent(), [=, &from](hc::index<1> i) [[hc]] {
    from[i] = i[0] * 3;
  }).wait();
  const auto ours = [&] { hc::copy_async(from, to).wait(); };
  ours();
  const double own = least_of(10, ours);
  const int last = hc::array_view<const int, 1>(to)[n - 1];
  if (last != static_cast<int>((n - 1) * 3LL)) return fail("the copy is wrong");
  if (small_sizes) return std::printf("figure=1 (not compared)\n"), 0;
  // The driver alone, on the same memory.
  void *contexts[2], *stream = nullptr;
  const auto retain = driver<int (*)(void**, int)>("cuDevicePrimaryCtxRetain");
  const auto current = driver<int (*)(void*)>("cuCtxSetCurrent");
  for (int d = 0; d < 2; ++d) retain(&contexts[d], d);
  current(contexts[1]);
  driver<int (*)(void**, unsigned)>("cuStreamCreate")(&stream, 1);
  const auto copy = driver<int (*)(unsigned long long, void*, unsigned long long, void*, std::size_t, void*)>(
      "cuMemcpyPeerAsync");
  const auto settle = driver<int (*)(void*)>("cuStreamSynchronize");
  const auto source = reinterpret_cast<unsigned long long>(from.accelerator_pointer());
  const auto target = reinterpret_cast<unsigned long long>(to.accelerator_pointer());
  const auto theirs = [&] {
    if (copy(target, contexts[1], source, contexts[0], 4ull * n, stream) || settle(stream))
      throw std::runtime_error("cuMemcpyPeerAsync failed");
  };
  theirs();
  double best = least_of(10, theirs), again = least_of(10, ours);
  std::printf("figure=%.3f (%.1f GB/s, the driver alone %.1f)\n", best / std::min(own, again),
              4e-9 * n / std::min(own, again), 4e-9 * n / best);
  return 0;
}

// --- Jacobi: each accelerator has as many rows --------------------------------------------------------
double jacobi(int count, int rows_each, int columns, int steps) {
  const hc::distribution where(first_of(count));
  const int rows = rows_each * count;
  const hc::extent<2> plate(rows, columns);
  Plate a(plate, where, 1), b(plate, where, 1);
  hc::parallel_for_each(
      hc::distributed_part::all,
      [](hc::index<2> i, View to)
          [[hc]] { to[i] = i[0] == 0 ? 100.0f : static_cast<float>((i[0] * 31 + i[1] * 17) % 50); },
      a);
  a.exchange();
  const auto step = [=](hc::index<2> i, View from, View to) [[hc]] {
    const float* const at = &from[i];
    const bool edge = i[0] == 0 || i[0] == rows - 1 || i[1] == 0 || i[1] == columns - 1;
    to[i] = edge ? *at : 0.25f * ((at[-columns] + at[columns]) + (at[-1] + at[1]));
  };
  int done = 0;
  const auto some = [&](int number) {
    for (int s = 0; s < number; ++s, ++done) {
      Plate &from = done % 2 ? b : a, &to = done % 2 ? a : b;
      hc::parallel_for_each(hc::distributed_part::border, step, from, to);
      to.exchange();
      hc::parallel_for_each(hc::distributed_part::interior, step, from, to);
    }
    where.wait();
  };
  some(10);
  return least_of(3, [&] { some(steps); });
}

// The same plate on one accelerator and on `count`, to the last bit.
bool jacobi_agrees(int count) {
  std::vector<std::vector<float>> results;
  for (const int n : {1, count}) {
    const hc::distribution where(first_of(n));
    const int rows = 333, columns = 257;
    Plate a(hc::extent<2>(rows, columns), where, 1), b(hc::extent<2>(rows, columns), where, 1);
    std::vector<float> heat(static_cast<std::size_t>(rows * columns));
    for (std::size_t i = 0; i < heat.size(); ++i) heat[i] = static_cast<float>(i * 7919 % 1000);
    a.scatter(heat.data()).wait();
    for (int s = 0; s < 200; ++s) {
      Plate &from = s % 2 ? b : a, &to = s % 2 ? a : b;
      const auto step = [=](hc::index<2> i, View v, View w) [[hc]] {
        const bool edge = i[0] == 0 || i[0] == rows - 1 || i[1] == 0 || i[1] == columns - 1;
        const float* const at = &v[i];
        w[i] = edge ? *at : 0.25f * ((at[-columns] + at[columns]) + (at[-1] + at[1]));
      };
      hc::parallel_for_each(hc::distributed_part::border, step, from, to);
      to.exchange();
      hc::parallel_for_each(hc::distributed_part::interior, step, from, to);
    }
    a.gather(heat.data()).wait();
    results.push_back(heat);
  }
  return results[0] == results[1];
}

int weak(int count) {
  if (!jacobi_agrees(count)) return fail("the plate differs");
  const int rows = small_sizes ? 64 : 16384, columns = small_sizes ? 64 : 16384,
            steps = small_sizes ? 5 : 200;
  const double one = jacobi(1, rows, columns, steps), several = jacobi(count, rows, columns, steps);
  std::printf("figure=%.3f (%.1f us a step on one, %.1f on %d)\n", one / several, one / steps * 1e6,
              several / steps * 1e6, count);
  return 0;
}

// --- n-body: the same bodies, shared ------------------------------------------------------------------
struct Body {
  float x, y, z, mass;
};

double nbody(int count, int n, std::vector<float>& sums) {
  const std::vector<hc::accelerator> list = first_of(count);
  std::vector<Body> bodies;
  for (int i = 0; i < n; ++i)
    bodies.push_back(
        {(i * 37 % 1009) / 1009.0f, (i * 101 % 1009) / 1009.0f, (i * 211 % 1009) / 1009.0f, 1.0f});
  const hc::array_view<const Body, 1> all(n, bodies);
  std::vector<hc::accelerator_view> views;
  std::vector<hc::array_view<float, 1>> pulls;
  for (int p = 0; p < count; ++p) {
    views.push_back(hc::accelerator(list[static_cast<std::size_t>(p)]).create_view());
    pulls.emplace_back(n / count);
  }
  const auto pass = [&] {
    for (int p = 0; p < count; ++p) {
      const int first = p * (n / count);
      const hc::array_view<float, 1> pull = pulls[static_cast<std::size_t>(p)];
      hc::parallel_for_each(views[static_cast<std::size_t>(p)], hc::extent<1>(n / count).tile(256),
                            [=](hc::tiled_index<1> t) [[hc]] {
                              tile_static Body block[256];
                              const Body own = all[first + t.global[0]];
                              float x = 0, y = 0, z = 0;
                              for (int begin = 0; begin < n; begin += 256) {
                                block[t.local[0]] = all[begin + t.local[0]];
                                t.barrier.wait();
                                for (int j = 0; j < 256; ++j) {
                                  const float dx = block[j].x - own.x, dy = block[j].y - own.y,
                                              dz = block[j].z - own.z;
                                  const float square = dx * dx + dy * dy + dz * dz + 0.01f;
                                  const float scale = block[j].mass / (square * square);
                                  x += dx * scale, y += dy * scale, z += dz * scale;
                                }
                                t.barrier.wait();
                              }
                              pull[t.global] = x + 2 * y + 3 * z;
                            });
    }
    for (const hc::accelerator_view& view : views) view.wait();
  };
  pass();
  const double best = least_of(5, pass);
  sums.clear();
  for (const hc::array_view<float, 1>& pull : pulls)
    for (int i = 0; i < n / count; ++i) sums.push_back(pull[i]);
  return best;
}

int strong(int count) {
  const int n = small_sizes ? 2048 : 1 << 20;  // on each of four, groups enough to fill it
  std::vector<float> alone, shared;
  const double one = nbody(1, n, alone), several = nbody(count, n, shared);
  if (alone != shared) return fail("the pulls differ");
  std::printf("figure=%.3f (%.2f ms on one, %.2f on %d)\n", one / several / count, one * 1e3, several * 1e3,
              count);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  const int count = argc > 2 ? std::atoi(argv[2]) : 2;
  try {
    if (mode == "peers") return peers();
    if (mode == "copy") return copies();
    if (mode == "jacobi") return weak(count);
    if (mode == "nbody") return strong(count);
    throw std::runtime_error("modes: peers, copy, jacobi N, nbody N");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}
