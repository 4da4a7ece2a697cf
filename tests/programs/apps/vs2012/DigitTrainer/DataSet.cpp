#include "stdafx.h"
#include "DataSet.h"

namespace
{
    // Segments of a display: top, upper left, upper right, middle, lower left, lower right, bottom.
    const BYTE Segments[DataSet::Classes] = { 0x77, 0x24, 0x5D, 0x6D, 0x2E, 0x6B, 0x7B, 0x25, 0x7F, 0x6F };

    struct Line { int row, col, height, width; };
    const Line Lines[] = { {0, 0, 1, 6}, {0, 0, 4, 1}, {0, 5, 4, 1}, {4, 0, 1, 6}, {4, 0, 5, 1}, {4, 5, 5, 1}, {8, 0, 1, 6} };
}

DataSet DataSet::Make(int count, unsigned int seed)
{
    mt19937 engine(seed);
    normal_distribution<float> noise(0.0f, 0.15f);
    DataSet set;
    set.pixels.resize(count * Pixels);
    set.labels.resize(count);
    for (int n = 0; n < count; ++n)
    {
        float* picture = &set.pixels[n * Pixels];
        const int digit = engine() % Classes, dr = engine() % 4, dc = engine() % 6;
        set.labels[n] = digit;
        for (int s = 0; s < _countof(Lines); ++s)
        {
            if (!(Segments[digit] & (1 << s)))
                continue;
            const Line& line = Lines[s];
            for (int r = 0; r < line.height; ++r)
                for (int c = 0; c < line.width; ++c)
                    picture[(line.row + r + dr) * Side + line.col + c + dc] = 1.0f;
        }
        for (int i = 0; i < Pixels; ++i)
            picture[i] = max(-0.5f, min(1.5f, picture[i] + noise(engine)));
    }
    return set;
}
