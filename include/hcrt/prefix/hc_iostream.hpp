// What hcc precompiles for sources that begin so.
#include <hc.hpp>
#include <iostream>
