// The path by which programs for hcc name it, too.
#include "../hc_short_vector.hpp"
