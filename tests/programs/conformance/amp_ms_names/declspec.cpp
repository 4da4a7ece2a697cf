// rows: amp.ms.names.declspec
#include <amp.h>
#include <stddef.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

__declspec(align(16)) struct Vertex {
  float x, y, z;
};
extern "C" __declspec(dllexport) int exported(int x) { return x + 1; }
__declspec(selectany) int chosen = 4;
__declspec(deprecated("use exported")) int old(int x);
__declspec(thread) int own = 2;
class __declspec(novtable) Shape {
 public:
  virtual int sides() const = 0;
};
class Box : public Shape {
 public:
  __declspec(property(get = GetSides, put = PutSides)) int Sides;
  int GetSides() const { return sides_; }
  void PutSides(int n) { sides_ = n; }
  int sides() const override { return sides_; }

 private:
  int sides_ = 4;
};

int main() {
  std::vector<Vertex> data(8);
  array_view<Vertex> view(8, data);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        view[i].x = 1;
        view[i].z = static_cast<float>(i[0]);
      });
  view.synchronize();
  Box box;
  box.Sides = 6;
  CHECK(sizeof(Vertex) == 16 && alignof(Vertex) == 16 && data[7].z == 7);
  CHECK(exported(1) == 2 && chosen == 4 && own == 2 && box.Sides == 6 && box.sides() == 6);
  return failures();
}
