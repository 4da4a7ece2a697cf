// device: opencl
// level: -O0
// Was: Q[0 of 1] is 11436.348347530662, not 11436.348347530697: the driver adds in another order
// Idiomatic kernels, seed 200.
// flags: -ffp-contract=off -fwrapv -std=c++amp
#define IS_AMP 1
#include "idiomatic.hpp"

static bool k50() {  // rounds_of_groups
  auto A_d = filled<double>(385, 96242, 1);
  auto A_w = A_d;
  auto B_d = filled<double>(385, 888379, 0);
  auto B_w = B_d;
  auto R_d = filled<double>(385, 247043, 0);
  auto R_w = R_d;
  auto Q_d = filled<double>(1, 219519, 0);
  auto Q_w = Q_d;
  {
    array_view<const double, 1> A(385, A_d);
    array<double, 1> B(extent<1>(385), B_d.begin());
    array_view<double, 1> R(extent<1>(385), R_d);
    array_view<double, 1> Q(1, Q_d);
    parallel_for_each(extent<1>(1).tile<1>(), [=, &B](tiled_index<1> t) restrict(amp) {
      const int l0 = t.local[0], g0 = t.global[0], b0 = t.tile[0];
      const int lid = l0;
      {
  double x = double(1);
  for (unsigned k = g0; k < 385u; k += 1u) { if (A[k] > double(9)) continue; R[k] = (((int(2) & 3) == 1) ? A[k] : B[k]); x = x + B[k]; }
  Q[g0] = x;
}
      t.barrier.wait();
      {
  for (int k = lid; k < 385; k += 1) R[k] = (double(float(Q[(k + 1) % 1])) / M::sqrt(M::fabs(Q[(k + 1) % 1])));
}
      t.barrier.wait();
      {
  double y = Q[g0];
  for (int k = lid * 3; k < 385 - 2; k += 1 * 3) { y = y + R[k]; y = y + R[k + 2]; }
  Q[g0] = y;
}
    });
    R.synchronize();
    Q.synchronize();
  }
  {
    Rows<double, 1> A = {A_w.data(), {385}};
    Rows<double, 1> B = {B_w.data(), {385}};
    Rows<double, 1> R = {R_w.data(), {385}};
    Rows<double, 1> Q = {Q_w.data(), {1}};
    
    for (int b0 = 0; b0 < 1; ++b0)
    [&] {
    for (int l0 = 0; l0 < 1; ++l0)
    [&] { const int g0 = b0 * 1 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  double x = double(1);
  for (unsigned k = g0; k < 385u; k += 1u) { if (A[k] > double(9)) continue; R[k] = (((int(2) & 3) == 1) ? A[k] : B[k]); x = x + B[k]; }
  Q[g0] = x;
}();
    for (int l0 = 0; l0 < 1; ++l0)
    [&] { const int g0 = b0 * 1 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  for (int k = lid; k < 385; k += 1) R[k] = (double(float(Q[(k + 1) % 1])) / M::sqrt(M::fabs(Q[(k + 1) % 1])));
}();
    for (int l0 = 0; l0 < 1; ++l0)
    [&] { const int g0 = b0 * 1 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  double y = Q[g0];
  for (int k = lid * 3; k < 385 - 2; k += 1 * 3) { y = y + R[k]; y = y + R[k + 2]; }
  Q[g0] = y;
}();
    }();
  }
  bool right = true;
  right &= same_values("k50", "R", R_d, R_w);
  right &= same_values("k50", "Q", Q_d, Q_w);
  return right;
}

int main(int argc, char** argv) { return check_all({{"k50", k50}}, argc, argv); }
