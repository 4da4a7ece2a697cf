// What hcc precompiles for sources that begin so.
#include <amp.h>
#include <hc.hpp>
#include <iostream>
