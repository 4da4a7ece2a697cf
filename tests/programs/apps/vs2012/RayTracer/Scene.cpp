#include "stdafx.h"
#include "Scene.h"

static const float Pi = 3.14159265f;

Camera::Camera(const Vector3& position, const Vector3& target, float zoom)
    : m_position(position)
{
    m_forward = (target - position).Normalized() * zoom;
    m_right = Cross(m_forward, Vector3(0, 1, 0)).Normalized();
    m_up = Cross(m_right, m_forward).Normalized();
}

Scene::Scene() : m_light(Vector3(6, 9, -5))
{
}

int Scene::AddMaterial(const Vector3& colour, float reflection, float shininess, bool checkered)
{
    Material material = { colour, reflection, shininess, checkered };
    m_materials.push_back(material);
    return static_cast<int>(m_materials.size()) - 1;
}

void Scene::AddSphere(const Vector3& centre, float radius, int material)
{
    Sphere sphere = { centre, radius, material };
    m_spheres.push_back(sphere);
}

void Scene::AddTorus(const Vector3& centre, float major, float minor, int rings, int sides, int material)
{
    auto point = [=](int ring, int side) -> Vector3
    {
        const float a = 2 * Pi * ring / rings, b = 2 * Pi * side / sides;
        const float r = major + minor * cosf(b);
        return centre + Vector3(r * cosf(a), r * sinf(a), minor * sinf(b));
    };

    for (int ring = 0; ring < rings; ring++)
    {
        for (int side = 0; side < sides; side++)
        {
            const Vector3 p = point(ring, side), q = point(ring + 1, side);
            const Vector3 r = point(ring + 1, side + 1), s = point(ring, side + 1);
            Triangle lower = { p, q, r, material };
            Triangle upper = { p, r, s, material };
            m_triangles.push_back(lower);
            m_triangles.push_back(upper);
        }
    }
}

void Scene::Build()
{
    m_nodes.clear();
    m_nodes.resize(1);
    BuildNode(0, 0, static_cast<int>(m_triangles.size()));
}

void Scene::BuildNode(int node, int first, int last)
{
    Vector3 low(1e30f), high(-1e30f);
    for (int i = first; i < last; i++)
    {
        low = Min(low, m_triangles[i].Low());
        high = Max(high, m_triangles[i].High());
    }
    m_nodes[node].low = low;
    m_nodes[node].high = high;

    if (last - first <= LeafSize)
    {
        m_nodes[node].left = first;
        m_nodes[node].count = last - first;
        return;
    }

    // Halve the triangles along the longest side.
    const Vector3 size = high - low;
    float Vector3::*axis = &Vector3::x;
    if (size.y > size.*axis)
        axis = &Vector3::y;
    if (size.z > size.*axis)
        axis = &Vector3::z;
    const int middle = (first + last) / 2;
    std::nth_element(m_triangles.begin() + first, m_triangles.begin() + middle, m_triangles.begin() + last,
        [axis](const Triangle& a, const Triangle& b) { return a.Centre().*axis < b.Centre().*axis; });

    const int left = static_cast<int>(m_nodes.size());
    m_nodes.resize(m_nodes.size() + 2);
    m_nodes[node].left = left;
    m_nodes[node].count = 0;
    BuildNode(left, first, middle);
    BuildNode(left + 1, middle, last);
}

std::shared_ptr<Scene> Scene::CreateDefault()
{
    auto scene = std::make_shared<Scene>();
    const int floor = scene->AddMaterial(Vector3(0.9f, 0.9f, 0.85f), 0.1f, 8.0f, true);
    const int mirror = scene->AddMaterial(Vector3(0.9f), 0.7f, 80.0f);
    const int red = scene->AddMaterial(Vector3(0.8f, 0.15f, 0.1f), 0.15f, 30.0f);
    const int gold = scene->AddMaterial(Vector3(0.9f, 0.7f, 0.2f), 0.3f, 40.0f);

    scene->AddSphere(Vector3(0, -1000, 0), 999.0f, floor);
    scene->AddSphere(Vector3(-1.6f, 0, 1), 1.0f, mirror);
    for (int i = 0; i < 6; i++)
        scene->AddSphere(Vector3(1.5f * cosf(i * Pi / 3), -0.7f, -1 + sinf(i * Pi / 3)), 0.3f, red);
    scene->AddTorus(Vector3(1.2f, 0.3f, 1.0f), 0.9f, 0.35f, 24, 12, gold);
    scene->Build();
    return scene;
}
