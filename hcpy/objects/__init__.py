"""Object files: reads ELF files and archives, packs bundles and records of device code."""
