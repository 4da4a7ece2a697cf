// rows: hc.language.virtual_functions
#include <hc.hpp>

#include "check.hpp"

// Objects of several classes behind pointers to their base: which class, only the kernel knows.
struct Shape {
  virtual float distance(float x, float y) const = 0;
  virtual int kind() const { return 0; }
  virtual ~Shape() {}
  float scale = 1;
};
struct Circle : Shape {
  Circle(float r) : radius(r) {}
  float distance(float x, float y) const override { return x * x + y * y - radius * radius; }
  int kind() const override { return 1; }
  float radius;
};
struct Box final : Shape {
  Box(float w, float h) : width(w), height(h) {}
  float distance(float x, float y) const override {
    return (x < 0 ? -x : x) - width + (y < 0 ? -y : y) - height;
  }
  float width, height;
};
struct Moved : Circle {
  Moved(float r, float by) : Circle(r), by(by) {}
  float distance(float x, float y) const override { return Circle::distance(x - by, y) * scale; }
  float by;
};

struct Left {
  virtual int left(int x) { return x + 1; }
};
struct Right {
  virtual int right(int x) { return x + 2; }
  int added = 4;
};
struct Both : Left, Right {
  int factor = 9;
  int left(int x) override { return x + factor; }
  int right(int x) override { return x * factor + added; }
};

float nearest(const Shape* const* shapes, float x, float y, int& kind) {
  float best = 1e30f;
  for (int n = 0; n < 3; ++n) {
    const float found = shapes[n]->distance(x, y);
    if (found < best) {
      best = found;
      kind = shapes[n]->kind();
    }
  }
  return best;
}

float drawn(float x, float y, int& kind) {
  Circle circle(3);
  Box box(1, 2);
  Moved moved(2, 5);
  moved.scale = 2;
  const Shape* all[] = {&circle, &box, &moved};
  return nearest(all, x, y, kind);
}

int bases(int x) {
  Both both;
  Right right;
  Left* left = &both;
  Right* chosen = x & 1 ? &both : &right;
  return left->left(x) + chosen->right(x);
}

int main() {
  const int n = 32;
  hc::array_view<float, 2> distances(n, n);
  hc::array_view<int, 2> kinds(n, n), sums(n, n);
  hc::parallel_for_each(kinds.get_extent().tile(8, 8), [=](hc::tiled_index<2> t) [[hc]] {
    int kind = -1;
    distances[t] = drawn(t.global[0] - 16.0f, t.global[1] - 16.0f, kind);
    t.barrier.wait();
    kinds[t] = kind;
    sums[t] = bases(t.global[0] * n + t.global[1]);
  });
  int wrong = 0;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      int kind = -1;
      const float distance = drawn(y - 16.0f, x - 16.0f, kind);
      wrong += distances(y, x) != distance || kinds(y, x) != kind || sums(y, x) != bases(y * n + x);
    }
  CHECK(wrong == 0);
  return failures();
}
