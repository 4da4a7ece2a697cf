#pragma once

#include "targetver.h"

#include <stdio.h>
#include <tchar.h>

// STL
#include <vector>
#include <iostream>
#include <iomanip>
#include <string>
#include <sstream>
#include <numeric>
#include <random>
#include <future>
#include <memory>

// C++ AMP
#include <amp.h>
#include <amp_math.h>

// PPL
#include <ppl.h>
#include <concurrent_vector.h>

using namespace concurrency;
