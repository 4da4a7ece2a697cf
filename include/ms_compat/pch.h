// Stands in for a project's precompiled header that was not given: what Visual Studio's template has in it.
#include <stdio.h>
#include <tchar.h>
