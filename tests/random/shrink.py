"""Makes a failing random kernel small: `python tests/random/shrink.py --help`."""

from random_kernels.shrink import main

main()
