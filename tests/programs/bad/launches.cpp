// What launches with impossible shapes give: the argument names the case; the message goes to stdout.
#include <cstdio>
#include <cstring>
#include <hc.hpp>

int main(int, char** argv) {
  const char* name = argv[1];
  hc::array_view<int> v(16);
  v[0] = 1;
  auto flat = [=](hc::index<1> i) [[hc]] { v[i] = 7; };
  auto tiled = [=](hc::tiled_index<1> t) [[hc]] { v[t.global[0] % 16] = 7; };
  try {
    if (!std::strcmp(name, "zero")) {
      hc::completion_future done = hc::parallel_for_each(hc::extent<1>(0), flat);
      done.wait();
    }
    if (!std::strcmp(name, "negative")) hc::parallel_for_each(hc::extent<1>(-5), flat).wait();
    if (!std::strcmp(name, "tile")) hc::parallel_for_each(hc::extent<1>(1 << 20).tile(1 << 20), tiled).wait();
    if (!std::strcmp(name, "tile_over_extent"))
      hc::parallel_for_each(hc::extent<1>(4).tile(64), tiled).wait();
  } catch (const hc::invalid_compute_domain& error) {
    std::printf("invalid_compute_domain: %s\n", error.what());
    return 0;
  } catch (const hc::runtime_exception& error) {
    std::printf("runtime_exception: %s\n", error.what());
    return 0;
  }
  std::printf("no exception, v[0] is %d\n", v[0]);
  return 0;
}
