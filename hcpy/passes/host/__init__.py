"""The host target's passes: README.md lists them in the order in which a module goes through them."""
