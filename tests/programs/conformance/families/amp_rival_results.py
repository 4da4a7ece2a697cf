"""Overloads for one side each with different results."""

from __future__ import annotations

from conformance.rival_results import amp_programs as programs

__all__ = ["programs"]
