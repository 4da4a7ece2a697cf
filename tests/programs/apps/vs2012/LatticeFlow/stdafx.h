// stdafx.h : include file for standard system include files,
// or project specific include files that are used frequently, but
// are changed infrequently
//

#pragma once

#include "targetver.h"

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

#include <cstdio>
#include <cmath>
#include <tchar.h>
#include <iostream>
#include <string>
#include <vector>
#include <array>
#include <memory>
#include <sstream>
#include <future>
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>

#ifndef SAFE_DELETE
#define SAFE_DELETE(p)  { if (p) { delete (p); (p) = NULL; } }
#endif
