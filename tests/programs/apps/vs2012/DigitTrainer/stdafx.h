// stdafx.h : include file for standard system include files,
// or project specific include files that are used frequently, but
// are changed infrequently
//

#pragma once

#include "targetver.h"

#define _USE_MATH_DEFINES
#define NOMINMAX
#include <stdio.h>
#include <tchar.h>
#include <windows.h>
#include <math.h>
#include <crtdbg.h>

#include <amp.h>
#include <amp_math.h>
#include <ppl.h>

#include <algorithm>
#include <iostream>
#include <iomanip>
#include <memory>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace std;
using namespace concurrency;
