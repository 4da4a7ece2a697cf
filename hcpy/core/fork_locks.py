"""Locks that a child of fork gets anew: another thread of the parent may have held them.

Takes: a lock, as an attribute of a module, class or object that lives as long as the process.
"""

from __future__ import annotations

import os
import threading


def renew_after_fork(owner: object, name: str) -> None:
    """In children of fork, makes the attribute a new threading.RLock."""
    os.register_at_fork(after_in_child=lambda: setattr(owner, name, threading.RLock()))
