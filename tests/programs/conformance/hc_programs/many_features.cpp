// rows: hc.programs.whole
#include <cstdlib>
#include <hc.hpp>
#include <hc_am.hpp>
#include <iostream>
#include <vector>
#define N 1024
#define TS 64
typedef struct _pod {
  char c;
  short s;
  int i;
  long long l;
  float f[3];
  struct {
    unsigned char b : 3;
    unsigned char d : 5;
  } bits;
} pod;
struct base {
  int x;
  base(int x_) [[cpu, hc]] : x(x_) {}
  virtual ~base() [[cpu]] [[hc]] {}
  int get() const [[cpu]] [[hc]] { return x; }
};
[[hc]] int dev_global = 5;
__attribute__((hc)) static float dev_table[4] = {0.5f, 1.5f, 2.5f, 3.5f};
int host_global = 77;
extern "C" int c_style(int a, int b) [[hc]] [[cpu]] { return a * b; }
[[hc]] [[cpu]] inline int front(int a) { return a - 1; }
[[cpu]] [[hc]] int front2(int a);
int front2(int a) [[cpu, hc]] { return a - 2; }
template <typename T>
[[hc]] T tfront(T x) {
  return x + T(1);
}
__attribute__((hc, cpu)) int gnu_style(int a) { return a + 100; }
int gnu_after(int a) __attribute__((hc)) __attribute__((cpu));
int gnu_after(int a) __attribute__((hc)) __attribute__((cpu)) { return a + 200; }
int unmarked(int a) { return a * 3; }
static int recur(int n) [[hc, cpu]] {
  int r = 1;
  while (n > 1) r *= n--;
  return r;
}
class counter {
  int* p_;

 public:
  explicit counter(int* p) : p_(p) {}
  void operator()(hc::index<1> i) const [[hc]] { hc::atomic_fetch_add(p_ + (i[0] & 3), 1); }
  void operator()(hc::tiled_index<1>& t) const [[hc]] { hc::atomic_fetch_add(p_ + 4 + (t.local[0] & 3), 1); }
};
bool test_pointers() {
  hc::accelerator acc;
  int* d = hc::am_alloc(N * sizeof(int), acc, 0);
  if (!d) return false;
  std::vector<int> h(N);
  for (int i = 0; i < N; i++) h[i] = i;
  hc::am_copy(d, h.data(), N * sizeof(int));
  auto av = acc.get_default_view();
  hc::parallel_for_each(av, hc::extent<1>(N), [d](hc::index<1> i) [[hc]] {
    d[i[0]] = c_style(d[i[0]], 2) + front(1) + front2(2) + (int)tfront(0.f) + gnu_style(-100) +
              gnu_after(-200) + unmarked(0);
  }).wait();
  hc::am_copy(h.data(), d, N * sizeof(int));
  for (int i = 0; i < N; i++)
    if (h[i] != i * 2 + 1) {
      std::printf("%d: %d\n", i, h[i]);
      return false;
    }
  int* c = hc::am_alloc(8 * sizeof(int), acc, amHostPinned);
  for (int i = 0; i < 8; i++) c[i] = 0;
  hc::parallel_for_each(av, hc::extent<1>(N), counter(c)).wait();
  hc::parallel_for_each(av, hc::extent<1>(N).tile(TS), counter(c)).wait();
  for (int i = 0; i < 8; i++)
    if (c[i] != N / 4) return false;
  pod* p = (pod*)hc::am_aligned_alloc(sizeof(pod) * 16, acc, 0, 128);
  hc::completion_future f = hc::parallel_for_each(hc::extent<1>(16), [=](hc::index<1> i) [[hc]] {
    pod& q = p[i[0]];
    q.c = 'a' + i[0];
    q.s = -i[0];
    q.i = i[0];
    q.l = 1ll << (i[0] + 30);
    q.f[2] = dev_table[i[0] & 3];
    q.bits.b = i[0];
    q.bits.d = i[0] + 16;
    base b(q.i);
    q.i = b.get() + recur(5) + dev_global;
  });
  f.wait();
  pod hp[16];
  hc::am_copy(hp, p, sizeof hp);
  for (int i = 0; i < 16; i++)
    if (hp[i].c != 'a' + i || hp[i].s != -i || hp[i].i != i + 125 || hp[i].l != 1ll << (i + 30) ||
        hp[i].f[2] != 0.5f + (i & 3) || hp[i].bits.b != (i & 7) || hp[i].bits.d != ((i + 16) & 31))
      return false;
  hc::AmPointerInfo info(nullptr, nullptr, nullptr, 0, acc, false, false);
  if (hc::am_memtracker_getinfo(&info, d + 10) != AM_SUCCESS || info._sizeBytes != N * sizeof(int))
    return false;
  hc::am_free(d);
  hc::am_free(c);
  return hc::am_free(p) == AM_SUCCESS && hc::am_memtracker_getinfo(&info, d) != AM_SUCCESS;
}
bool test_symbols() {
  hc::accelerator acc;
  int v = 9;
  acc.memcpy_symbol("dev_global", &v, sizeof v);
  int o[2] = {0, 0};
  hc::array_view<int, 1> ov(2, o);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    ov[0] = dev_global;
    ov[1] = host_global;
    dev_global = 11;
  }).wait();
  ov.synchronize();
  int back = 0;
  acc.memcpy_symbol("dev_global", &back, sizeof back, 0, hc::hcMemcpyDeviceToHost);
  return o[0] == 9 && o[1] == 77 && back == 11;
}
bool test_futures() {
  hc::array<int, 2> a(16, 16);
  hc::accelerator_view av = a.get_accelerator_view();
  std::vector<hc::completion_future> fs;
  for (int k = 0; k < 8; k++)
    fs.push_back(hc::parallel_for_each(av, a.get_extent(), [&a, k](hc::index<2> i) [[hc]] {
      if (k == 0) a[i] = 0;
      a(i[0], i[1]) += k;
    }));
  hc::completion_future m = av.create_marker(hc::accelerator_scope);
  m.wait(hc::hcWaitModeActive);
  bool ok = true;
  for (auto& f : fs) ok &= f.is_ready();
  hc::accelerator_view other =
      av.get_accelerator().create_view(hc::execute_any_order, hc::queuing_mode_automatic);
  hc::completion_future b = other.create_blocking_marker(fs.begin(), fs.end(), hc::system_scope);
  b.wait();
  auto b2 = other.create_blocking_marker({fs[0], m}, hc::no_scope);
  b2.wait();
  std::vector<int> h(256);
  hc::copy(a, h.begin());
  for (int x : h) ok &= x == 28;
  ok &= av.get_pending_async_ops() == 0 && av.get_is_empty();
  int n = 0;
  fs[7].then([&n]() { n = 5; });
  fs[7].wait();
  fs.clear();
  return ok && n == 5;
}
bool test_dynamic() {
  const int tile = 32;
  std::vector<int> o(128);
  hc::array_view<int> ov(128, o);
  auto ext = hc::extent<1>(128).tile_with_dynamic(tile, tile * sizeof(int) * 2);
  if (ext.get_dynamic_group_segment_size() != tile * 8) return false;
  hc::parallel_for_each(ext, [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int fixed[32];
    int* dyn = (int*)hc::get_dynamic_group_segment_base_pointer();
    int l = t.local[0];
    fixed[l] = l;
    dyn[l] = t.global[0];
    dyn[tile + l] = 1;
    t.barrier.wait();
    ov[t.global] = dyn[tile - 1 - l] + fixed[(l + 1) % tile] + dyn[tile + l] +
                   (hc::get_group_segment_size() >= 384 ? 0 : 1000000);
  }).wait();
  ov.synchronize();
  for (int i = 0; i < 128; i++)
    if (o[i] != i / 32 * 32 + 31 - i % 32 + (i + 1) % 32 + 1) {
      std::printf("dyn %d %d\n", i, o[i]);
      return false;
    }
  return true;
}
int main() {
  bool r[] = {test_pointers(), test_symbols(), test_futures(), test_dynamic()};
  int bad = 0;
  for (bool b : r) {
    std::cout << b << ' ';
    bad += !b;
  }
  std::cout << std::endl;
  return bad;
}
