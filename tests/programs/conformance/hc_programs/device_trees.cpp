// rows: hc.programs.whole
#include <hc.hpp>
#include <hc_am.hpp>
struct node {
  float value;
  int child[2];
  node* link;
};
struct tree_view {
  const node* nodes;
  int count;
  [[hc, cpu]] const node& operator[](int i) const { return nodes[i]; }
  [[hc, cpu]] float find(float key) const {
    int i = 0, d = 0;
    while (i >= 0) {
      const node& n = nodes[i];
      if (n.value == key) return d;
      i = n.child[key > n.value];
      ++d;
    }
    return -1;
  }
};
int main() {
  hc::accelerator acc;
  auto av = acc.get_default_view();
  std::vector<node> h;
  auto insert = [&](float v) {
    int at = h.size();
    h.push_back({v, {-1, -1}, nullptr});
    if (!at) return;
    int i = 0;
    for (;;) {
      int& c = h[i].child[v > h[i].value];
      if (c < 0) {
        c = at;
        return;
      }
      i = c;
    }
  };
  for (int i = 0; i < 31; ++i) insert((i * 19) % 31);
  node* d = hc::am_alloc(h.size() * sizeof(node), acc, 0);
  for (auto& n : h) n.link = d + (&n - h.data());
  av.copy(h.data(), d, h.size() * sizeof(node));
  tree_view t{d, int(h.size())}, ht{h.data(), int(h.size())};
  hc::array_view<float> r(40);
  hc::parallel_for_each(av, r.get_extent(), [=](hc::index<1> i) [[hc]] {
    r[i] = t.find(i[0]) + (i[0] < t.count && t[i[0]].link->value == t[i[0]].value ? 0 : 0.25f);
  }).wait();
  for (int i = 0; i < 40; ++i)
    if (r[i] != ht.find(i) + (i < 31 ? 0 : 0.25f)) return 1;
  hc::am_free(d);
  return 0;
}
