// rows: hc.programs.whole
#include <algorithm>
#include <hc.hpp>
int main() {
  std::vector<hc::accelerator> accs = hc::accelerator::get_all();
  accs.erase(
      std::remove_if(accs.begin(), accs.end(), [](hc::accelerator& a) { return !a.is_hsa_accelerator(); }),
      accs.end());
  const int n = 1 << 10;
  std::vector<float> data(n, 1.0f);
  std::vector<hc::completion_future> futs;
  std::vector<hc::array_view<float>> parts;
  int per = n / accs.size();
  for (size_t i = 0; i < accs.size(); ++i) {
    int first = i * per, count = i + 1 == accs.size() ? n - first : per;
    parts.emplace_back(count, data.data() + first);
    auto& p = parts.back();
    futs.push_back(hc::parallel_for_each(accs[i].get_default_view(), p.get_extent(),
                                         [=](hc::index<1> x) [[hc]] { p[x] += i; }));
  }
  for (auto& f : futs) f.wait();
  for (auto& p : parts) p.synchronize();
  for (size_t i = 0; i < accs.size(); ++i)
    if (data[i * per] != 1 + i) return 1;
  std::vector<hc::array<int>> arrays;
  for (auto& a : accs) arrays.emplace_back(100, a.get_default_view());
  for (auto& a : arrays)
    hc::parallel_for_each(a.get_accelerator_view(), a.get_extent(), [&a](hc::index<1> i) [[hc]] {
      a[i] = i[0];
    }).wait();
  for (size_t i = 1; i < arrays.size(); ++i) hc::copy(arrays[0], arrays[i]);
  for (auto& a : arrays) {
    std::vector<int> h = a;
    if (h[99] != 99) return 2;
    if (a[5] != 5) return 3;
  }
  return 0;
}
