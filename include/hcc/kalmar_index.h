// The path by which programs for hcc name it, too.
#include "../kalmar_index.h"
