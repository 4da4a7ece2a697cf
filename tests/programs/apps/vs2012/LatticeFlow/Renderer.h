#pragma once

//
// Draws the velocity into a texture and writes it as a BMP file.
//
class CRenderer
{
public:
    CRenderer(int nWidth, int nHeight, const concurrency::accelerator_view& view);

    // Gives a checksum over the picture's bytes.
    unsigned int Draw(const std::vector<float>& velocity);
    bool Save(const std::wstring& strPath) const;

private:
    int m_nWidth;
    int m_nHeight;
    concurrency::graphics::texture<concurrency::graphics::unorm_4, 2> m_texture;
    std::vector<unsigned int> m_pixels;
};
