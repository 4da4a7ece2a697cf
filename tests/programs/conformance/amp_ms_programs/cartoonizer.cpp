// rows: amp.ms.programs
#include <amp.h>
#include <amp_math.h>
#include <amp_graphics.h>
#include <iostream>
#include <windows.h>
using namespace concurrency;
using namespace concurrency::graphics;

typedef struct _RGBPixel { BYTE b, g, r, a; } RGBPixel;
struct ArgbPackedPixel { UINT argb; };
enum FrameProcessorType { kCpuSingle = 0, kAmpSimple, kAmpTiled };

class PixelOps
{
public:
    static inline int UnpackR(UINT c) restrict(amp, cpu) { return (c >> 16) & 0xFF; }
    static inline int UnpackG(UINT c) restrict(amp, cpu) { return (c >> 8) & 0xFF; }
    static inline int UnpackB(UINT c) restrict(amp, cpu) { return c & 0xFF; }
    static inline ArgbPackedPixel Pack(int r, int g, int b) restrict(amp, cpu)
    {
        ArgbPackedPixel p; p.argb = (0xFFu << 24) | (r << 16) | (g << 8) | b; return p;
    }
};

float smoothstep(float a, float b, float x) restrict(amp, cpu)
{
    if (x < a) return 0.0f;
    if (x >= b) return 1.0f;
    x = (x - a) / (b - a);
    return x * x * (3.0f - 2.0f * x);
}

class IFrameProcessor
{
public:
    virtual ~IFrameProcessor() {}
    virtual void ProcessImage(const std::vector<ArgbPackedPixel>& src, std::vector<ArgbPackedPixel>& dst, int w, int h, UINT phases, UINT neighbour) = 0;
};

inline void ApplyEdgePixel(const ArgbPackedPixel& left, const ArgbPackedPixel& right, float& diff) restrict(cpu, amp)
{
    diff += abs(PixelOps::UnpackG(left.argb) - PixelOps::UnpackG(right.argb)) / 255.0f;
}
ArgbPackedPixel Shade(float mr, float mg, float mb, float alpha) restrict(cpu, amp)
{
    return PixelOps::Pack((int)(mr * (1 - alpha)), int(mg * (1 - alpha)), static_cast<int>(mb * (1 - alpha)));
}

class FrameProcessorAmpSimple : public IFrameProcessor
{
    static const UINT EdgeWidth = 1;
    accelerator m_accelerator;
public:
    FrameProcessorAmpSimple(const accelerator& accel = accelerator(accelerator::default_accelerator)) : m_accelerator(accel) {}
    virtual void ProcessImage(const std::vector<ArgbPackedPixel>& src, std::vector<ArgbPackedPixel>& dst, int w, int h, UINT phases, UINT neighbour)
    {
        array<ArgbPackedPixel, 2> a(extent<2>(h, w), src.begin(), m_accelerator.default_view), b(extent<2>(h, w), m_accelerator.default_view);
        for (UINT i = 0; i < phases; ++i) { Average(a, b, w, h); std::swap(a, b); }
        Edges(a, b, w, h);
        copy(b, dst.begin());
    }
private:
    static void Average(const array<ArgbPackedPixel, 2>& in, array<ArgbPackedPixel, 2>& out, int w, int h)
    {
        parallel_for_each(out.accelerator_view, out.extent, [=, &in, &out](index<2> idx) restrict(amp)
        {
            float sr = 0.0f, sg = 0.0f, sb = 0.0f; int n = 0;
            for (int y = idx[0] - 1; y <= idx[0] + 1; y++)
                for (int x = idx[1] - 1; x <= idx[1] + 1; x++)
                    if (y >= 0 && y < h && x >= 0 && x < w)
                    {
                        UINT c = in[y][x].argb;
                        sr += PixelOps::UnpackR(c); sg += PixelOps::UnpackG(c); sb += PixelOps::UnpackB(c); n++;
                    }
            out[idx] = PixelOps::Pack((int)(sr / n), (int)(sg / n), (int)(sb / n));
        });
    }
    static void Edges(const array<ArgbPackedPixel, 2>& in, array<ArgbPackedPixel, 2>& out, int w, int h)
    {
        parallel_for_each(in.accelerator_view, out.extent, [&, w, h](index<2> idx) restrict(amp)
        {
            float d = 0;
            if (idx[1] > 0) ApplyEdgePixel(in(idx), in(idx[0], idx[1] - 1), d);
            if (idx[0] > 0) ApplyEdgePixel(in(idx), in(idx[0] - 1, idx[1]), d);
            UINT c = in(idx).argb;
            out(idx) = Shade(PixelOps::UnpackR(c), PixelOps::UnpackG(c), PixelOps::UnpackB(c), smoothstep(0.05f, 0.6f, d));
        });
    }
};

int main(int argc, char** argv)
{
    const int w = 61, h = 33;
    std::vector<ArgbPackedPixel> src(w * h), dst(w * h), cur, next(w * h);
    for (int i = 0; i < w * h; ++i) src[i] = PixelOps::Pack(i % 256, (i * 7) % 256, (i * 31) % 256);
    IFrameProcessor* proc = new FrameProcessorAmpSimple;
    proc->ProcessImage(src, dst, w, h, 2, 1);
    cur = src;
    for (int p = 0; p < 2; p++) {
        for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) {
            float s[3] = {0, 0, 0}; int n = 0;
            for (int v = y - 1; v <= y + 1; v++) for (int u = x - 1; u <= x + 1; u++)
                if (v >= 0 && v < h && u >= 0 && u < w) { UINT c = cur[v * w + u].argb; s[0] += PixelOps::UnpackR(c); s[1] += PixelOps::UnpackG(c); s[2] += PixelOps::UnpackB(c); n++; }
            next[y * w + x] = PixelOps::Pack((int)(s[0] / n), (int)(s[1] / n), (int)(s[2] / n));
        }
        cur.swap(next);
    }
    int bad = 0;
    for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) {
        float d = 0;
        if (x) ApplyEdgePixel(cur[y * w + x], cur[y * w + x - 1], d);
        if (y) ApplyEdgePixel(cur[y * w + x], cur[(y - 1) * w + x], d);
        UINT c = cur[y * w + x].argb;
        ArgbPackedPixel e = Shade(PixelOps::UnpackR(c), PixelOps::UnpackG(c), PixelOps::UnpackB(c), smoothstep(0.05f, 0.6f, d));
        UINT g = dst[y * w + x].argb;
        if (abs(PixelOps::UnpackR(g) - PixelOps::UnpackR(e.argb)) > 1 || abs(PixelOps::UnpackB(g) - PixelOps::UnpackB(e.argb)) > 1) bad++;
    }
    std::cout << bad << std::endl;
    delete proc;
    return bad != 0;
}
