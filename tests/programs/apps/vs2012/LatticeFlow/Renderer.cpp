#include "stdafx.h"
#include "Renderer.h"

using namespace concurrency;
using namespace concurrency::graphics;

CRenderer::CRenderer(int nWidth, int nHeight, const accelerator_view& view)
    : m_nWidth(nWidth), m_nHeight(nHeight), m_texture(nHeight, nWidth, 8U, view), m_pixels(nWidth * nHeight)
{
}

// Blue over white to red.
static unorm_4 ColourOf(float value) restrict(amp, cpu)
{
    const float t = concurrency::direct3d::clamp(value, -1.0f, 1.0f);
    const float fade = 1.0f - (t < 0 ? -t : t);
    return t < 0 ? unorm_4(fade, fade, 1.0f, 1.0f) : unorm_4(1.0f, fade, fade, 1.0f);
}

unsigned int CRenderer::Draw(const std::vector<float>& velocity)
{
    float largest = 0;
    for (auto v : velocity)
        largest = std::max(largest, std::abs(v));

    array_view<const float, 2> values(m_nHeight, m_nWidth, &velocity[0]);
    writeonly_texture_view<unorm_4, 2> output(m_texture);
    parallel_for_each(output.accelerator_view, output.extent, [=](index<2> idx) restrict(amp)
    {
        output.set(idx, ColourOf(values[idx] / largest));
    });

    const UINT cbPicture = m_texture.data_length;
    copy(m_texture, &m_pixels[0], cbPicture);

    unsigned int sum = 2166136261u;
    for (size_t i = 0; i < m_pixels.size(); i++)
    {
        for (int shift = 0; shift < 32; shift += 8)
            sum = (sum ^ ((m_pixels[i] >> shift) & 0xFF)) * 16777619u;
    }
    return sum;
}

#pragma pack(push, 1)
struct BmpHeader
{
    WORD  type;
    DWORD fileSize;
    WORD  reserved1, reserved2;
    DWORD offset;
    DWORD headerSize;
    LONG  width, height;
    WORD  planes, bits;
    DWORD compression, imageSize;
    LONG  xPixels, yPixels;
    DWORD coloursUsed, coloursImportant;
};
#pragma pack(pop)

bool CRenderer::Save(const std::wstring& strPath) const
{
    FILE* pFile = NULL;
    if (_wfopen_s(&pFile, strPath.c_str(), L"wb") != 0)
        return false;

    BmpHeader header;
    ZeroMemory(&header, sizeof(header));
    header.type = 'B' | ('M' << 8);
    header.offset = sizeof(header);
    header.imageSize = static_cast<DWORD>(m_pixels.size() * sizeof(m_pixels[0]));
    header.fileSize = header.offset + header.imageSize;
    header.headerSize = 40;
    header.width = m_nWidth;
    header.height = -m_nHeight;
    header.planes = 1;
    header.bits = 32;

    static_assert(sizeof(BmpHeader) == 54, "a BMP header has 54 bytes");
    size_t nWritten = fwrite(&header, sizeof(header), 1, pFile);
    nWritten += fwrite(m_pixels.data(), header.imageSize, 1, pFile);
    fclose(pFile);
    return nWritten == 2;
}
