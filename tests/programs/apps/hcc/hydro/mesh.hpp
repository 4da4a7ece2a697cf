#ifndef MESH_HPP
#define MESH_HPP

#include <hc.hpp>
#include <hc_am.hpp>

#include <vector>

#include "eos.hpp"

#define GHOSTS 2

// The fields of a mesh as raw pointers: copied by value into kernels.
struct fields {
  double* rho;
  double* mx;
  double* my;
  double* e;
  int nx, ny;  // cells without the ghosts

  int stride() const [[hc, cpu]] { return nx + 2 * GHOSTS; }
  int at(int y, int x) const [[hc, cpu]] { return (y + GHOSTS) * stride() + x + GHOSTS; }
  size_t cells() const [[hc, cpu]] { return size_t(stride()) * (ny + 2 * GHOSTS); }

  // direction 0 sweeps along x, direction 1 along y
  conserved load(int i, int direction) const [[hc, cpu]] {
    conserved q;
    q.rho = rho[i];
    q.mu = direction == 0 ? mx[i] : my[i];
    q.mv = direction == 0 ? my[i] : mx[i];
    q.e = e[i];
    return q;
  }

  void store(int i, int direction, const conserved& q) const [[hc, cpu]] {
    rho[i] = q.rho;
    (direction == 0 ? mx : my)[i] = q.mu;
    (direction == 0 ? my : mx)[i] = q.mv;
    e[i] = q.e;
  }
};

// Owns the fields in the accelerator's memory.
class device_mesh {
 public:
  device_mesh(hc::accelerator acc, int nx, int ny);
  ~device_mesh();

  fields& get() { return f; }
  hc::completion_future upload(hc::accelerator_view av, const fields& host);
  hc::completion_future download(hc::accelerator_view av, const fields& host) const;

 private:
  device_mesh(const device_mesh&) = delete;
  device_mesh& operator=(const device_mesh&) = delete;
  fields f;
};

// Owns the fields in the host's memory.
class host_mesh {
 public:
  host_mesh(int nx, int ny);
  fields& get() { return f; }
  const fields& get() const { return f; }
  void set_blast();
  double total(const double* values) const;

 private:
  std::vector<double> storage;
  fields f;
};

#endif
