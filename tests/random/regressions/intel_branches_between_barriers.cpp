// device: opencl
// level: -O2
// Was: stores into a private struct go elsewhere, or end the process
// Idiomatic kernels: 30 branches between two barriers that store to a struct with two arrays.
// flags: -ffp-contract=off -fwrapv
#define IS_AMP 0
#include "idiomatic.hpp"

  // Large private memory, kept over barriers, and a long body with a chain of questions.
  struct Blockk3 { uchar v[16]; short order[16]; struct { uchar x; uchar c; } cells[9]; };
  #define STEPk3(k, row, box) if ((I[(g0 + k) % 16] & 3) == (k & 3)) { x = (uchar)(row[k % 64] << (int(x) & 7)); row[(k * 7) % 64] = y; } else { y = uchar(y + box.v[k % 16]); box.order[k % 16] = short(k); box.v[(k + 1) % 16] = x; }
  #define STEPSk3(k, row, box) STEPk3(k, row, box) STEPk3(k + 1, row, box) STEPk3(k + 2, row, box) STEPk3(k + 3, row, box) STEPk3(k + 4, row, box)
static bool k3() {  // hc_large
  auto A_d = filled<uchar>(16, 957661, 0);
  auto A_w = A_d;
  auto I_d = filled<int>(16, 625645, 1);
  auto I_w = I_d;
  auto R_d = filled<uchar>(16, 111474, 0);
  auto R_w = R_d;
  auto Q_d = filled<int>(16, 676249, 2);
  auto Q_w = Q_d;
  {
    array_view<const uchar, 1> A(extent<1>(16), A_d);
    array_view<const int, 1> I(extent<1>(16), I_d);
    array_view<uchar, 1> R(extent<1>(16), R_d);
    array<int, 1> Q(extent<1>(16), Q_d.begin());
    parallel_for_each(extent<1>(16).tile(8), [=, &Q](tiled_index<1> t) [[hc]] {
      tile_static uchar S[8];
      uchar row[64];
      Blockk3 box = Blockk3();
      const int l0 = t.local[0], g0 = t.global[0], b0 = t.tile[0];
      const int lid = l0;
      {
  for (int k = 0; k < 64; ++k) row[k] = uchar(A[(g0 + k) % 16] + uchar(k & 7));
  for (int k = 0; k < 16; ++k) { box.v[k] = A[(g0 * 3 + k) % 16]; box.order[k] = short(16 - k); } for (auto& c : box.cells) { c.x = uchar(2); c.c = uchar(lid); }
  S[lid] = A[g0];
}
      t.barrier.wait_with_all_memory_fence();
      for (int turn = 0; turn < 1; ++turn) {
      {
  uchar x = S[(lid + 1) % 8], y = row[(unsigned)I[g0] % 64u];
  STEPSk3(0, row, box) STEPSk3(5, row, box) STEPSk3(10, row, box) STEPSk3(15, row, box) STEPSk3(20, row, box) STEPSk3(25, row, box)
  box.cells[(unsigned)I[g0] % (sizeof box.cells / sizeof box.cells[0])].x = x; box.cells[0].c += 3;
  row[turn] = y;
}
      t.barrier.wait_with_all_memory_fence();
      {
  S[lid] = uchar(S[lid] + row[0] + box.v[lid % 16]);
}
      t.barrier.wait_with_all_memory_fence();
      }
      {
  uchar h = S[8 - 1 - lid]; int q = 0;
  for (int k = 0; k < 64; k += 5) h = uchar(h * uchar(3) + row[k]);
  for (int k = 0; k < 16; ++k) { h = uchar(h - box.v[k]); q = q * 3 + box.order[k]; } for (auto& c : box.cells) { h = uchar(h + c.x); q += c.c; }
  R[g0] = h; Q[g0] = q;
}
    });
    R.synchronize();
    copy(Q, Q_d.begin());
  }
  {
    Rows<uchar, 1> A = {A_w.data(), {16}};
    Rows<int, 1> I = {I_w.data(), {16}};
    Rows<uchar, 1> R = {R_w.data(), {16}};
    Rows<int, 1> Q = {Q_w.data(), {16}};
    
    for (int b0 = 0; b0 < 2; ++b0)
    [&] {
    static uchar S[8];
    static uchar row_p[8][64];
    static Blockk3 box_p[8];
    for (auto& x : box_p) x = Blockk3();
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  for (int k = 0; k < 64; ++k) row_p[lid][k] = uchar(A[(g0 + k) % 16] + uchar(k & 7));
  for (int k = 0; k < 16; ++k) { box_p[lid].v[k] = A[(g0 * 3 + k) % 16]; box_p[lid].order[k] = short(16 - k); } for (auto& c : box_p[lid].cells) { c.x = uchar(2); c.c = uchar(lid); }
  S[lid] = A[g0];
}();
    for (int turn = 0; turn < 1; ++turn) {
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  uchar x = S[(lid + 1) % 8], y = row_p[lid][(unsigned)I[g0] % 64u];
  STEPSk3(0, row_p[lid], box_p[lid]) STEPSk3(5, row_p[lid], box_p[lid]) STEPSk3(10, row_p[lid], box_p[lid]) STEPSk3(15, row_p[lid], box_p[lid]) STEPSk3(20, row_p[lid], box_p[lid]) STEPSk3(25, row_p[lid], box_p[lid])
  box_p[lid].cells[(unsigned)I[g0] % (sizeof box_p[lid].cells / sizeof box_p[lid].cells[0])].x = x; box_p[lid].cells[0].c += 3;
  row_p[lid][turn] = y;
}();
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  S[lid] = uchar(S[lid] + row_p[lid][0] + box_p[lid].v[lid % 16]);
}();
    }
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  uchar h = S[8 - 1 - lid]; int q = 0;
  for (int k = 0; k < 64; k += 5) h = uchar(h * uchar(3) + row_p[lid][k]);
  for (int k = 0; k < 16; ++k) { h = uchar(h - box_p[lid].v[k]); q = q * 3 + box_p[lid].order[k]; } for (auto& c : box_p[lid].cells) { h = uchar(h + c.x); q += c.c; }
  R[g0] = h; Q[g0] = q;
}();
    }();
  }
  bool right = true;
  right &= same_values("k3", "R", R_d, R_w);
  right &= same_values("k3", "Q", Q_d, Q_w);
  return right;
}

int main(int argc, char** argv) { return check_all({{"k3", k3}}, argc, argv); }
