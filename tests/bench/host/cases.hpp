// The names of all kernels of everyday_hc.cpp and everyday_omp.cpp. Included by everyday.hpp, after its own.
#pragma once
#include "conditions.hpp"
#include "further.hpp"
#include "suites.hpp"

namespace everyday {

struct Case {
  const char* name;
  int (*run)(int repetitions);
};

constexpr Case cases[] = {{"running-sums", running_sums},
                          {"greatest", greatest},
                          {"matrix-vector", matrix_vector},
                          {"byte-products", byte_products},
                          {"words", words},
                          {"lengths", lengths},
                          {"products-of-four", products_of_four},
                          {"tridiagonal", tridiagonal},
                          {"sort-sixteen", sort_sixteen},
                          {"median", median},
                          {"distance-of-words", distance_of_words},
                          {"pool", pool},
                          {"life", life},
                          {"normal-numbers", normal_numbers},
                          {"hue", hue},
                          {"blend", blend},
                          {"matrices-by-value", matrices_by_value},
                          {"transformed", transformed},
                          {"cosines-of-rows", cosines_of_rows},
                          {"rotated", rotated},
                          {"quaternions", quaternions},
                          {"particles", particles},
                          {"sparse", sparse},
                          {"shortest-paths", shortest_paths},
                          {"at-most", at_most},
                          {"nearest", nearest},
                          {"nearest-of-eight", nearest_of_eight},
                          {"outer-product", outer_product},
                          {"sobel", sobel},
                          {"luminance", luminance},
                          {"gamma", gamma},
                          {"resized", resized},
                          {"hashed", hashed},
                          {"bits", bits},
                          {"noise", noise},
                          {"sums-of-tiles", sums_of_tiles},
                          {"greatest-of-tiles", greatest_of_tiles},
                          {"scan-of-tiles", scan_of_tiles},
                          {"sorted-tiles", sorted_tiles},
                          {"grid-stride", grid_stride},
                          {"pattern", pattern},
                          {"letters", letters},
                          {"matches", matches},
                          {"in-polygon", in_polygon},
                          {"lights", lights},
                          {"digits", digits},
                          {"green", green},
                          {"corners", corners},
                          {"hysteresis", hysteresis},
                          {"segments", segments},
                          {"segments-of-tiles", segments_of_tiles},
                          {"clusters", clusters},
                          {"motion", motion},
                          {"first-in-row", first_in_row},
                          {"counts-of-tiles", counts_of_tiles},
                          {"places-of-greatest", places_of_greatest},
                          {"doubling-scan", doubling_scan},
                          {"paths-in-tiles", paths_in_tiles},
                          {"products-of-rows", products_of_rows},
                          {"turned-tiles", turned_tiles},
                          {"heat-in-tiles", heat_in_tiles},
                          {"layers", layers},
                          {"bins", bins},
                          {"inside-a-circle", inside_a_circle},
                          {"step-of-paths", step_of_paths},
                          {"going-round", going_round}};

}  // namespace everyday
