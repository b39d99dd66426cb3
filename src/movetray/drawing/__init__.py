"""Pictures as SVG text: a table, or one step of it with the way gone and every reason where it is.

The same table gives the same text to the byte. Nothing is said by colour alone.
"""

from movetray.drawing.picture import draw_step, draw_table, focus
from movetray.drawing.png import to_png

__all__ = ["draw_step", "draw_table", "focus", "to_png"]
