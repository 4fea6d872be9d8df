"""Any number of documents in batches of bounded count and size, one batch after another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ._flow import Flow
from ._json import json_of
from ._options import CallOptions, Settings, whole_within
from ._request import data_of, request_of
from .errors import JudgmentError, UsageError
from .types import UpsertOperation

_MEBIBYTE = 1024 * 1024
_ABOUT_CONTENT = ("invalid_request", "too_large", "unknown_image")
"""Codes that speak of what a batch holds: its halves may be taken."""

OnRefused: TypeAlias = Callable[[UpsertOperation, JudgmentError], object]
OnWritten: TypeAlias = "Callable[[BulkReport], object]"


@dataclass
class BulkReport:
    """What came of a bulk write."""

    written: int = 0
    refused: int = 0


class BulkWriter:
    """Fills batches with rows. A refused batch is halved, in order, until the row is known; the others are written."""

    def __init__(
        self,
        settings: Settings,
        namespace: str,
        *,
        max_rows: int,
        max_bytes: int,
        on_refused: OnRefused | None,
        on_written: OnWritten | None,
        options: CallOptions,
    ) -> None:
        self._settings, self._namespace, self._options = settings, namespace, options
        if refused := sorted(options.keys() - {"timeout", "total_timeout", "retries"}):
            raise UsageError(f"A bulk write takes no {', '.join(refused)}: each batch is a call of its own.")
        self._max_rows = whole_within("max_rows", max_rows, 1, 500)
        self._max_bytes = whole_within("max_bytes", max_bytes, 1_024, 8 * _MEBIBYTE)
        self._on_refused, self._on_written = on_refused, on_written
        self._rows: list[UpsertOperation] = []
        self._ids: set[str] = set()
        self._bytes = 0
        self.report = BulkReport()

    def add(self, row: UpsertOperation) -> Flow[None]:
        """Takes a row, and writes the batch before it when that is full. One id twice in a batch would be one conflict."""
        try:
            size, id_ = len(json_of(row)), _id_of(row)
        except UsageError as error:
            self._refuse(row, error)
            return
        is_full = len(self._rows) >= self._max_rows or self._bytes + size > self._max_bytes
        if self._rows and (is_full or id_ in self._ids):
            yield from self.flush()
        self._rows.append(row)
        self._ids.add(id_)
        self._bytes += size

    def flush(self) -> Flow[None]:
        """Writes what is left."""
        rows, self._rows, self._ids, self._bytes = self._rows, [], set(), 0
        if rows:
            yield from self._halved(rows)

    def _halved(self, rows: list[UpsertOperation]) -> Flow[None]:
        request = request_of("namespace_documents_write", [self._namespace], {}, {"upsert": rows})
        try:
            yield from data_of(self._settings, request, self._options)
        except JudgmentError as error:
            if not _is_about_rows(error):
                raise
            if len(rows) == 1:
                self._refuse(rows[0], error)
                return
            middle = (len(rows) + 1) // 2
            yield from self._halved(rows[:middle])
            yield from self._halved(rows[middle:])
            return
        self.report.written += len(rows)
        self._tell()

    def _refuse(self, row: UpsertOperation, error: JudgmentError) -> None:
        self.report.refused += 1
        if self._on_refused:
            self._on_refused(row, error)
        self._tell()

    def _tell(self) -> None:
        if self._on_written:
            self._on_written(BulkReport(self.report.written, self.report.refused))


def _id_of(row: object) -> str:
    if not isinstance(row, dict):
        raise UsageError(f"A row is a dict with an id, and this one is of the type {type(row).__qualname__}.")
    return str(row.get("id"))


def _is_about_rows(error: JudgmentError) -> bool:
    """A refusal that names another place of the request, such as its namespace, would meet each row."""
    return error.code in _ABOUT_CONTENT and (error.path is None or "upsert" in error.path)
