#pragma once

#include "Vector3.h"

struct Ray
{
    Vector3 origin;
    Vector3 direction;

    Ray(const Vector3& o, const Vector3& d) GPU_CPU : origin(o), direction(d) {}
    Vector3 At(float t) const GPU_CPU { return origin + t * direction; }
};

struct Hit
{
    float distance;
    Vector3 normal;
    int material;

    Hit() GPU_CPU : distance(1e30f), normal(0.0f), material(-1) {}
    bool IsHit() const GPU_CPU { return material >= 0; }
};

struct Material
{
    Vector3 colour;
    float reflection;
    float shininess;
    int checkered;
};

struct Sphere
{
    Vector3 centre;
    float radius;
    int material;

    bool Intersect(const Ray& ray, Hit& hit) const GPU_CPU;
};

struct Triangle
{
    Vector3 a, b, c;
    int material;

    Vector3 Low() const { return Min(a, Min(b, c)); }
    Vector3 High() const { return Max(a, Max(b, c)); }
    Vector3 Centre() const { return (a + b + c) * (1.0f / 3.0f); }

    bool Intersect(const Ray& ray, Hit& hit) const GPU_CPU;
};

//
// A node of the hierarchy: either two children, or a run of triangles.
//
struct Node
{
    Vector3 low;
    Vector3 high;
    int left;           // first triangle of a leaf
    int count;          // 0 for inner nodes; the right child follows the left one

    bool Intersect(const Ray& ray, const Vector3& inverse, float limit) const GPU_CPU
    {
        const Vector3 t0 = (low - ray.origin) * inverse, t1 = (high - ray.origin) * inverse;
        const Vector3 tNear = Min(t0, t1), tFar = Max(t0, t1);
        const float enter = tNear.MaxComponent();
        const float leave = -(-tFar).MaxComponent();
        return enter <= leave && leave > 0.0f && enter < limit;
    }
};

#include "Geometry.inl"
