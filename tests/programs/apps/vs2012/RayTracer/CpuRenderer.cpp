#include "stdafx.h"
#include "Tracer.h"

using namespace concurrency;

// The same functions, over views that never leave the CPU.
void CpuRenderer::Render(const Camera& camera, std::vector<uint32>& pixels)
{
    pixels.resize(m_width * m_height);
    const array_view<const Sphere> spheres(static_cast<int>(m_scene->Spheres().size()), m_scene->Spheres());
    const array_view<const Triangle> triangles(static_cast<int>(m_scene->Triangles().size()), m_scene->Triangles());
    const array_view<const Node> nodes(static_cast<int>(m_scene->Nodes().size()), m_scene->Nodes());
    const array_view<const Material> materials(static_cast<int>(m_scene->Materials().size()), m_scene->Materials());
    const Vector3 light = m_scene->Light();

    parallel_for(0, m_height, 1, [&](int y)
    {
        for (int x = 0; x < m_width; x++)
        {
            const float u = (2.0f * (x + 0.5f) - m_width) / m_height;
            const float v = (m_height - 2.0f * (y + 0.5f)) / m_height;
            pixels[y * m_width + x] = ToPixel(Trace(camera.MakeRay(u, v), spheres, spheres.extent[0],
                triangles, nodes, materials, light));
        }
    });
}
