"""Methods of documents that do more than one operation. Each is one flow, and a name for it in both clients."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable, Mapping, Sequence
from typing import Literal, TypedDict, Unpack, cast

from ._bulk import BulkReport, BulkWriter, OnRefused, OnWritten
from ._core import AsyncResource, Resource
from ._flow import Flow
from ._options import CallOptions, Settings
from ._request import data_of, request_of
from .types import DocumentView, DocumentWritten, Filter, UpsertOperation

Part = Literal["attributes", "state", "images", "answers"]
Fresh = Literal["policy", "stored", "require"]
_MEBIBYTE = 1024 * 1024


class DocumentsById(TypedDict):
    """Documents by their ids."""

    documents: list[DocumentView]
    missing: list[str]
    """Ids that do not exist."""


def _get_many(
    settings: Settings, namespace: str, ids: Sequence[str], read: Mapping[str, object], options: CallOptions
) -> Flow[DocumentsById]:
    found: DocumentsById = {"documents": [], "missing": []}
    left = list(ids)
    while left:
        body = {"ids": left[:100], **{name: value for name, value in read.items() if value is not None}}
        request = request_of("namespace_documents_get_many", [namespace], {}, body)
        page = yield from data_of(settings, request, options)
        found["documents"] += page["documents"]
        found["missing"] += page["missing"]
        # What did not fit into the reply is asked for again.
        left = [*page["remaining"], *left[100:]]
    return found


def _upsert_of(documents: Iterable[UpsertOperation], condition: Filter | None) -> dict[str, object]:
    return {"upsert": list(documents), **({} if condition is None else {"condition": condition})}


def _query_of(fresh: Fresh | None, include: Sequence[Part] | None, judgments: Sequence[str] | None) -> dict[str, object]:
    def joined(names: Sequence[str] | None) -> str | None:
        return None if names is None else ",".join(names)

    return {"fresh": fresh, "include": joined(include), "judgments": joined(judgments)}


class SpecialDocuments(Resource):
    """What documents do beside the operations."""

    def upsert(
        self, documents: Iterable[UpsertOperation], *, condition: Filter | None = None, **options: Unpack[CallOptions]
    ) -> DocumentWritten:
        """Writes whole documents, all of them or none; `condition` skips those that do not match it."""
        written = self._call("namespace_documents_write", [], {}, _upsert_of(documents, condition), options)
        return cast(DocumentWritten, written)

    def get(
        self,
        id: str,
        *,
        fresh: Fresh | None = None,
        include: Sequence[Part] | None = None,
        judgments: Sequence[str] | None = None,
        **options: Unpack[CallOptions],
    ) -> DocumentView:
        """One document with its answers. Raises JudgmentError `not_found`."""
        read = self._call("namespace_documents_get", [id], _query_of(fresh, include, judgments), None, options)
        return cast(DocumentView, read)

    def get_many(
        self,
        ids: Sequence[str],
        *,
        fresh: Fresh | None = None,
        include: Sequence[Part] | None = None,
        judgments: Sequence[str] | None = None,
        **options: Unpack[CallOptions],
    ) -> DocumentsById:
        """Documents by their ids, in batches of 100, with the ids that are missing."""
        read = {"fresh": fresh, "include": include, "judgments": judgments}
        return self._core.driver.run(_get_many(self._core.settings, self._bound[0], ids, read, options))

    def delete(self, id: str, **options: Unpack[CallOptions]) -> DocumentWritten:
        """Deletes a document: the write of the same effect, so that no proxy reads an id as a part of a path."""
        written = self._call("namespace_documents_write", [], {}, {"delete": [{"id": id}]}, options)
        return cast(DocumentWritten, written)

    def bulk(
        self,
        documents: Iterable[UpsertOperation],
        *,
        max_rows: int = 500,
        max_bytes: int = 4 * _MEBIBYTE,
        on_refused: OnRefused | None = None,
        on_written: OnWritten | None = None,
        **options: Unpack[CallOptions],
    ) -> BulkReport:
        """Writes any number of documents in batches, in their order.

        Args:
            max_rows: rows a batch, 1 to 500.
            max_bytes: bytes of JSON a batch, 1,024 to 8 MiB; a longer row is sent by itself.
            on_refused: called with each row that is refused, and why; the others are written.
            on_written: called with the sums after each batch.

        Raises:
            JudgmentError: for what is not about a row, such as a lost connection. What was written stays.
        """
        run = self._core.driver.run
        writer = BulkWriter(
            self._core.settings,
            self._bound[0],
            max_rows=max_rows,
            max_bytes=max_bytes,
            on_refused=on_refused,
            on_written=on_written,
            options=options,
        )
        for row in documents:
            run(writer.add(row))
        run(writer.flush())
        return writer.report


class SpecialAsyncDocuments(AsyncResource):
    """What documents do beside the operations."""

    async def upsert(
        self, documents: Iterable[UpsertOperation], *, condition: Filter | None = None, **options: Unpack[CallOptions]
    ) -> DocumentWritten:
        """Writes whole documents, all of them or none; `condition` skips those that do not match it."""
        written = await self._call("namespace_documents_write", [], {}, _upsert_of(documents, condition), options)
        return cast(DocumentWritten, written)

    async def get(
        self,
        id: str,
        *,
        fresh: Fresh | None = None,
        include: Sequence[Part] | None = None,
        judgments: Sequence[str] | None = None,
        **options: Unpack[CallOptions],
    ) -> DocumentView:
        """One document with its answers. Raises JudgmentError `not_found`."""
        read = await self._call("namespace_documents_get", [id], _query_of(fresh, include, judgments), None, options)
        return cast(DocumentView, read)

    async def get_many(
        self,
        ids: Sequence[str],
        *,
        fresh: Fresh | None = None,
        include: Sequence[Part] | None = None,
        judgments: Sequence[str] | None = None,
        **options: Unpack[CallOptions],
    ) -> DocumentsById:
        """Documents by their ids, in batches of 100, with the ids that are missing."""
        read = {"fresh": fresh, "include": include, "judgments": judgments}
        return await self._core.driver.run(_get_many(self._core.settings, self._bound[0], ids, read, options))

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> DocumentWritten:
        """Deletes a document: the write of the same effect, so that no proxy reads an id as a part of a path."""
        written = await self._call("namespace_documents_write", [], {}, {"delete": [{"id": id}]}, options)
        return cast(DocumentWritten, written)

    async def bulk(
        self,
        documents: Iterable[UpsertOperation] | AsyncIterable[UpsertOperation],
        *,
        max_rows: int = 500,
        max_bytes: int = 4 * _MEBIBYTE,
        on_refused: OnRefused | None = None,
        on_written: OnWritten | None = None,
        **options: Unpack[CallOptions],
    ) -> BulkReport:
        """Writes any number of documents in batches, in their order; as the method of Client does."""
        run = self._core.driver.run
        writer = BulkWriter(
            self._core.settings,
            self._bound[0],
            max_rows=max_rows,
            max_bytes=max_bytes,
            on_refused=on_refused,
            on_written=on_written,
            options=options,
        )
        if isinstance(documents, AsyncIterable):
            async for row in documents:
                await run(writer.add(row))
        else:
            for row in documents:
                await run(writer.add(row))
        await run(writer.flush())
        return writer.report
