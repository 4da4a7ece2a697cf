"""The commands hcc, hcc-config (clamp-config) and hcc-info.

Takes: a command line.
Gives: files and an exit code. In the order in which a command line meets them: words, plain (clang alone),
options, plan, units, execute with job, compile_job, text_job and link, cleanup; show, question and inspect
answer questions; config_cli, cache_cli and info are separate commands.
"""
