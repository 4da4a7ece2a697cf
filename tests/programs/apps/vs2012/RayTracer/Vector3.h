#pragma once

#define GPU_CPU restrict(amp, cpu)

typedef unsigned int uint32;

class Vector3
{
public:
    float x, y, z;

    Vector3() GPU_CPU {}
    Vector3(float a) GPU_CPU : x(a), y(a), z(a) {}
    Vector3(float a, float b, float c) GPU_CPU : x(a), y(b), z(c) {}

    Vector3 operator-() const GPU_CPU { return Vector3(-x, -y, -z); }

    Vector3& operator+=(const Vector3& v) GPU_CPU
    {
        x += v.x;
        y += v.y;
        z += v.z;
        return *this;
    }

    Vector3& operator*=(float s) GPU_CPU
    {
        x *= s;
        y *= s;
        z *= s;
        return *this;
    }

    // Lengths need a square root, which the two sides name differently.
    float Length() const restrict(amp) { return concurrency::fast_math::sqrt(x * x + y * y + z * z); }
    float Length() const restrict(cpu) { return sqrtf(x * x + y * y + z * z); }

    __forceinline Vector3 Normalized() const GPU_CPU
    {
        const float inverse = 1.0f / Length();
        return Vector3(x * inverse, y * inverse, z * inverse);
    }

    float MaxComponent() const GPU_CPU { return x > y ? (x > z ? x : z) : (y > z ? y : z); }
};

inline Vector3 operator+(Vector3 a, const Vector3& b) GPU_CPU { return a += b; }
inline Vector3 operator-(const Vector3& a, const Vector3& b) GPU_CPU { return Vector3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline Vector3 operator*(Vector3 a, float s) GPU_CPU { return a *= s; }
inline Vector3 operator*(float s, Vector3 a) GPU_CPU { return a *= s; }
inline Vector3 operator*(const Vector3& a, const Vector3& b) GPU_CPU { return Vector3(a.x * b.x, a.y * b.y, a.z * b.z); }

inline float Dot(const Vector3& a, const Vector3& b) GPU_CPU { return a.x * b.x + a.y * b.y + a.z * b.z; }

inline Vector3 Cross(const Vector3& a, const Vector3& b) GPU_CPU
{
    return Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

inline Vector3 Reflect(const Vector3& v, const Vector3& n) GPU_CPU { return v - 2.0f * Dot(v, n) * n; }

inline Vector3 Min(const Vector3& a, const Vector3& b) GPU_CPU
{
    return Vector3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

inline Vector3 Max(const Vector3& a, const Vector3& b) GPU_CPU
{
    return Vector3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}
