#pragma once

namespace ImageLab
{
    inline UINT PackPixel(int r, int g, int b) restrict(cpu, amp)
    {
        return 0xFF000000U | (static_cast<UINT>(r) << 16) | (static_cast<UINT>(g) << 8) | static_cast<UINT>(b);
    }

    // 0 is blue, 1 green, 2 red.
    inline int ChannelOf(UINT pixel, int channel) restrict(cpu, amp)
    {
        return (pixel >> (8 * channel)) & 0xFF;
    }

    inline int Luminance(UINT pixel) restrict(cpu, amp)
    {
        return (77 * ChannelOf(pixel, 2) + 150 * ChannelOf(pixel, 1) + 29 * ChannelOf(pixel, 0)) >> 8;
    }

    inline int ClampByte(int value) restrict(cpu, amp)
    {
        return value < 0 ? 0 : (value > 255 ? 255 : value);
    }

    inline UINT GreyPixel(int value) restrict(cpu, amp)
    {
        return PackPixel(value, value, value);
    }

    template <typename T>
    void SwapIfGreater(T& a, T& b) restrict(cpu, amp)
    {
        if (b < a)
        {
            T temp = a;
            a = b;
            b = temp;
        }
    }

    // The middle one of nine, by nineteen exchanges.
    inline int MedianOfNine(int v[9]) restrict(cpu, amp)
    {
        SwapIfGreater(v[1], v[2]); SwapIfGreater(v[4], v[5]); SwapIfGreater(v[7], v[8]);
        SwapIfGreater(v[0], v[1]); SwapIfGreater(v[3], v[4]); SwapIfGreater(v[6], v[7]);
        SwapIfGreater(v[1], v[2]); SwapIfGreater(v[4], v[5]); SwapIfGreater(v[7], v[8]);
        SwapIfGreater(v[0], v[3]); SwapIfGreater(v[5], v[8]); SwapIfGreater(v[4], v[7]);
        SwapIfGreater(v[3], v[6]); SwapIfGreater(v[1], v[4]); SwapIfGreater(v[2], v[5]);
        SwapIfGreater(v[4], v[7]); SwapIfGreater(v[4], v[2]); SwapIfGreater(v[6], v[4]);
        SwapIfGreater(v[4], v[2]);
        return v[4];
    }
}
