#include "stdafx.h"
#include "Image.h"
#include "PixelMath.h"

namespace ImageLab
{
    // Rings, a gradient, and salt and pepper.
    Image Image::Synthesize(int width, int height)
    {
        Image image(width, height);
        DWORD state = 0x12345678;
        for (int y = 0; y < height; ++y)
        {
            for (int x = 0; x < width; ++x)
            {
                const int dx = x - width / 2, dy = y - height / 3;
                const int ring = ((dx * dx + dy * dy) / 97) & 0xFF;
                UINT pixel = PackPixel(255 * x / width, ring, 255 * y / height);
                state = state * 1103515245 + 12345;
                if ((state >> 16) % 29 == 0)
                    pixel = (state & 0x8000) ? 0xFFFFFFFF : 0xFF000000;
                image.At(y, x) = pixel;
            }
        }
        return image;
    }

    void Image::Save(const std::string& path) const
    {
        BITMAPFILEHEADER file = { 0 };
        BITMAPINFOHEADER info = { 0 };
        file.bfType = 0x4D42;
        file.bfOffBits = sizeof(file) + sizeof(info);
        file.bfSize = file.bfOffBits + static_cast<DWORD>(m_pixels.size() * sizeof(UINT));
        info.biSize = sizeof(info);
        info.biWidth = m_width;
        info.biHeight = -m_height;
        info.biPlanes = 1;
        info.biBitCount = 32;
        info.biCompression = BI_RGB;

        std::ofstream stream(path, std::ios::binary);
        stream.write(reinterpret_cast<const char*>(&file), sizeof(file));
        stream.write(reinterpret_cast<const char*>(&info), sizeof(info));
        stream.write(reinterpret_cast<const char*>(m_pixels.data()), m_pixels.size() * sizeof(UINT));
        if (!stream)
            throw std::exception("cannot write the picture");
    }

    Image Image::Load(const std::string& path)
    {
        BITMAPFILEHEADER file;
        BITMAPINFOHEADER info;
        std::ifstream stream(path, std::ios::binary);
        stream.read(reinterpret_cast<char*>(&file), sizeof(file));
        stream.read(reinterpret_cast<char*>(&info), sizeof(info));
        if (!stream || file.bfType != 0x4D42 || info.biBitCount != 32 || info.biHeight >= 0)
            throw std::exception("not a picture of this program");

        Image image(info.biWidth, -info.biHeight);
        stream.seekg(file.bfOffBits);
        stream.read(reinterpret_cast<char*>(image.m_pixels.data()), image.m_pixels.size() * sizeof(UINT));
        return image;
    }

    int CountDifferent(const Image& a, const Image& b, int tolerance)
    {
        if (a.Width != b.Width || a.Height != b.Height)
            return INT_MAX;
        Concurrency::combinable<int> counts;
        Concurrency::parallel_for(0, a.Height, [&](int y)
        {
            for (int x = 0; x < a.Width; ++x)
            {
                for (int c = 0; c < 3; ++c)
                {
                    if (abs(ChannelOf(a.At(y, x), c) - ChannelOf(b.At(y, x), c)) > tolerance)
                        ++counts.local();
                }
            }
        });
        return counts.combine(std::plus<int>());
    }
}
