// rows: amp.ms.programs
#include <amp.h>
#include <amp_math.h>
#include <iostream>
#include <vector>
#include <math.h>
#include <memory>
#define SAFE_DELETE(p) { if (p) { delete (p); (p) = NULL; } }
#define EPS 1e-4f
typedef unsigned int UINT;
using namespace concurrency;

class Vec3
{
public:
    float x, y, z;
    Vec3() restrict(amp, cpu) : x(0), y(0), z(0) {}
    Vec3(float a, float b, float c) restrict(amp, cpu) : x(a), y(b), z(c) {}
    ~Vec3() restrict(amp, cpu) {}
    Vec3 operator+(const Vec3& o) const restrict(amp, cpu) { return Vec3(x + o.x, y + o.y, z + o.z); }
    Vec3 operator-(const Vec3& o) const restrict(amp, cpu) { return Vec3(x - o.x, y - o.y, z - o.z); }
    Vec3 operator-() const restrict(amp, cpu) { return Vec3(-x, -y, -z); }
    Vec3 operator*(float s) const restrict(amp, cpu) { return Vec3(x * s, y * s, z * s); }
    friend Vec3 operator*(float s, const Vec3& v) restrict(amp, cpu) { return v * s; }
    float Dot(const Vec3& o) const restrict(amp, cpu) { return x * o.x + y * o.y + z * o.z; }
    float Length() const restrict(amp) { return precise_math::sqrtf(Dot(*this)); }
    float Length() const restrict(cpu) { return ::sqrtf(Dot(*this)); }
    Vec3& Normalize() restrict(amp, cpu) { float l = Length(); x /= l; y /= l; z /= l; return *this; }
};
struct Ray { Vec3 o, d; Ray(const Vec3& a, const Vec3& b) restrict(amp, cpu) : o(a), d(b) {} };
struct Sphere
{
    Vec3 c; float r; UINT color; int pad;
    bool Hit(const Ray& ray, float& t) const restrict(amp, cpu)
    {
        Vec3 oc = ray.o - c;
        float b = oc.Dot(ray.d), q = oc.Dot(oc) - r * r, disc = b * b - q;
        if (disc < 0.0f) return false;
        float s = -b - Root(disc);
        if (s < EPS) return false;
        t = s;
        return true;
    }
    static float Root(float v) restrict(amp) { return precise_math::sqrtf(v); }
    static float Root(float v) restrict(cpu) { return std::sqrt(v); }
};
template <class Spheres> inline UINT Trace(const Ray& ray, const Spheres& s, int n, const Vec3& light) restrict(amp, cpu)
{
    float best = 1e30f; int who = -1;
    for (int i = 0; i < n; ++i) { float t = 0; if (s[i].Hit(ray, t) && t < best) { best = t; who = i; } }
    if (who < 0) return 0xFF101010u;
    Vec3 p = ray.o + best * ray.d, normal = (p - s[who].c).Normalize();
    float shade = normal.Dot(light);
    if (shade < 0) shade = 0;
    UINT color = s[who].color, result = 0;
    for (int k = 0; k < 24; k += 8) result |= (UINT)(((color >> k) & 0xFF) * shade) << k;
    return result | 0xFF000000u;
}
class Scene
{
public:
    std::vector<Sphere> spheres;
    std::shared_ptr<array<UINT, 2>> target;
    Vec3 light;
    Scene() : light(Vec3(1, 1, -1).Normalize()) {}
    void Render(int w, int h)
    {
        target = std::make_shared<array<UINT, 2>>(h, w);
        array<UINT, 2>& out = *target;
        array<Sphere> s((int)spheres.size(), spheres.begin());
        const Vec3 l = light;
        const int n = s.extent[0];
        parallel_for_each(out.extent, [=, &out, &s](index<2> i) restrict(amp)
        {
            Vec3 dir((i[1] - w / 2) / (float)w, (h / 2 - i[0]) / (float)h, 1.0f);
            out[i] = Trace(Ray(Vec3(0, 0, -3), dir.Normalize()), s, n, l);
        });
    }
};
int main()
{
    const int w = 64, h = 48;
    Scene* scene = new Scene();
    for (int i = 0; i < 5; i++) { Sphere s = { Vec3(i * 0.6f - 1.2f, (i % 2) * 0.5f, i * 0.3f), 0.4f, 0x3050F0u * (i + 1), 0 }; scene->spheres.push_back(s); }
    scene->Render(w, h);
    std::vector<UINT> img(w * h);
    copy(*scene->target, img.begin());
    int off = 0, lit = 0;
    for (int y = 0; y < h; y++) for (int x = 0; x < w; x++)
    {
        Vec3 dir((x - w / 2) / (float)w, (h / 2 - y) / (float)h, 1.0f);
        UINT c = Trace(Ray(Vec3(0, 0, -3), dir.Normalize()), scene->spheres, 5, scene->light), g = img[y * w + x];
        for (int k = 0; k < 24; k += 8) if (abs((int)((c >> k) & 255) - (int)((g >> k) & 255)) > 2) { off++; break; }
        lit += c != 0xFF101010u;
    }
    SAFE_DELETE(scene);
    std::cout << off << " of " << lit << std::endl;
    return off > 10 || lit == 0;
}
