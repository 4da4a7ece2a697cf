#ifndef EOS_HPP
#define EOS_HPP

// Ideal gas. Defined in eos.cpp for both sides.

struct primitive {
  double rho;  // density
  double u;    // velocity along the sweep
  double v;    // velocity across the sweep
  double p;    // pressure
};

struct conserved {
  double rho;
  double mu;  // momentum along the sweep
  double mv;
  double e;  // total energy per volume
};

double eos_pressure(double rho, double internal) __attribute__((hc, cpu));
double eos_sound_speed(double rho, double p) __attribute__((hc, cpu));
double eos_energy(const primitive& w) __attribute__((hc, cpu));

primitive to_primitive(const conserved& q) [[hc, cpu]];
conserved to_conserved(const primitive& w) [[hc, cpu]];

#endif
