// rows: amp.ms.programs
// Textures of bytes as pictures are, short vectors, sections, a header guard of old, /Za-like plain code.
#include <amp.h>
#include <amp_graphics.h>
#include <amp_short_vectors.h>
#ifndef _PICTURE_DEFINED
#define _PICTURE_DEFINED
typedef struct tagPICTURE
{
    unsigned char* bits;
    int width;
    int height;
} PICTURE, *PPICTURE;
#endif

using namespace concurrency;
using namespace concurrency::graphics;

static const int LEVELS = 4;

uint_4 posterize(const uint_4& c) restrict(amp)
{
    const unsigned int step = 256u / LEVELS;
    return uint_4(c.r / step * step, c.g / step * step, c.b / step * step, c.a);
}

bool __fastcall filter(PPICTURE picture)
{
    const unsigned int bytes = picture->width * picture->height * 4;
    try
    {
        texture<uint_4, 2> input(picture->height, picture->width, picture->bits, bytes, 8u);
        texture<uint_4, 2> output(input.extent, 8u);
        const writeonly_texture_view<uint_4, 2> target(output);
        parallel_for_each(output.extent, [&input, target](index<2> idx) restrict(amp)
        {
            target.set(idx, posterize(input[idx]));
        });
        copy(output, picture->bits, bytes);
    }
    catch (std::exception& e)
    {
        (void)e;
        return false;
    }
    return true;
}

int main(void)
{
    int i;
    unsigned char bits[8 * 8 * 4];
    PICTURE picture = { bits, 8, 8 };
    for (i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
        bits[i] = (unsigned char)i;
    if (!filter(&picture))
        return 1;
    for (i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
    {
        unsigned char expected = (i & 3) == 3 ? (unsigned char)i : (unsigned char)(i / 64 * 64);
        if (bits[i] != expected)
            return 2;
    }
    return 0;
}
