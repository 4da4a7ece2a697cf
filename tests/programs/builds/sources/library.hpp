// A library whose callers are plain C++.
#pragma once

// The numbers 0..7, each shifted, added up on the default accelerator.
int library_sum();
