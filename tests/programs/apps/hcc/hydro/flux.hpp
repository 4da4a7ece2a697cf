#ifndef FLUX_HPP
#define FLUX_HPP

#include "eos.hpp"

// The flux through the face between two cells, by HLL's solver; values are reconstructed with
// minmod slopes from two cells on either side.
conserved face_flux(const conserved stencil[4]) [[hc, cpu]];

// The larger of the two wave speeds of a cell.
double wave_speed(const conserved& q) [[hc, cpu]];

#endif
