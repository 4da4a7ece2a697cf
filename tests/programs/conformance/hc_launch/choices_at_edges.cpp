// rows: hc.programs.whole
#include <hc.hpp>
#include <vector>

// Where a work-item reads depends on its place: pictures that end, that go round and that are mirrored.
struct Picture {
  const float* data;
  int w, h, low, high;

  float at(int y, int x) const [[cpu, hc]] { return data[y * w + x]; }

  float ends(int y, int x) const [[cpu, hc]] {
    return (x > 0 ? at(y, x - 1) : at(y, x)) + 2 * (x < w - 1 ? at(y, x + 1) : at(y, x)) +
           3 * (y > 0 ? at(y - 1, x) : at(y, x)) + 5 * (y < h - 1 ? at(y + 1, x) : at(y, x));
  }
  float goes_round(int y, int x) const [[cpu, hc]] {
    const int left = x == 0 ? w - 1 : x - 1, right = x == w - 1 ? 0 : x + 1;
    const int up = y == 0 ? h - 1 : y - 1, down = y == h - 1 ? 0 : y + 1;
    return at(y, left) + 2 * at(y, right) + 3 * at(up, x) + 5 * at(down, x);
  }
  float is_mirrored(int y, int x) const [[cpu, hc]] {
    const int left = x > 0 ? x - 1 : w / 2, right = x < w - 1 ? x + 1 : (w - 1) / 2;
    const int up = y > 0 ? y - 1 : h / 2;
    return at(y, left) + 2 * at(y, right) + 3 * at(up, right);
  }
  float in_halves(int y, int x) const [[cpu, hc]] {
    const float* const row = x < w / 2 ? data : data + y * w;
    return row[x] + (unsigned(x - low) < unsigned(high) ? row[unsigned(x - low) % unsigned(w)] : row[0]);
  }
  float in_a_part(int y, int x) const [[cpu, hc]] {
    const bool is_inside = x >= low && x <= high && y != low;
    return data[is_inside ? y * w + x : x < low ? 0 : w * h - 1] + data[(y == high || x == high) ? 0 : x];
  }
  float all(int y, int x) const [[cpu, hc]] {
    return ends(y, x) + 7 * goes_round(y, x) + 11 * is_mirrored(y, x) + 13 * in_halves(y, x) +
           17 * in_a_part(y, x);
  }
};

template <class Body>
bool is_right(const Picture& p, Body body) {
  std::vector<float> out(p.w * p.h);
  float* const to = out.data();
  const Picture picture = p;
  const hc::array_view<const float> in(p.w * p.h, p.data);
  const hc::array_view<float> result(p.w * p.h, out);
  hc::parallel_for_each(hc::extent<2>(p.h, p.w), [=](hc::index<2> i) [[hc]] {
    Picture there = picture;
    there.data = &in[0];
    result[i[0] * picture.w + i[1]] = body(there, i[0], i[1]);
  }).wait();
  result.synchronize();
  for (int y = 0; y < p.h; ++y)
    for (int x = 0; x < p.w; ++x)
      if (to[y * p.w + x] != body(p, y, x)) return false;
  return true;
}

int main() {
  for (int w : {1, 2, 7, 16, 33, 100, 517})
    for (int h : {1, 2, 9}) {
      std::vector<float> numbers(w * h);
      for (int i = 0; i < w * h; ++i) numbers[i] = float(i * 37 % 61);
      for (int low : {-3, 0, 1, 20})
        for (int high : {0, 6, 31, w - 1}) {
          const Picture p = {numbers.data(), w, h, low, high};
          if (!is_right(p, [](const Picture& q, int y, int x) [[cpu, hc]] { return q.ends(y, x); })) return 1;
          if (!is_right(p, [](const Picture& q, int y, int x) [[cpu, hc]] { return q.goes_round(y, x); }))
            return 2;
          if (!is_right(p, [](const Picture& q, int y, int x) [[cpu, hc]] { return q.is_mirrored(y, x); }))
            return 3;
          if (!is_right(p, [](const Picture& q, int y, int x) [[cpu, hc]] { return q.in_halves(y, x); }))
            return 4;
          if (!is_right(p, [](const Picture& q, int y, int x) [[cpu, hc]] { return q.in_a_part(y, x); }))
            return 5;
          if (!is_right(p, [](const Picture& q, int y, int x) [[cpu, hc]] { return q.all(y, x); })) return 6;
        }
    }
  return 0;
}
