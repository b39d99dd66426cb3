"""The low-level door of the geometry kernel, for scripts, benchmarks and ranked blocks.

Inches and degrees; a pose is `(x, y, facing)`. `_kernel.pyi` says what each answers.
"""

from movetray._kernel import (
    Block,
    BlockPlan,
    BlockReach,
    BlockRoute,
    Charge,
    NoCharge,
    Scene,
    best_charge,
    bottleneck,
    bottleneck_of_corners,
)

__all__ = [
    "Block",
    "BlockPlan",
    "BlockReach",
    "BlockRoute",
    "Charge",
    "NoCharge",
    "Scene",
    "best_charge",
    "bottleneck",
    "bottleneck_of_corners",
]
