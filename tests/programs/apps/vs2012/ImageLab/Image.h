#pragma once

namespace ImageLab
{
    //
    // 32 bits a pixel: blue, green, red, alpha from the lowest byte up.
    //
    class Image
    {
    public:
        Image() : m_width(0), m_height(0) {}
        Image(int width, int height) : m_width(width), m_height(height), m_pixels(width * height) {}
        Image(Image&& other) : m_width(other.m_width), m_height(other.m_height), m_pixels(std::move(other.m_pixels)) {}

        Image(const Image& other) : m_width(other.m_width), m_height(other.m_height), m_pixels(other.m_pixels) {}

        Image& operator=(Image other)
        {
            Swap(other);
            return *this;
        }

        void Swap(Image& other)
        {
            std::swap(m_width, other.m_width);
            std::swap(m_height, other.m_height);
            m_pixels.swap(other.m_pixels);
        }

        static Image Synthesize(int width, int height);
        void Save(const std::string& path) const;
        static Image Load(const std::string& path);

        int GetWidth() const { return m_width; }
        int GetHeight() const { return m_height; }
        __declspec(property(get=GetWidth)) int Width;
        __declspec(property(get=GetHeight)) int Height;

        UINT& At(int y, int x) { return m_pixels[y * m_width + x]; }
        UINT At(int y, int x) const { return m_pixels[y * m_width + x]; }

        // The nearest pixel inside.
        UINT Clamped(int y, int x) const
        {
            return At(min(max(y, 0), m_height - 1), min(max(x, 0), m_width - 1));
        }

        std::vector<UINT>& Pixels() { return m_pixels; }
        const std::vector<UINT>& Pixels() const { return m_pixels; }

    private:
        int m_width;
        int m_height;
        std::vector<UINT> m_pixels;
    };

    // How many channels of two pictures differ by more than the tolerance.
    int CountDifferent(const Image& a, const Image& b, int tolerance);
}
