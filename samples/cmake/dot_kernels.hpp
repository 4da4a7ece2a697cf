#pragma once

#include <vector>

// The sum of the products of equal places, computed on the default accelerator.
double dot(const std::vector<double>& a, const std::vector<double>& b);
