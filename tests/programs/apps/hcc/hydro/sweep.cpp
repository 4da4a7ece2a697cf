#include "hydro.hpp"

#include "flux.hpp"

// Mirrors two rows of cells at the mesh's two ends; the velocity through the wall changes its sign.
hc::completion_future reflect(hc::accelerator_view av, const fields& f, int direction) {
  const int length = direction == 0 ? f.ny : f.nx;
  const int end = direction == 0 ? f.nx : f.ny;
  hc::extent<2> ext(2 * GHOSTS, length);
  return hc::parallel_for_each(av, ext, [=](hc::index<2> idx) [[hc]] {
    const int ghost = idx[0] / 2;
    const bool high = idx[0] % 2;
    const int from = high ? end - 1 - ghost : ghost;
    const int to = high ? end + ghost : -1 - ghost;
    const int source = direction == 0 ? f.at(idx[1], from) : f.at(from, idx[1]);
    const int target = direction == 0 ? f.at(idx[1], to) : f.at(to, idx[1]);
    conserved q = f.load(source, direction);
    q.mu = -q.mu;
    f.store(target, direction, q);
  });
}

hc::completion_future sweep(hc::accelerator_view av, const fields& from, const fields& to, double ratio,
                            int direction) {
  const int step = direction == 0 ? 1 : from.stride();
  hc::extent<2> ext(from.ny, from.nx);
  return hc::parallel_for_each(av, ext.tile(4, 32), [=](hc::tiled_index<2> t) [[hc]] {
    const int i = from.at(t.global[0], t.global[1]);
    conserved stencil[5];
    for (int k = 0; k < 5; ++k) stencil[k] = from.load(i + (k - 2) * step, direction);
    const conserved left = face_flux(stencil);
    const conserved right = face_flux(stencil + 1);
    conserved q = stencil[2];
    q.rho -= ratio * (right.rho - left.rho);
    q.mu -= ratio * (right.mu - left.mu);
    q.mv -= ratio * (right.mv - left.mv);
    q.e -= ratio * (right.e - left.e);
    to.store(i, direction, q);
  });
}
