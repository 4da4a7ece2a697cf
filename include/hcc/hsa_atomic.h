// The path by which programs for hcc name it, too.
#include "../hsa_atomic.h"
