"""The face of the native engine: `kernel_of(ruleset)` plays what the reference engine plays, much faster.

Importing this needs no native module; asking for a kernel without one raises `NoKernel`.
"""

from .game import Kernel, kernel_of
from .native import NoKernel, Unfit, installed, installed_or_say

__all__ = ["Kernel", "NoKernel", "Unfit", "installed", "installed_or_say", "kernel_of"]
