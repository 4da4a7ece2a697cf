#include <ppl.h>
