"""Runs random kernels: `python tests/random/run.py --help`."""

from random_kernels.run import main

main()
