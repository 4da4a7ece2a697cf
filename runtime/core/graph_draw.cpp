// A task graph in the DOT language of Graphviz.
#include "graph.hpp"
#include "log.hpp"

namespace hcrt {
namespace {

std::string escaped(const std::string& label) {
  std::string result;
  for (const char c : label) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string kernel_label(const Kernel& kernel) {
  const std::string name = *kernel.info.display_name ? kernel.info.display_name : kernel.info.name;
  const std::string place = kernel.place();
  return escaped(name) + (place.empty() ? "" : "\\n" + escaped(place));
}

std::string label_of(const GraphNode& node) {
  if (node.kernel) return kernel_label(*node.kernel);
  const backends::Copy& copy = node.command.copy;
  if (node.command.kind != backends::GraphNode::Kind::copy) return node.what;
  const auto place = [](backends::Side side) { return side == backends::Side::device ? "device" : "host"; };
  return text("%s\\n%zu bytes, %s to %s", node.what, copy.row_bytes * copy.rows * copy.slices,
              place(copy.source_side), place(copy.destination_side));
}

const char* shape_of(const GraphNode& node) {
  if (node.kernel) return "box";
  return node.command.kind == backends::GraphNode::Kind::copy ? "ellipse" : "diamond";
}

}  // namespace

// One frame for each accelerator_view; an arrow from a node to each that comes after it.
std::string TaskGraph::draw() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::string dot = "digraph task_graph {\n";
  if (!work_) return dot + "}\n";
  for (std::uint32_t queue = 0; queue < work_->queues.size(); ++queue) {
    const std::string device = narrow(work_->queues[queue]->device()->info().path);
    dot += text("  subgraph cluster_%u {\n    label=\"view %u of %s\";\n", queue, queue + 1, device.c_str());
    for (std::size_t i = 0; i < work_->nodes.size(); ++i) {
      const GraphNode& node = work_->nodes[i];
      if (node.queue != queue) continue;
      dot += text("    n%zu [shape=%s,label=\"", i, shape_of(node)) + label_of(node) + "\"];\n";
    }
    dot += "  }\n";
  }
  for (std::size_t i = 0; i < work_->nodes.size(); ++i)
    for (const std::uint32_t earlier : work_->nodes[i].command.before)
      dot += text("  n%u -> n%zu;\n", earlier, i);
  return dot + "}\n";
}

}  // namespace hcrt
