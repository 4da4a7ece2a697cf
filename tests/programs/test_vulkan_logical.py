"""hcc --emit=vulkan --abi=logical: kernels whose pointers are descriptors, and what those cannot do."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from conftest import REPOSITORY, Command

SAMPLE = REPOSITORY / "samples" / "vulkan"
PODS = ("push", "ubo", "ssbo")
KERNEL = """#include <hc.hpp>
void run({parameters}, int n) {{
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {{
    {body}
  }});
}}
"""
MANY = """#include "many.hpp"
#include <hc.hpp>
void many(Many m, int n) {
  hc::parallel_for_each(hc::extent<1>(n).tile(64), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static short turned[64];
    const int i = t.global[0], own = t.local[0];
    turned[63 - own] = m.b[i];
    t.barrier.wait();
    float sum = 0;
    for (const float* p = m.a + i; p != m.a + i + i % 8; ++p) sum += *p;
    m.c[i] = sum * m.table[i & 3] / 3 + turned[own];
    m.d[i] ^= static_cast<unsigned char>(m.flag + (m.big >> 33));
    if (m.is_on) __atomic_fetch_add(m.sum, i, __ATOMIC_RELAXED);
  });
}
"""
MANY_HEADER = """struct Many {
  float* a;
  char flag;
  bool is_on;
  short* b;
  double* c;
  float table[4];
  unsigned char* d;
  long big;
  int* sum;
};
"""
# With the sample's functions for Vulkan.
MANY_LAUNCH = """#define main sample_main
#include "launch.cpp"
#undef main
#include "many.hpp"
struct ManyObject {
  Many captured;
  int tile[1], extent[1];
};
int main(int, char** argv) {
  constexpr int items = 1024;
  const std::vector<Line> map = read_map(argv[2]);
  const Line* const kernel = find(map, "kernel");
  need(kernel->number("argument_bytes") == sizeof(ManyObject), "the function object has another size");
  const Machine m = open_machine(false);
  const Buffer a = allocate(m, (items + 8) * 4), b = allocate(m, items * 2), c = allocate(m, items * 8),
               d = allocate(m, items), sum = allocate(m, 4);
  for (int i = 0; i < items + 8; ++i) reinterpret_cast<float*>(a.bytes)[i] = i * 0.5f;
  for (int i = 0; i < items; ++i) reinterpret_cast<short*>(b.bytes)[i] = short(i * 7 - 3000);
  for (int i = 0; i < items; ++i) d.bytes[i] = static_cast<unsigned char>(i);
  std::memset(sum.bytes, 0, 4);
  ManyObject object{};
  object.captured.flag = 5;
  object.captured.is_on = true;
  for (int i = 0; i < 4; ++i) object.captured.table[i] = i * 1.5f;
  object.captured.big = 9l << 33;
  object.tile[0] = 64;
  object.extent[0] = items;
  std::vector<unsigned char> pushed(12);
  const std::uint32_t extent[3] = {items, 1, 1};
  std::memcpy(pushed.data(), extent, 12);
  Descriptors descriptors;
  const Buffer* const buffers[] = {&a, &b, &c, &d, &sum};
  int next = 0;
  for (const Line& line : map) {
    if (line.what == "parameter" && line.values.at("kind") == "buffer")
      descriptors.add(line, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, *buffers[next++]);
    if (line.what != "values") continue;
    const std::size_t offset = line.number("offset"), bytes = line.number("bytes");
    if (line.values.at("kind") == "push") {
      pushed.resize(offset + bytes);
      std::memcpy(&pushed[offset], &object, bytes);
      continue;
    }
    const Buffer values = allocate(m, (bytes + 15) / 16 * 16);
    std::memcpy(values.bytes, &object, bytes);
    const bool is_uniform = line.values.at("kind") == "ubo";
    descriptors.add(line, is_uniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                    values);
  }
  need(next == 5, "the map has other buffers");
  descriptors.make(m);
  const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                     static_cast<std::uint32_t>(pushed.size())};
  VkPipelineLayoutCreateInfo wanted{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  wanted.setLayoutCount = 2;
  wanted.pSetLayouts = descriptors.layouts.data();
  wanted.pushConstantRangeCount = 1;
  wanted.pPushConstantRanges = &range;
  VkPipelineLayout layout{};
  ok(vkCreatePipelineLayout(m.device, &wanted, nullptr, &layout), "vkCreatePipelineLayout");
  run(m, make_pipeline(m, content(argv[1]), map, *kernel, layout), layout, pushed, descriptors.sets);
  int expected = 0;
  for (int i = 0; i < items; ++i) {
    float total = 0;
    for (int k = 0; k < i % 8; ++k) total += (i + k) * 0.5f;
    const int other = i / 64 * 64 + 63 - i % 64;
    const double right = total * object.captured.table[i & 3] / 3 + short(other * 7 - 3000);
    const double made = reinterpret_cast<double*>(c.bytes)[i];
    need(made - right < 1e-3 && right - made < 1e-3, "c of " + std::to_string(i));
    need(d.bytes[i] == static_cast<unsigned char>(i ^ 14), "d of " + std::to_string(i));
    expected += i;
  }
  need(*reinterpret_cast<int*>(sum.bytes) == expected, "the sum");
  std::printf("PASSED\\n");
}
"""
# tests/unit/test_vulkan_arguments.py has the others.
NOT_POSSIBLE = (
    ("float** rows", "rows[i[0]][1] = 2;", "a pointer that lies in memory"),
    ("float* a, float* b", "(i[0] & 1 ? a : b)[i[0]] = 2;", "a pointer that is chosen between buffers"),
    ("float* a, float* b", "if (a) b[i[0]] = 1;", "a comparison of pointers that are not to one buffer"),
)


@pytest.mark.parametrize(("parameters", "body", "what"), NOT_POSSIBLE, ids=[w for _, _, w in NOT_POSSIBLE])
def test_what_no_descriptor_can_be_names_kernel_and_line(
    hcc: Command, tmp_path: Path, parameters: str, body: str, what: str
) -> None:
    (tmp_path / "k.cpp").write_text(KERNEL.format(parameters=parameters, body=body))
    done = hcc("--emit=vulkan", "--abi=logical", "k.cpp", "-o", "l.spv", cwd=tmp_path)
    assert done.returncode == 1 and not (tmp_path / "l.spv").exists()
    assert done.stderr.startswith(("k.cpp:4", "k.cpp:3")), done.stderr
    way = "on the target 'vulkan' by --abi=logical --pod=push in the kernel 'run::lambda at k.cpp:3'"
    assert f"error: {what} is not possible {way}" in done.stderr


def test_many_values_are_too_many_to_push(hcc: Command, tmp_path: Path) -> None:
    body = "a[i[0]] = more.numbers[i[0] % 40];"
    text = KERNEL.format(parameters="float* a, Large more", body=body)
    (tmp_path / "k.cpp").write_text("struct Large { float numbers[40]; };\n" + text)
    done = hcc("--emit=vulkan", "--abi=logical", "k.cpp", "-o", "l.spv", cwd=tmp_path)
    assert "error: a kernel with 176 bytes of values in push constants is not possible" in done.stderr
    for pod in PODS[1:]:
        hcc.ok("--emit=vulkan", "--abi=logical", f"--pod={pod}", "--verify", "k.cpp", cwd=tmp_path)


def test_options_that_belong_to_others(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(KERNEL.format(parameters="float* a", body="a[i[0]] = 1;"))
    for words, text in (
        (("--emit=spirv", "--abi=logical"), "--abi belongs to --emit=vulkan"),
        (("--emit=vulkan", "--pod=ubo"), "--pod belongs to --abi=logical"),
        (("--emit=vulkan", "--abi=other"), "--abi=other: expected physical or logical"),
        (("--emit=vulkan", "--abi=logical", "--pod=x"), "--pod=x: expected push, ubo or ssbo"),
    ):
        done = hcc(*words, "k.cpp", cwd=tmp_path)
        assert done.returncode == 1 and text in done.stderr


@pytest.mark.parametrize("pod", ["push", "ubo"])
def test_the_map_names_each_argument(hcc: Command, tmp_path: Path, pod: str) -> None:
    (tmp_path / "many.hpp").write_text(MANY_HEADER)
    (tmp_path / "many.cpp").write_text(MANY)
    words = ("--emit=vulkan", "--abi=logical", f"--pod={pod}", "--verify", "--descriptor-map=m.json")
    hcc.ok(*words, "many.cpp", "-o", "m.spv", cwd=tmp_path)
    found = json.loads((tmp_path / "m.json").read_text())
    assert found["abi"] == "logical" and "PhysicalStorageBufferAddresses" not in found["capabilities"]
    (kernel,) = found["kernels"]
    buffers = [p for p in kernel["parameters"] if p["kind"] == "buffer"]
    assert [(p["set"], p["binding"], p["object_offset"]) for p in buffers] == [
        (0, number, offset) for number, offset in enumerate((0, 16, 24, 48, 64))
    ]
    values = [p for p in kernel["parameters"] if p["kind"] == "value"]
    place = 16 if pod == "push" else 0
    assert [(p["offset"] - place, p["bytes"]) for p in values][:4] == [(8, 1), (9, 1), (32, 16), (56, 8)]
    assert all(p["offset"] == p["object_offset"] + place for p in values)
    assert sorted(p["ordinal"] for p in kernel["parameters"]) == list(range(len(kernel["parameters"])))
    assert kernel["values"]["kind"] == pod and kernel["values"]["offset"] == place
    assert kernel["values"].get("binding") == (None if pod == "push" else 5)
    assert b"NonSemantic.ClspvReflection.1" in (tmp_path / "m.spv").read_bytes()


@pytest.mark.vulkan
@pytest.mark.parametrize("name", ["scale", "many"])
def test_programs_with_their_own_vulkan_bind_buffers(hcc: Command, tmp_path: Path, name: str) -> None:
    folder = Path(os.environ.get("HCPY_TEST_VULKAN", "/usr"))
    if not (folder / "include" / "vulkan" / "vulkan.h").is_file():
        pytest.skip("Vulkan's headers are missing: install libvulkan-dev")
    for file, text in (("many.hpp", MANY_HEADER), ("many.cpp", MANY), ("launch_many.cpp", MANY_LAUNCH)):
        (tmp_path / file).write_text(text)
    launch = SAMPLE / "launch.cpp" if name == "scale" else tmp_path / "launch_many.cpp"
    words = ["-std=c++17", f"-I{folder / 'include'}", f"-I{SAMPLE}", str(launch), "-o", "launch"]
    library = f"-L{folder / 'lib' / 'x86_64-linux-gnu'}"
    subprocess.run(["g++", *words, library, "-lvulkan"], cwd=tmp_path, check=True)
    source = SAMPLE / "scale.cpp" if name == "scale" else tmp_path / "many.cpp"
    for pod in PODS:
        options = ("--emit=vulkan", "--abi=logical", f"--pod={pod}", "--verify", "--descriptor-map=m.map")
        hcc.ok(*options, source, "-o", "m.spv", cwd=tmp_path)
        done = subprocess.run(
            [tmp_path / "launch", "m.spv", "m.map"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (0, "PASSED\n"), pod + done.stdout + done.stderr
