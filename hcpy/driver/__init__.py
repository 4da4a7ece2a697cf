"""The commands hcc, hcc-config (clamp-config) and hcc-info.

Takes: a command line.
Gives: files and an exit code. Order of the modules: options, plan, cli, link, inspect; config_cli and info
stand alone.
"""
