// device: opencl
// level: -O0
// Was: R[7 of 386] is -0, not 0: the driver truncates as floating point
// Idiomatic kernels, seed 204.
// flags: -ffp-contract=off -fwrapv -std=c++amp
#define IS_AMP 1
#include "idiomatic.hpp"

static bool k48() {  // strided_rounds
  auto A_d = filled<double>(386, 142158, 2);
  auto A_w = A_d;
  auto B_d = filled<double>(386, 896482, 0);
  auto B_w = B_d;
  auto R_d = filled<double>(386, 611072, 0);
  auto R_w = R_d;
  auto Q_d = filled<double>(5, 43254, 1);
  auto Q_w = Q_d;
  {
    array<double, 1> A(extent<1>(386), A_d.begin());
    array_view<double, 1> B(extent<1>(386), B_d);
    array_view<double, 1> R(386, R_d);
    array_view<double, 1> Q(extent<1>(5), Q_d);
    parallel_for_each(extent<1>(5), [=, &A](index<1> i) restrict(amp) {
      const int g0 = i[0];
      {
  double x = double(1);
  for (int k = 386 - 1 - g0; k >= 0; k -= 5) { x = larger<double>(x, B[k]); R[k] = double(whole<int>(A[k])); }
  Q[g0] = x;
}
    });
    R.synchronize();
    Q.synchronize();
  }
  {
    Rows<double, 1> A = {A_w.data(), {386}};
    Rows<double, 1> B = {B_w.data(), {386}};
    Rows<double, 1> R = {R_w.data(), {386}};
    Rows<double, 1> Q = {Q_w.data(), {5}};
    
    for (int b0 = 0; b0 < 5; ++b0)
    [&] {
    for (int l0 = 0; l0 < 1; ++l0)
    [&] { const int g0 = b0 * 1 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  double x = double(1);
  for (int k = 386 - 1 - g0; k >= 0; k -= 5) { x = larger<double>(x, B[k]); R[k] = double(whole<int>(A[k])); }
  Q[g0] = x;
}();
    }();
  }
  bool right = true;
  right &= same_values("k48", "R", R_d, R_w);
  right &= same_values("k48", "Q", Q_d, Q_w);
  return right;
}

int main(int argc, char** argv) { return check_all({{"k48", k48}}, argc, argv); }
