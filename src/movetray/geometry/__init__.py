"""The low-level door of the geometry kernel, for scripts and benchmarks."""

from movetray._kernel import Scene

__all__ = ["Scene"]
