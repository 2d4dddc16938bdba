"""Lists whose chosen line can be seen without colours."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widgets import OptionList

REVERSED = Style(reverse=True, dim=False)


class ChoiceList(OptionList):
    """An option list that shows the chosen line in reverse, whatever the theme and the terminal."""

    def render_line(self, y: int) -> Strip:
        """One line on the screen."""
        strip = super().render_line(y)
        line = self.scroll_offset.y + y
        if line < len(self._lines) and self._lines[line][0] == self.highlighted:
            return Strip(Segment.apply_style(strip, post_style=REVERSED))
        return strip
