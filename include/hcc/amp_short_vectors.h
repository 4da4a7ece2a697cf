// The path by which programs for hcc name it, too.
#include "../amp_short_vectors.h"
