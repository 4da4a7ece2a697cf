// rows: amp.2.1.trailing_return
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct matrix {
  float cells[3][3];
  float (&operator[](int i) restrict(cpu, amp))[3];
  const float (&row(int i) const restrict(cpu, amp))[3] { return cells[i]; }
};
float (&matrix::operator[](int i) restrict(cpu, amp))[3] { return cells[i]; }

int (&pick(int (&rows)[2][4], int i) restrict(amp))[4] { return rows[i]; }
int (*pointer(int (&rows)[2][4], int i) restrict(cpu, amp))[4] { return rows + i; }
template <typename T, int N>
T (&either(T (&rows)[2][N], int i) restrict(amp))[N] {
  return rows[i];
}
template <typename T, int N>
T (&either(T (&rows)[2][N], int i) restrict(cpu))[N] {
  return rows[1 - i];
}
int one(int x) { return x + 1; }
int (*function(int) restrict(cpu))(int) restrict(cpu) { return one; }
float (matrix::*member(int) restrict(cpu))[3][3] { return &matrix::cells; }

int main() {
  matrix given = {};
  given[1][1] = 3;
  array_view<float> out(5);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    matrix own = given;
    own[0][0] = 2;
    int rows[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    out[0] = own[0][0] + own.row(1)[1];
    out[1] = static_cast<float>(pick(rows, 1)[3]);
    out[2] = static_cast<float>((*pointer(rows, 1))[2]);
    out[3] = static_cast<float>(either(rows, 1)[0]);
  });
  CHECK(out[0] == 5);
  CHECK(out[1] == 8);
  CHECK(out[2] == 7);
  CHECK(out[3] == 5);
  int rows[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  CHECK(either(rows, 1)[0] == 1);
  CHECK((*pointer(rows, 1))[0] == 5);
  CHECK(function(0)(4) == 5);
  CHECK((given.*member(0))[1][1] == 3);
  return failures();
}
