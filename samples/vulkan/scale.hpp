// What the kernel captures: for hcc, which compiles it, and for the program that launches it with its own
// Vulkan.
#ifndef SAMPLES_VULKAN_SCALE_HPP
#define SAMPLES_VULKAN_SCALE_HPP

struct Scale {
  float* data;
  float by;
};

#endif
