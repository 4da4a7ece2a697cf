// rows: hc.captures.pointers
// A pointer to views means one object. Arrays of views are captured as such.
// ptx: none
#include <hc.hpp>

#include <array>

using namespace hc;

struct line {
  array_view<int> v;
  int n;
};
struct fill {
  array_view<int>* to;
  int* numbers;
  void operator()(index<1> i) const [[hc]] {
    to[1][i] = 1;  // expected-error {{'to' is a pointer to one object}}
    to[0][i] = numbers[1];
    const array_view<int> own[2] = {*to, *to};
    const array_view<int>* p = own;
    p[1][i] = 2;
    ++p;
  }
};
const extent<1> domain(4);

void wrong(array_view<int>* p, const array_view<int>* q, const line* lines, fill f, int n) {
  parallel_for_each(domain, [=](index<1> i) [[hc]] {
    p[1][i] = 1;                              // expected-error {{'p' is a pointer to one object}}
    for (int k = 0; k < n; ++k) q[k][i] = 1;  // expected-error {{'q' is a pointer to one object}}
    (*(q + n))[i] = 1;                        // expected-error {{'q' is a pointer to one object}}
    lines[n].v[i] = 1;                        // expected-error {{'lines' is a pointer to one object}}
    f.to[2][i] = 1;                           // expected-error {{'to' is a pointer to one object}}
  });
  parallel_for_each(domain, [=](index<1> i) mutable [[hc]] {
    ++p;     // expected-error {{'p' is a pointer to one object}}
    q += n;  // expected-error {{'q' is a pointer to one object}}
  });
  parallel_for_each(domain, f);
}

void right(array_view<int>* p, const array_view<int>* q, const line* lines, fill f, int n) {
  const array_view<int> all[2] = {p[0], p[1]};
  const std::array<array_view<int>, 2> both = {{q[0], q[1]}};
  parallel_for_each(domain, [=](index<1> i) [[hc]] {
    (*p)[i] = 1;
    p[0][i] = q->operator[](i);
    lines->v[i] = lines->n;
    for (int k = 0; k < 2; ++k) all[k][i] = both[k][i];
    array_view<int>* const* to = &p;
    (**to)[i] = n;
    const array_view<int>* own = all;
    own[1][i] = 2;
    if (f.to != nullptr && p != f.to) f.numbers[1] = 3;
  });
}

int main() { return 0; }
