// The same on one core of the host.
#include "hydro.hpp"

#include <algorithm>

#include "flux.hpp"

void reflect_reference(const fields& f, int direction) {
  const int length = direction == 0 ? f.ny : f.nx;
  const int end = direction == 0 ? f.nx : f.ny;
  for (int ghost = 0; ghost < GHOSTS; ++ghost)
    for (int i = 0; i < length; ++i)
      for (int high = 0; high < 2; ++high) {
        const int from = high ? end - 1 - ghost : ghost;
        const int to = high ? end + ghost : -1 - ghost;
        conserved q = f.load(direction == 0 ? f.at(i, from) : f.at(from, i), direction);
        q.mu = -q.mu;
        f.store(direction == 0 ? f.at(i, to) : f.at(to, i), direction, q);
      }
}

void sweep_reference(const fields& from, const fields& to, double ratio, int direction) {
  const int step = direction == 0 ? 1 : from.stride();
  for (int y = 0; y < from.ny; ++y)
    for (int x = 0; x < from.nx; ++x) {
      const int i = from.at(y, x);
      conserved stencil[5];
      for (int k = 0; k < 5; ++k) stencil[k] = from.load(i + (k - 2) * step, direction);
      const conserved left = face_flux(stencil), right = face_flux(stencil + 1);
      conserved q = stencil[2];
      q.rho -= ratio * (right.rho - left.rho);
      q.mu -= ratio * (right.mu - left.mu);
      q.mv -= ratio * (right.mv - left.mv);
      q.e -= ratio * (right.e - left.e);
      to.store(i, direction, q);
    }
}

double max_speed_reference(const fields& f) {
  double largest = 0;
  for (int y = 0; y < f.ny; ++y)
    for (int x = 0; x < f.nx; ++x) largest = std::max(largest, wave_speed(f.load(f.at(y, x), 0)));
  return largest;
}
