#include "stdafx.h"
#include "Tracer.h"

using namespace concurrency;

AmpRenderer::AmpRenderer(std::shared_ptr<Scene> scene, int width, int height, accelerator_view view)
    : Renderer(scene, width, height)
    , m_view(view)
    , m_spheres(static_cast<int>(scene->Spheres().size()), scene->Spheres().begin(), view)
    , m_triangles(static_cast<int>(scene->Triangles().size()), scene->Triangles().begin(), view)
    , m_nodes(static_cast<int>(scene->Nodes().size()), scene->Nodes().begin(), view)
    , m_materials(static_cast<int>(scene->Materials().size()), begin(scene->Materials()), end(scene->Materials()), view)
{
}

void AmpRenderer::Render(const Camera& camera, std::vector<uint32>& pixels)
{
    const auto& spheres = m_spheres;
    const auto& triangles = m_triangles;
    const auto& nodes = m_nodes;
    const auto& materials = m_materials;
    const int width = m_width, height = m_height;
    const Vector3 light = m_scene->Light();

    pixels.resize(width * height);
    array_view<uint32, 2> output(height, width, pixels);
    output.discard_data();

    parallel_for_each(m_view, output.extent.tile<TileHeight, TileWidth>().pad(),
        [=, &spheres, &triangles, &nodes, &materials](tiled_index<TileHeight, TileWidth> tidx) restrict(amp)
    {
        const index<2> idx = tidx;
        if (idx[0] >= height || idx[1] >= width)
            return;
        const float u = (2.0f * (idx[1] + 0.5f) - width) / height;
        const float v = (height - 2.0f * (idx[0] + 0.5f)) / height;
        output[idx] = ToPixel(Trace(camera.MakeRay(u, v), spheres, spheres.extent[0], triangles, nodes, materials, light));
    });
    output.synchronize();
}
