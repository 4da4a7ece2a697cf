"""The stages that read source text: split (libclang), ir (device iterations) and host (host iteration)."""
