#include "mesh.hpp"

#include <cstdio>
#include <cstdlib>

static double* allocate(hc::accelerator& acc, size_t count) {
  double* p = hc::am_alloc(count * sizeof(double), acc, 0);
  if (p == nullptr) {
    std::fprintf(stderr, "am_alloc of %zu doubles failed\n", count);
    std::exit(EXIT_FAILURE);
  }
  return p;
}

device_mesh::device_mesh(hc::accelerator acc, int nx, int ny) {
  f.nx = nx;
  f.ny = ny;
  f.rho = allocate(acc, f.cells());
  f.mx = allocate(acc, f.cells());
  f.my = allocate(acc, f.cells());
  f.e = allocate(acc, f.cells());
}

device_mesh::~device_mesh() {
  hc::am_free(f.rho);
  hc::am_free(f.mx);
  hc::am_free(f.my);
  hc::am_free(f.e);
}

hc::completion_future device_mesh::upload(hc::accelerator_view av, const fields& host) {
  const size_t bytes = f.cells() * sizeof(double);
  std::vector<hc::completion_future> copies;
  copies.push_back(av.copy_async(host.rho, f.rho, bytes));
  copies.push_back(av.copy_async(host.mx, f.mx, bytes));
  copies.push_back(av.copy_async(host.my, f.my, bytes));
  copies.push_back(av.copy_async(host.e, f.e, bytes));
  return av.create_blocking_marker(copies.begin(), copies.end());
}

hc::completion_future device_mesh::download(hc::accelerator_view av, const fields& host) const {
  const size_t bytes = f.cells() * sizeof(double);
  av.copy_async(f.rho, host.rho, bytes);
  av.copy_async(f.mx, host.mx, bytes);
  av.copy_async(f.my, host.my, bytes);
  av.copy_async(f.e, host.e, bytes);
  return av.create_marker();
}

host_mesh::host_mesh(int nx, int ny) {
  f.nx = nx;
  f.ny = ny;
  storage.assign(4 * f.cells(), 0.0);
  f.rho = storage.data();
  f.mx = f.rho + f.cells();
  f.my = f.mx + f.cells();
  f.e = f.my + f.cells();
}

// High pressure in a disc off the centre.
void host_mesh::set_blast() {
  for (int y = -GHOSTS; y < f.ny + GHOSTS; ++y)
    for (int x = -GHOSTS; x < f.nx + GHOSTS; ++x) {
      const double dx = (x + 0.5) / f.nx - 0.4, dy = (y + 0.5) / f.ny - 0.55;
      const bool inside = dx * dx + dy * dy < 0.04;
      const primitive w = {inside ? 1.0 : 0.125, 0.0, 0.0, inside ? 1.0 : 0.1};
      f.store(f.at(y, x), 0, to_conserved(w));
    }
}

double host_mesh::total(const double* values) const {
  double sum = 0;
  for (int y = 0; y < f.ny; ++y)
    for (int x = 0; x < f.nx; ++x) sum += values[f.at(y, x)];
  return sum;
}
