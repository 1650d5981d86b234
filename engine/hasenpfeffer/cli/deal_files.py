"""Files of deals, a row a deal: CSV, and Parquet where pyarrow is there."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from hasenpfeffer.errors import UsageError
from hasenpfeffer.shelf.find import SUFFIXES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence
    from contextlib import ExitStack

    from hasenpfeffer.report.studies.deals import Cell, Column

_ROW_GROUP: Final = 100_000
"""Rows that a Parquet file keeps together."""


class DealFile(Protocol):
    """A file that is being written."""

    def write(self, rows: Iterable[Sequence[Cell]]) -> None:
        """Writes all of these rows; whoever is interrupted before has written none."""


def deal_files(arguments: argparse.Namespace, columns: Sequence[Column], stack: ExitStack) -> list[DealFile]:
    """The files that the options name, open until the stack is closed.

    Raises UsageError where a file would be lost by it or pyarrow is missing, OSError where it cannot be written.
    """
    _check_names(arguments)
    files: list[DealFile] = []
    if arguments.parquet is not None:
        files.append(_Parquet(arguments.parquet, columns, stack))
    if arguments.csv is not None:
        files.append(_Csv(arguments.csv, columns, stack))
    return files


def _check_names(arguments: argparse.Namespace) -> None:
    """Refuses files that would be lost. The page of a study is written later, but by the same rules."""
    names = {f"--{kind}": getattr(arguments, kind) for kind in ("csv", "parquet", "report")}
    taken: dict[str, str] = {}
    for option, name in names.items():
        if name is None:
            continue
        path = os.path.realpath(name)
        if path.endswith(SUFFIXES):
            raise UsageError(f"{name}: {option} does not write over a rule file; give it another ending")
        if path in taken:
            raise UsageError(f"{taken[path]} and {option} name the same file; give each its own")
        taken[path] = option


class _Csv:
    """Empty cells are empty, yes and no are words, and numbers that are whole are written so."""

    def __init__(self, name: str, columns: Sequence[Column], stack: ExitStack) -> None:
        self._file = stack.enter_context(Path(name).open("w", encoding="utf-8", newline=""))  # noqa: SIM115
        self.write([[column.name for column in columns]])

    def write(self, rows: Iterable[Sequence[Cell]]) -> None:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(map(_csv_cell, row) for row in rows)
        self._file.write(text.getvalue())


def _csv_cell(cell: Cell) -> Cell:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


class _Parquet:
    """Row groups are of the same size, however the rows come in."""

    def __init__(self, name: str, columns: Sequence[Column], stack: ExitStack) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise UsageError(
                "--parquet needs pyarrow: install the program with its extra `tables`, or write --csv"
            ) from None
        kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
        self._schema = pyarrow.schema([(column.name, kinds[column.kind]) for column in columns])
        self._table: Any = pyarrow.Table
        file = stack.enter_context(Path(name).open("wb"))  # noqa: SIM115
        self._writer = stack.enter_context(pyarrow.parquet.ParquetWriter(file, self._schema))
        self._waiting: list[Sequence[Cell]] = []
        stack.callback(self._write_waiting)

    def write(self, rows: Iterable[Sequence[Cell]]) -> None:
        self._waiting += list(rows)
        while len(self._waiting) >= _ROW_GROUP:
            self._write_group(self._waiting[:_ROW_GROUP])
            del self._waiting[:_ROW_GROUP]

    def _write_waiting(self) -> None:
        if self._waiting:
            self._write_group(self._waiting)

    def _write_group(self, rows: Sequence[Sequence[Cell]]) -> None:
        by_name = {name: [row[index] for row in rows] for index, name in enumerate(self._schema.names)}
        self._writer.write_table(self._table.from_pydict(by_name, schema=self._schema), _ROW_GROUP)
