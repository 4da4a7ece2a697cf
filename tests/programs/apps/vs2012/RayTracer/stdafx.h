#pragma once

#include "targetver.h"

#include <windows.h>
#include <stdio.h>
#include <tchar.h>
#include <crtdbg.h>

#include <iostream>
#include <vector>
#include <memory>
#include <algorithm>
#include <amp.h>
#include <amp_math.h>
#include <ppl.h>
