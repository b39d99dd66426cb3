"""Lengths and angles: what is stored, what is compared, and the one tolerance.

State holds whole hundredths of a millimetre (an inch is exactly 2540) and whole hundredths of a degree. Measured
values are float inches and degrees. Every comparison of a measured length with a limit goes through `compare`.
"""

INCH = 2540
"""Hundredths of a millimetre in an inch."""

NOTHING = 0.0002
"""Inches: what is no longer than this may be rounded to nothing."""

TURN = 36_000
"""Hundredths of a degree in a full turn."""

TOLERANCE = 0.0006
"""Inches: twice what snapping two poses can do to a distance, and less than players can dispute."""


def snap(inches: float) -> int:
    """The whole hundredths of a millimetre nearest to a length in inches."""
    return round(inches * INCH)


def to_inches(length: int) -> float:
    """Inches of a length in hundredths of a millimetre."""
    return length / INCH


def snap_degrees(degrees: float) -> int:
    """The whole hundredths of a degree, from 0 up to a full turn, nearest to an angle in degrees."""
    return round(degrees * 100) % TURN


def to_degrees(angle: int) -> float:
    """Degrees of an angle in hundredths of a degree."""
    return angle / 100


def compare(measured: float, limit: float) -> int:
    """-1, 0 or 1: below the limit, at it (within the tolerance), above it; inches."""
    if measured > limit + TOLERANCE:
        return 1
    if measured < limit - TOLERANCE:
        return -1
    return 0


def at_most(measured: float, limit: float) -> bool:
    """Whether a measured length does not exceed a limit; exactly at the limit passes."""
    return compare(measured, limit) <= 0


def at_least(measured: float, limit: float) -> bool:
    """Whether a measured length reaches a limit; exactly at the limit passes."""
    return compare(measured, limit) >= 0


def touching(gap: float) -> bool:
    """Whether a gap in inches counts as base contact (or less)."""
    return compare(gap, 0.0) <= 0
