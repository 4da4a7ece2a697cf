#pragma once

#include "Scene.h"

const int MaxDepth = 4;
const int StackSize = 24;

//
// What a ray meets. Accessors give the scene's parts: views in kernels, vectors on the CPU.
//
template <typename Spheres, typename Triangles, typename Nodes>
Hit FindHit(const Ray& ray, const Spheres& spheres, int sphereCount, const Triangles& triangles, const Nodes& nodes) GPU_CPU
{
    Hit hit;
    for (int i = 0; i < sphereCount; i++)
        spheres[i].Intersect(ray, hit);

    const Vector3 inverse(1.0f / ray.direction.x, 1.0f / ray.direction.y, 1.0f / ray.direction.z);
    int stack[StackSize];
    int top = 0;
    stack[top++] = 0;
    while (top > 0)
    {
        const Node node = nodes[stack[--top]];
        if (!node.Intersect(ray, inverse, hit.distance))
            continue;
        if (node.count > 0)
        {
            for (int i = 0; i < node.count; i++)
                triangles[node.left + i].Intersect(ray, hit);
        }
        else
        {
            stack[top++] = node.left;
            stack[top++] = node.left + 1;
        }
    }
    return hit;
}

inline Vector3 SkyColour(const Vector3& direction) GPU_CPU
{
    const float t = 0.5f * (direction.y + 1.0f);
    return (1.0f - t) * Vector3(1.0f) + t * Vector3(0.4f, 0.6f, 1.0f);
}

inline Vector3 SurfaceColour(const Material& material, const Vector3& point) GPU_CPU
{
    if (!material.checkered)
        return material.colour;
    const int cell = static_cast<int>(point.x + 1000.0f) + static_cast<int>(point.z + 1000.0f);
    return (cell & 1) ? material.colour : material.colour * 0.35f;
}

//
// The colour along a ray. Kernels cannot call themselves: reflections are a loop.
//
template <typename Spheres, typename Triangles, typename Nodes, typename Materials>
Vector3 Trace(Ray ray, const Spheres& spheres, int sphereCount, const Triangles& triangles, const Nodes& nodes,
              const Materials& materials, const Vector3& light) GPU_CPU
{
    Vector3 colour(0.0f);
    float weight = 1.0f;

    for (int depth = 0; depth < MaxDepth && weight > 0.01f; ++depth)
    {
        const Hit hit = FindHit(ray, spheres, sphereCount, triangles, nodes);
        if (!hit.IsHit())
        {
            colour += weight * SkyColour(ray.direction);
            break;
        }

        const Material material = materials[hit.material];
        const Vector3 point = ray.At(hit.distance) + 1e-3f * hit.normal;
        const Vector3 toLight = light - point;
        const float distance = toLight.Length();
        const Vector3 direction = toLight * (1.0f / distance);

        const Vector3 surface = SurfaceColour(material, point);
        Vector3 shade = 0.15f * surface;
        const Hit shadow = FindHit(Ray(point, direction), spheres, sphereCount, triangles, nodes);
        if (shadow.distance > distance)
        {
            const float diffuse = Dot(direction, hit.normal);
            const float specular = Dot(Reflect(-direction, hit.normal), -ray.direction);
            if (diffuse > 0.0f)
                shade += diffuse * surface;
            if (specular > 0.0f)
                shade += Vector3(Power(specular, material.shininess));
        }

        colour += weight * (1.0f - material.reflection) * shade;
        weight *= material.reflection;
        ray = Ray(point, Reflect(ray.direction, hit.normal));
    }
    return colour;
}

inline uint32 ToPixel(const Vector3& colour) GPU_CPU
{
    const Vector3 c = Min(Max(colour, Vector3(0.0f)), Vector3(1.0f)) * 255.0f + Vector3(0.5f);
    return (uint32)c.x << 16 | (uint32)c.y << 8 | (uint32)c.z;
}

//
// Renders one picture.
//
class Renderer abstract
{
public:
    Renderer(std::shared_ptr<Scene> scene, int width, int height) : m_scene(scene), m_width(width), m_height(height) {}
    virtual ~Renderer() {}
    virtual void Render(const Camera& camera, std::vector<uint32>& pixels) = 0;

protected:
    std::shared_ptr<Scene> m_scene;
    int m_width;
    int m_height;
};

class AmpRenderer sealed : public Renderer
{
public:
    AmpRenderer(std::shared_ptr<Scene> scene, int width, int height, concurrency::accelerator_view view);
    virtual void Render(const Camera& camera, std::vector<uint32>& pixels) override;

private:
    static const int TileWidth = 8;
    static const int TileHeight = 4;

    concurrency::accelerator_view m_view;
    concurrency::array<Sphere> m_spheres;
    concurrency::array<Triangle> m_triangles;
    concurrency::array<Node> m_nodes;
    concurrency::array<Material> m_materials;
};

class CpuRenderer sealed : public Renderer
{
public:
    CpuRenderer(std::shared_ptr<Scene> scene, int width, int height) : Renderer(scene, width, height) {}
    virtual void Render(const Camera& camera, std::vector<uint32>& pixels) override;
};
