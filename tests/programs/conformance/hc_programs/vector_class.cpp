// rows: hc.programs.whole
#include <hc.hpp>
namespace geo {
template <typename T>
class vec2 {
  T x_, y_;

 public:
  vec2(T x = 0, T y = 0) [[hc]] [[cpu]] : x_(x), y_(y) {}
  vec2(const vec2&) = default;
  vec2& operator=(const vec2&) = default;
  T x() const [[hc]] [[cpu]] { return x_; }
  vec2& operator+=(const vec2& o) [[hc]] [[cpu]] {
    x_ += o.x_;
    y_ += o.y_;
    return *this;
  }
  friend vec2 operator+(vec2 a, const vec2& b) [[hc]] [[cpu]] { return a += b; }
  friend T dot(const vec2& a, const vec2& b) [[hc]] [[cpu]] { return a.x_ * b.x_ + a.y_ * b.y_; }
  bool operator<(const vec2& o) const [[hc]] [[cpu]] { return x_ < o.x_; }
  template <typename U>
  operator vec2<U>() const [[hc]] [[cpu]] {
    return vec2<U>(U(x_), U(y_));
  }
  T operator[](int i) const [[hc]] [[cpu]] { return i ? y_ : x_; }
  explicit operator bool() const [[hc]] [[cpu]] { return x_ || y_; }
  vec2 operator-() const [[hc]] [[cpu]] { return vec2(-x_, -y_); }
  static vec2 unit(int d) [[hc]] [[cpu]];
};
template <typename T>
vec2<T> vec2<T>::unit(int d) [[hc]] [[cpu]] {
  return d ? vec2(0, 1) : vec2(1, 0);
}
typedef vec2<float> vec2f;
}  // namespace geo
int main() {
  using geo::vec2f;
  std::vector<vec2f> p;
  for (int i = 0; i < 20; ++i) p.push_back(vec2f(i, 1));
  hc::array_view<vec2f> v(20, p);
  hc::array_view<float> r(20);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    vec2f q = v[i] + vec2f::unit(1);
    geo::vec2<int> k = q;
    if (-q < q)
      r[i] = dot(q, q) + k[1] + (q ? 0.5f : 0);
    else
      r[i] = -1;
    v[i] += q;
  }).wait();
  return r[3] == 9 + 4 + 2 + 0.5f && r[0] == -1 && v[4].x() == 8 ? 0 : 1;
}
