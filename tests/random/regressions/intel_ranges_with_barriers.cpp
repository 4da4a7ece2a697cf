// device: opencl
// level: -O1
// Was: R[0 of 16] is 4294966336, not 4294966937
// Idiomatic kernels, seed 147.
// flags: -ffp-contract=off -fwrapv
#define IS_AMP 0
#include "idiomatic.hpp"

static bool k34() {  // hc_ranges_in_rounds
  auto A_d = filled<uchar>(16, 880402, 1);
  auto A_w = A_d;
  auto B_d = filled<unsigned>(16, 580762, 1);
  auto B_w = B_d;
  auto C_d = filled<int>(16, 853386, 0);
  auto C_w = C_d;
  auto R_d = filled<unsigned>(16, 228279, 0);
  auto R_w = R_d;
  auto Q_d = filled<int>(16, 809020, 0);
  auto Q_w = Q_d;
  {
    array<uchar, 1> A(extent<1>(16), A_d.begin());
    array_view<const unsigned, 1> B(extent<1>(16), B_d);
    array<int, 1> C(extent<1>(16), C_d.begin());
    array_view<unsigned, 1> R(extent<1>(16), R_d);
    array<int, 1> Q(extent<1>(16), Q_d.begin());
    parallel_for_each(extent<1>(16).tile(8), [=, &A, &C, &Q](tiled_index<1> t) [[hc]] {
      tile_static unsigned S[8];
      tile_static uchar V[8];
      tile_static int W[4];
      unsigned x = unsigned();
      uchar v = uchar();
      int q = int();
      const int l0 = t.local[0], g0 = t.global[0], b0 = t.tile[0];
      const int lid = l0;
      {
  // Switches over ranges that fall, in loops with barriers: by group memory for all, and each work-item's own.
  S[lid] = B[g0]; V[lid] = A[g0]; if (lid < 4) W[lid] = C[b0 * 8 + lid] & 31; x = B[(g0 + 3) % 16]; v = A[(16 - 1) - g0]; q = 0;
}
      t.barrier.wait();
      for (int turn = 0; turn < 4; ++turn) {
      switch (W[turn & 3] + turn) {
      case -3 ... 2: case 9: {
      {
  x = (unsigned)(S[lid] + x); q += 3;
}
      t.barrier.wait();
      {
  S[lid] = x;
}
      t.barrier.wait();
      }
      break; case 3 ... 8: {
      {
  switch ((schar)v) { case 0: q += 1; [[fallthrough]]; case 1 ... 9: x = unsigned(x + S[lid]); break; case 100 ... 127: if (q & 1) break; q += 2; case -20 ... -1: ++v; default: x = unsigned(x - unsigned(2)); }
}
      t.barrier.wait();
      {
  V[lid] = (uchar)(v + turn);
}
      t.barrier.wait();
      }
      continue; case 10 ... 15: case 20 ... 1000: {
      {
  q = q * 3 + (int)(V[(lid + 1) % 8] & 7); v = (uchar)(v * 2 - V[lid ^ 1]);
}
      t.barrier.wait();
      }
      break; default: if (W[0] & 1) {
      {
  int k = (int)(V[lid] & 31);
  do { switch (k) { case 0 ... 3: k += 5; continue; case 4: case 6 ... 7: k -= 9; break; case 8 ... 15: x = (unsigned)(-(unsigned)(x + x)); k -= 3; if (V[(lid + 2) % 8] > V[lid]) continue; [[fallthrough]]; case -8 ... -1: q += k; k += 2; if (q & 1) break; default: k >>= 1; q ^= 8; } q += 7; } while ((k & 3) != 1 && ++q % 16 != 0);
}
      t.barrier.wait();
      {
  if (q & 2) S[lid] = x;
}
      t.barrier.wait();
      }
      }
      {
  x = (unsigned)(larger<unsigned>((unsigned)(x >> (int(x) & 7)), (unsigned)(x | S[(lid + 1 + turn) % 8])) - unsigned(17));
}
      t.barrier.wait();
      {
  if (lid == 0) W[turn & 3] += 3;
}
      t.barrier.wait();
      }
      {
  R[g0] = unsigned(x + S[lid]); Q[g0] = q * 8 + (int)(v & 7) + (int)(V[lid ^ 1] & 7);
}
    });
    R.synchronize();
    copy(Q, Q_d.begin());
  }
  {
    Rows<uchar, 1> A = {A_w.data(), {16}};
    Rows<unsigned, 1> B = {B_w.data(), {16}};
    Rows<int, 1> C = {C_w.data(), {16}};
    Rows<unsigned, 1> R = {R_w.data(), {16}};
    Rows<int, 1> Q = {Q_w.data(), {16}};
    
    for (int b0 = 0; b0 < 2; ++b0)
    [&] {
    static unsigned S[8];
    static uchar V[8];
    static int W[4];
    static unsigned x_p[8];
    for (auto& x : x_p) x = unsigned();
    static uchar v_p[8];
    for (auto& x : v_p) x = uchar();
    static int q_p[8];
    for (auto& x : q_p) x = int();
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  // Switches over ranges that fall, in loops with barriers: by group memory for all, and each work-item's own.
  S[lid] = B[g0]; V[lid] = A[g0]; if (lid < 4) W[lid] = C[b0 * 8 + lid] & 31; x_p[lid] = B[(g0 + 3) % 16]; v_p[lid] = A[(16 - 1) - g0]; q_p[lid] = 0;
}();
    for (int turn = 0; turn < 4; ++turn) {
    switch (W[turn & 3] + turn) {
    case -3 ... 2: case 9: {
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  x_p[lid] = (unsigned)(S[lid] + x_p[lid]); q_p[lid] += 3;
}();
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  S[lid] = x_p[lid];
}();
    }
    break; case 3 ... 8: {
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  switch ((schar)v_p[lid]) { case 0: q_p[lid] += 1; [[fallthrough]]; case 1 ... 9: x_p[lid] = unsigned(x_p[lid] + S[lid]); break; case 100 ... 127: if (q_p[lid] & 1) break; q_p[lid] += 2; case -20 ... -1: ++v_p[lid]; default: x_p[lid] = unsigned(x_p[lid] - unsigned(2)); }
}();
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  V[lid] = (uchar)(v_p[lid] + turn);
}();
    }
    continue; case 10 ... 15: case 20 ... 1000: {
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  q_p[lid] = q_p[lid] * 3 + (int)(V[(lid + 1) % 8] & 7); v_p[lid] = (uchar)(v_p[lid] * 2 - V[lid ^ 1]);
}();
    }
    break; default: if (W[0] & 1) {
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  int k = (int)(V[lid] & 31);
  do { switch (k) { case 0 ... 3: k += 5; continue; case 4: case 6 ... 7: k -= 9; break; case 8 ... 15: x_p[lid] = (unsigned)(-(unsigned)(x_p[lid] + x_p[lid])); k -= 3; if (V[(lid + 2) % 8] > V[lid]) continue; [[fallthrough]]; case -8 ... -1: q_p[lid] += k; k += 2; if (q_p[lid] & 1) break; default: k >>= 1; q_p[lid] ^= 8; } q_p[lid] += 7; } while ((k & 3) != 1 && ++q_p[lid] % 16 != 0);
}();
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  if (q_p[lid] & 2) S[lid] = x_p[lid];
}();
    }
    }
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  x_p[lid] = (unsigned)(larger<unsigned>((unsigned)(x_p[lid] >> (int(x_p[lid]) & 7)), (unsigned)(x_p[lid] | S[(lid + 1 + turn) % 8])) - unsigned(17));
}();
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  if (lid == 0) W[turn & 3] += 3;
}();
    }
    for (int l0 = 0; l0 < 8; ++l0)
    [&] { const int g0 = b0 * 8 + l0, lid = l0; static_cast<void>(lid);
    const index<1> i(g0);
    static_cast<void>(i);
  R[g0] = unsigned(x_p[lid] + S[lid]); Q[g0] = q_p[lid] * 8 + (int)(v_p[lid] & 7) + (int)(V[lid ^ 1] & 7);
}();
    }();
  }
  bool right = true;
  right &= same_values("k34", "R", R_d, R_w);
  right &= same_values("k34", "Q", Q_d, Q_w);
  return right;
}

int main(int argc, char** argv) { return check_all({{"k34", k34}}, argc, argv); }

