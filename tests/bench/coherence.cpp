// B15: bytes that travel between host and accelerator, against the fewest that the scenario needs, counted by
// hand. Argument: [path of an accelerator]. Prints a Markdown table; exit code 1 where a ratio is not 1.
//
// An accelerator that shares the host's memory needs none.
#include <hc.hpp>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <hcrt/statistics.hpp>
#include <string>
#include <vector>

namespace {

using Data = hc::array_view<float, 1>;
using ConstData = hc::array_view<const float, 1>;
using hc::index;

constexpr int n = 1 << 16;
constexpr double bytes_of_n = n * sizeof(float);

struct Need {
  double bytes, copies;
};

struct Scene {
  hc::accelerator_view view;
  bool right = true;
  void require(bool condition) { right = right && condition; }
};

void step(const hc::accelerator_view& view, const ConstData& from, const Data& to) {
  hc::parallel_for_each(view, to.get_extent(), [=](index<1> i) [[hc]] {
    const int at = i[0];
    if (at > 0 && at < n - 1) to[i] = 0.5f * (from[at - 1] + from[at + 1]);
  });
}

void add(const hc::accelerator_view& view, const Data& x, float what) {
  hc::parallel_for_each(view, x.get_extent(), [=](index<1> i) [[hc]] { x[i] += what; });
}

// Both grids go there, for the edges of the second are never written; one comes back.
Need jacobi(Scene& scene) {
  std::vector<float> first(n, 0.0f), second(n, 0.0f);
  first[0] = second[0] = 1.0f;
  {
    const Data a(n, first), b(n, second);
    for (int s = 0; s < 1000; ++s) step(scene.view, s % 2 ? b : a, s % 2 ? a : b);
    b.discard_data();
    a.synchronize();
  }
  scene.require(first[0] == 1.0f && first[1] > 0.9f && first[n / 2] == 0.0f);
  return {3 * bytes_of_n, 3};
}

// Host and accelerator take turns to change all elements.
Need ping_pong(Scene& scene) {
  std::vector<float> memory(n, 0.0f);
  const Data x(n, memory);
  for (int round = 0; round < 50; ++round) {
    add(scene.view, x, 1);
    float* const data = x.data();
    for (int i = 0; i < n; ++i) data[i] += 1;
  }
  scene.require(x[n - 1] == 100);
  return {100 * bytes_of_n, 100};
}

// Each tenth is worked on by itself and read as soon as it is done.
Need sections(Scene& scene) {
  std::vector<float> memory(n, 0.0f);
  const Data x(n, memory);
  constexpr int tenth = n / 10;
  for (int s = 0; s < 10; ++s) {
    const Data part = x.section(s * tenth, tenth);
    add(scene.view, part, static_cast<float>(s));
    scene.require(part[tenth - 1] == static_cast<float>(s));
  }
  return {20.0 * tenth * sizeof(float), 20};
}

// The accelerator changes all, the host wants to see the edges only.
Need halo(Scene& scene) {
  std::vector<float> memory(n, 0.0f);
  const Data x(n, memory);
  constexpr int edge = 64;
  for (int round = 0; round < 100; ++round) {
    add(scene.view, x, 1);
    const ConstData low = x.section(0, edge), high = x.section(n - edge, edge);
    scene.require(low[0] == round + 1 && high[edge - 1] == round + 1);
  }
  x.discard_data();
  return {bytes_of_n + 200.0 * edge * sizeof(float), 201};
}

// What will be overwritten does not go there.
Need discard(Scene& scene) {
  std::vector<float> input(n, 2.0f), output(n, 0.0f);
  const ConstData in(n, input);
  const Data out(n, output);
  for (int round = 0; round < 20; ++round) {
    out.discard_data();
    hc::parallel_for_each(scene.view, out.get_extent(),
                          [=](index<1> i) [[hc]] { out[i] = in[i] + static_cast<float>(round); });
    scene.require(out.section(0, n)[n - 1] == 2.0f + static_cast<float>(round));
  }
  scene.require(in[0] == 2.0f);  // which is here still
  return {21 * bytes_of_n, 21};
}

// Views without host memory: what only the accelerator uses never travels.
Need temporary(Scene& scene) {
  const Data a(n), b(n);
  for (int s = 0; s < 100; ++s) {
    add(scene.view, a, 1);
    step(scene.view, a, b);
  }
  const ConstData one = b.section(n / 2, 1);
  scene.require(one[0] == 100.0f);
  return {sizeof(float), 1};
}

// Two queues of one accelerator share what is there.
Need queues(Scene& scene) {
  std::vector<float> memory(n, 0.0f);
  hc::accelerator_view other = scene.view.get_accelerator().create_view();
  const Data x(n, memory);
  for (int s = 0; s < 100; ++s) add(s % 2 ? scene.view : other, x, 1);
  scene.require(x[0] == 100);
  return {2 * bytes_of_n, 2};
}

// Copies that the program asks for, and no other ones.
Need array(Scene& scene) {
  std::vector<float> memory(n, 1.0f);
  hc::array<float, 1> a(hc::extent<1>(n), memory.begin(), scene.view), b(hc::extent<1>(n), scene.view);
  for (int s = 0; s < 100; ++s)
    hc::parallel_for_each(scene.view, a.get_extent(), [&a](index<1> i) [[hc]] { a[i] += 1; });
  hc::copy(a, b);
  hc::copy(b, memory.begin());
  scene.require(memory[n - 1] == 101);
  return {2 * bytes_of_n, 2};
}

struct Moved {
  double bytes, copies;
};

// Between host memory and the accelerator's own; and what coherence moves within host memory, which is
// nothing that anybody needs.
Moved moved() {
  const hcrt::Statistics all = hcrt::statistics();
  Moved sum{0, 0};
  for (const hcrt::CopyCount& count :
       {all.coherence.to_devices, all.coherence.to_host, all.coherence.on_devices, all.coherence.on_host,
        all.program.to_devices, all.program.to_host}) {
    sum.bytes += static_cast<double>(count.bytes);
    sum.copies += static_cast<double>(count.copies);
  }
  return sum;
}

bool measure(const char* name, Need (*scenario)(Scene&), const hc::accelerator& device) {
  Scene scene{device.create_view()};
  const Moved before = moved();
  Need least = scenario(scene);
  const Moved after = moved();
  if (device.get_supports_cpu_shared_memory()) least = {0, 0};
  const double bytes = after.bytes - before.bytes, copies = after.copies - before.copies;
  const double ratio = least.bytes > 0 ? bytes / least.bytes : bytes > 0 ? INFINITY : 1;
  const bool good = scene.right && ratio == 1 && copies <= least.copies;
  std::printf("| %s | %.0f | %.0f | %.2f | %.0f | %.0f | %s |\n", name, bytes, least.bytes, ratio, copies,
              least.copies,
              !scene.right ? "wrong result"
              : good       ? "ok"
                           : "above");
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  const hc::accelerator device =
      argc > 1 ? hc::accelerator(std::wstring(argv[1], argv[1] + std::strlen(argv[1]))) : hc::accelerator();
  std::printf("accelerator %ls, %s\n\n", device.get_device_path().c_str(),
              device.get_supports_cpu_shared_memory() ? "which shares the host's memory"
                                                      : "which has memory of its own");
  std::printf("| scenario | bytes | least | ratio | copies | least | |\n|---|---|---|---|---|---|---|\n");
  bool good = true;
  good &= measure("Jacobi, 1000 steps", jacobi, device);
  good &= measure("ping-pong, 50 rounds", ping_pong, device);
  good &= measure("sections, 10", sections, device);
  good &= measure("edges read by the host", halo, device);
  good &= measure("discard_data, 20 rounds", discard, device);
  good &= measure("views without host memory", temporary, device);
  good &= measure("two queues", queues, device);
  good &= measure("arrays and copy", array, device);
  return good ? 0 : 1;
}
