// rows: hc.programs.whole
#include <cmath>
#include <hc.hpp>
#include <hc_am.hpp>
enum hcOrder { RowMajor, ColMajor };
enum hcTranspose { NoTrans = 'n', Trans = 't' };
#define TILESIZE 16
#define TILE_DIM 16
template <hcTranspose TA>
[[hc]] inline float loadA(const float* A, int i, int k, int lda) {
  return TA == NoTrans ? A[i + k * lda] : A[k + i * lda];
}
class Hcblaslibrary {
 public:
  Hcblaslibrary(hc::accelerator_view* av)
      : currentAcclView(*av), currentAccl(av->get_accelerator()), initialized(true) {}
  template <hcTranspose TA>
  int sgemm(hc::accelerator_view accl_view, int M, int N, int K, const float& alpha, const float* A,
            long aOffset, const float* B, float* C, const float& beta) {
    hc::extent<2> grdExt(((N - 1) / TILE_DIM + 1) * TILE_DIM, ((M - 1) / TILE_DIM + 1) * TILE_DIM);
    hc::tiled_extent<2> t_ext = grdExt.tile(TILESIZE, TILESIZE);
    hc::parallel_for_each(accl_view, t_ext,
                          [=](hc::tiled_index<2>& tidx) __attribute__((hc, cpu)) {
                            float CValue = 0;
                            int Row = tidx.tile[0] * TILE_DIM + tidx.local[0];
                            int Col = tidx.tile[1] * TILE_DIM + tidx.local[1];
                            tile_static float As[TILE_DIM][TILE_DIM];
                            tile_static float Bs[TILE_DIM][TILE_DIM];
                            for (int k = 0; k < (TILE_DIM + K - 1) / TILE_DIM; k++) {
                              int kk = k * TILE_DIM + tidx.local[0], kb = k * TILE_DIM + tidx.local[1];
                              As[tidx.local[0]][tidx.local[1]] =
                                  kk < K && Col < M ? loadA<TA>(A + aOffset, Col, kk, TA == NoTrans ? M : K)
                                                    : 0;
                              Bs[tidx.local[0]][tidx.local[1]] = kb < K && Row < N ? B[kb + Row * K] : 0;
                              tidx.barrier.wait();
                              for (int n = 0; n < TILE_DIM; ++n)
                                CValue += As[n][tidx.local[1]] * Bs[tidx.local[0]][n];
                              tidx.barrier.wait();
                            }
                            if (Row < N && Col < M) {
                              C[Row * M + Col] *= beta;
                              C[Row * M + Col] += CValue * alpha;
                            }
                          })
#ifdef __CPU_SYNC__
        ;
#else
        .wait();
#endif
    return 0;
  }
  hc::accelerator_view currentAcclView;
  hc::accelerator currentAccl;
  bool initialized = false;
};
int main() {
  hc::accelerator acc;
  hc::accelerator_view av = acc.get_default_view();
  Hcblaslibrary hcb(&av);
  const int M = 37, N = 29, K = 41;
  std::vector<float> a(M * K), b(K * N), c(M * N, 1), ref(c);
  for (int i = 0; i < M * K; ++i) a[i] = i % 11 - 5;
  for (int i = 0; i < K * N; ++i) b[i] = i % 7 - 3;
  float* da = hc::am_alloc(sizeof(float) * a.size(), acc, 0);
  float* db = hc::am_alloc(sizeof(float) * b.size(), acc, 0);
  float* dc = hc::am_alloc(sizeof(float) * c.size(), acc, 0);
  av.copy(a.data(), da, 4 * a.size());
  av.copy(b.data(), db, 4 * b.size());
  av.copy(c.data(), dc, 4 * c.size());
  hcb.sgemm<NoTrans>(av, M, N, K, 2.f, da, 0, db, dc, 0.5f);
  av.copy(dc, c.data(), 4 * c.size());
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < M; ++i) {
      float s = 0;
      for (int k = 0; k < K; ++k) s += a[i + k * M] * b[k + j * K];
      if (std::fabs(c[j * M + i] - (s * 2 + .5f)) > 1e-2) return 1;
    }
  hc::am_free(da);
  hc::am_free(db);
  hc::am_free(dc);
  return 0;
}
