"""From optimised SPIR-V IR to a module for Vulkan; README.md has the stages in their order."""
