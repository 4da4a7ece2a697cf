// C++ AMP's textures, their views and samplers: namespace Concurrency::graphics.
#ifndef HCPY_AMP_GRAPHICS_H
#define HCPY_AMP_GRAPHICS_H

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "amp.h"
#include "amp_short_vectors.h"
#include "hcrt/detail/sampler.hpp"
#include "hcrt/detail/texture.hpp"
#include "hcrt/detail/texture_copy.hpp"
#include "hcrt/detail/texture_view.hpp"

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
