"""SVG to PNG, for those who need pixels (the extra `png`)."""


def to_png(svg: str, zoom: float = 1.0) -> bytes:
    """The picture as PNG. Raises ModuleNotFoundError where the extra `movetray[png]` is not installed."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, font_family="DejaVu Sans"))
