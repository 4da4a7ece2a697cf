#pragma once

#include "Geometry.h"

class Camera
{
public:
    Camera() GPU_CPU {}
    Camera(const Vector3& position, const Vector3& target, float zoom);

    Ray MakeRay(float u, float v) const GPU_CPU
    {
        return Ray(m_position, (m_forward + u * m_right + v * m_up).Normalized());
    }

private:
    Vector3 m_position, m_forward, m_right, m_up;
};

//
// The scene on the CPU, with a hierarchy over its triangles.
//
class Scene
{
public:
    Scene();

    void AddSphere(const Vector3& centre, float radius, int material);
    void AddTorus(const Vector3& centre, float major, float minor, int rings, int sides, int material);
    int AddMaterial(const Vector3& colour, float reflection, float shininess, bool checkered = false);
    void Build();

    const std::vector<Sphere>& Spheres() const { return m_spheres; }
    const std::vector<Triangle>& Triangles() const { return m_triangles; }
    const std::vector<Node>& Nodes() const { return m_nodes; }
    const std::vector<Material>& Materials() const { return m_materials; }
    Vector3 Light() const { return m_light; }

    static std::shared_ptr<Scene> CreateDefault();

private:
    static const int LeafSize = 4;

    void BuildNode(int node, int first, int last);

    std::vector<Sphere> m_spheres;
    std::vector<Triangle> m_triangles;
    std::vector<Node> m_nodes;
    std::vector<Material> m_materials;
    Vector3 m_light;
};
