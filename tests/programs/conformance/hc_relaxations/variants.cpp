// rows: hc.language.variants
#include <hc.hpp>

#include <variant>
#include <vector>

#include "check.hpp"

struct Circle {
  float radius;
};
struct Square {
  float side;
};
struct Rectangle {
  float width, height;
};
using Shape = std::variant<Circle, Square, Rectangle>;

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

float area(const Shape& shape) {
  return std::visit(Overloaded{[](const Circle& c) { return c.radius * c.radius * 3; },
                               [](const Square& s) { return s.side * s.side; },
                               [](const Rectangle& r) { return r.width * r.height; }},
                    shape);
}

// More than one variant: libstdc++ has a table of functions for these.
int together(const Shape& a, const Shape& b) {
  return std::visit([](auto& p, auto& q) { return int(sizeof(p) * 10 + sizeof(q)); }, a, b);
}

int asked(Shape shape, int x) {
  if (x & 1) shape = Square{float(x)};
  int found = int(shape.index());
  if (const auto* square = std::get_if<Square>(&shape)) found += 10 * int(square->side);
  if (std::holds_alternative<Circle>(shape)) found += 1000 * int(std::get<Circle>(shape).radius);
  return found;
}

int main() {
  const int n = 60;
  std::vector<Shape> shapes;
  for (int x = 0; x < n; ++x) {
    shapes.push_back(Circle{x * 0.5f});
    if (x % 3 == 1) shapes.back() = Square{float(x)};
    if (x % 3 == 2) shapes.back() = Rectangle{float(x), 2};
  }
  hc::array_view<const Shape> all(n, shapes);
  hc::array_view<float> areas(n);
  hc::array_view<int, 2> v(2, n);
  hc::parallel_for_each(areas.get_extent(), [=](hc::index<1> i) [[hc]] {
    areas[i] = area(all[i]);
    v(0, i[0]) = together(all[i], all[(i[0] + 1) % n]);
    v(1, i[0]) = asked(all[i], i[0]);
  });
  int wrong = 0;
  for (int x = 0; x < n; ++x) {
    wrong += areas[x] != area(shapes[x]) || v(0, x) != together(shapes[x], shapes[(x + 1) % n]);
    wrong += v(1, x) != asked(shapes[x], x);
  }
  CHECK(wrong == 0);
  return failures();
}
