// stdafx.h : include file for standard system include files,
// or project specific include files that are used frequently, but
// are changed infrequently
//

#pragma once

#include "targetver.h"

#include <stdio.h>
#include <tchar.h>
#include <windows.h>
#include <math.h>

#include <iostream>
#include <iomanip>
#include <vector>
#include <string>
#include <memory>
#include <algorithm>
#include <assert.h>

#include <amp.h>
#include <amp_math.h>
#include <amp_short_vectors.h>
#include <ppl.h>
