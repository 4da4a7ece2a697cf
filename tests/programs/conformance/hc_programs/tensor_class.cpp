// rows: hc.programs.whole
#include <hc.hpp>
#include <memory>
#include <vector>
template <typename T>
class Tensor {
 public:
  Tensor(int r, int c) : rows_(r), cols_(c), store_(r * c), view_(r * c, store_) {}
  T* data() {
    view_.synchronize();
    return store_.data();
  }
  void fill(T x) {
    hc::parallel_for_each(hc::extent<1>(rows_ * cols_), [=](hc::index<1> i) [[hc]] { view_[i] = x; });
  }
  template <typename F>
  void map(F f) {
    auto v = view_;
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = f(v[i]); }).wait();
  }
  void add(const Tensor& o) {
    hc::parallel_for_each(view_.get_extent(), [this, &o](hc::index<1> i) [[hc]] {
      view_[i] += o.view_[i];
    }).wait();
  }
  T sum() const {
    T s = 0;
    for (int i = 0; i < rows_ * cols_; ++i) s += view_[i];
    return s;
  }
  void scale(T k) {
    hc::parallel_for_each(hc::extent<2>(rows_, cols_), [=, this_ = *this](hc::index<2> i) [[hc]] {
      this_.view_[this_.at(i)] *= k;
    }).wait();
  }
  int at(hc::index<2> i) const [[cpu, hc]] { return i[0] * cols_ + i[1]; }

 private:
  int rows_, cols_;
  std::vector<T> store_;
  hc::array_view<T> view_;
};
struct Net {
  std::vector<std::unique_ptr<Tensor<float>>> layers;
  void build() {
    for (int i = 0; i < 3; ++i) layers.emplace_back(new Tensor<float>(4, 4));
  }
  void run() {
    for (auto& l : layers) {
      l->fill(2);
      l->map([](float x) [[hc]] { return x * x; });
    }
    layers[0]->add(*layers[1]);
  }
};
int main() {
  Net n;
  n.build();
  n.run();
  if (n.layers[0]->sum() != 128) return 1;
  return n.layers[2]->data()[15] == 4 ? 0 : 2;
}
