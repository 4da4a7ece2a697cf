#ifndef HYDRO_HPP
#define HYDRO_HPP

#include "mesh.hpp"

#define CFL 0.4

// timestep.cpp: the largest wave speed on the mesh, reduced in group memory.
class wave_speed_reducer {
 public:
  explicit wave_speed_reducer(hc::accelerator_view view, int groups = 32);
  ~wave_speed_reducer();
  double operator()(const fields& f);

 private:
  hc::accelerator_view av;
  int groups;
  double* partial;
  double* host;
};

// sweep.cpp: ghosts and one sweep; each kernel's future is the last one's successor.
hc::completion_future reflect(hc::accelerator_view av, const fields& f, int direction);
hc::completion_future sweep(hc::accelerator_view av, const fields& from, const fields& to, double ratio, int direction);

// reference.cpp
void reflect_reference(const fields& f, int direction);
void sweep_reference(const fields& from, const fields& to, double ratio, int direction);
double max_speed_reference(const fields& f);

#endif
