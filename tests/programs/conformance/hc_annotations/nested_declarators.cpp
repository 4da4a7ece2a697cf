// rows: hc.annotations.positions
#include <hc.hpp>

#include "check.hpp"

struct matrix {
  float cells[3][3];
  float (&operator[](int i) [[cpu, hc]])[3] { return cells[i]; }
  const float (&row(int i) const __attribute__((hc, cpu)))[3] { return cells[i]; }
};
int (&pick(int (&rows)[2][4], int i) [[hc]])[4] { return rows[i]; }
template <typename T>
T (&any(T (&rows)[2][4], int i) __attribute__((hc)))[4] {
  return rows[i];
}

int main() {
  matrix given = {};
  given[1][1] = 3;
  hc::array_view<float> out(3);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    matrix own = given;
    own[0][0] = 2;
    int rows[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    out[0] = own[0][0] + own.row(1)[1];
    out[1] = static_cast<float>(pick(rows, 1)[3]);
    out[2] = static_cast<float>(any(rows, 1)[0]);
  });
  CHECK(out[0] == 5);
  CHECK(out[1] == 8);
  CHECK(out[2] == 5);
  return failures();
}
