// The path by which programs for hcc name it, too.
#include "../hcc_features.hpp"
