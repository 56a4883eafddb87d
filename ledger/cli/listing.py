"""Lists at a terminal of any width: a table while every id, figure and word has room in it; else a block of lines for each row."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

WRAPPED_MIN = 10  # cells that a column needs at least in which words are wrapped
BETWEEN = 2


class Listing(Table):
    """Nothing in it is ever cut off. wraps: headings of the columns whose words may go on in the next line; the others, ids and
    figures, stand in one line, so that they can be copied."""

    def __init__(self, *columns: str, wraps: str | tuple[str, ...]) -> None:
        super().__init__(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
        self._wraps = (wraps,) if isinstance(wraps, str) else wraps
        self._told: list[tuple[str, ...]] = []
        for column in columns:
            self.add_column(column, no_wrap=column not in self._wraps, overflow="fold")

    def add_row(self, *cells: object, **_: object) -> None:
        """A row of plain words: nothing in them is markup."""
        row = tuple(str(cell) for cell in cells)
        self._told.append(row)
        super().add_row(*[Text(cell) for cell in row])

    def _needed(self) -> int:
        """Cells that the table needs to show everything."""
        needed = BETWEEN * len(self.columns)
        for place, column in enumerate(self.columns):
            heading = str(column.header)
            wide = max((cell_len(line) for row in self._told for line in row[place].splitlines()), default=0)
            needed += max(cell_len(heading), min(wide, WRAPPED_MIN) if heading in self._wraps else wide)
        return needed

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table, or the blocks."""
        if self._needed() <= options.max_width:
            yield from super().__rich_console__(console, options)
            return
        if self.title:
            yield Text(str(self.title), style="italic")
        headings = [str(column.header) for column in self.columns]
        wide = max(map(cell_len, headings))
        for row in self._told:
            block = Table.grid(padding=(0, BETWEEN))
            block.add_column(no_wrap=True, width=wide, style="bold")
            block.add_column(overflow="fold")
            for heading, cell in zip(headings, row, strict=True):
                if cell:
                    block.add_row(Text(heading), Text(cell))
            yield block
            yield Text("")
