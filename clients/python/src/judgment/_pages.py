"""Lists in pages: iterated, they are every item of every page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, TypeVar

from .errors import JudgmentError

P = TypeVar("P")
I = TypeVar("I")  # noqa: E741 - an item


class Pages(Generic[P, I]):
    """A list in pages. `limit` of a call is the size of a page: iterating reads page after page to the end."""

    def __init__(self, read: Callable[[str | None], Any], member: str) -> None:
        self._read, self._member = read, member

    def first(self) -> P:
        """The first page alone, with its `next_cursor`."""
        page: P = self._read(None)
        return page

    def pages(self) -> Iterator[P]:
        """Page after page."""
        cursor: str | None = None
        while True:
            page = self._read(cursor)
            yield page
            cursor = _next_of(page, cursor)
            if cursor is None:
                return

    def __iter__(self) -> Iterator[I]:
        for page in self.pages():
            yield from _items_of(page, self._member)


class AsyncPages(Generic[P, I]):
    """A list in pages. `limit` of a call is the size of a page: iterating reads page after page to the end."""

    def __init__(self, read: Callable[[str | None], Awaitable[Any]], member: str) -> None:
        self._read, self._member = read, member

    async def first(self) -> P:
        """The first page alone, with its `next_cursor`."""
        page: P = await self._read(None)
        return page

    async def pages(self) -> AsyncIterator[P]:
        """Page after page."""
        cursor: str | None = None
        while True:
            page = await self._read(cursor)
            yield page
            cursor = _next_of(page, cursor)
            if cursor is None:
                return

    async def __aiter__(self) -> AsyncIterator[I]:
        async for page in self.pages():
            for item in _items_of(page, self._member):
                yield item


def _items_of(page: Any, member: str) -> list[Any]:
    items = page.get(member) if isinstance(page, dict) else None
    return items if isinstance(items, list) else []


def _next_of(page: Any, cursor: str | None) -> str | None:
    following = page.get("next_cursor") if isinstance(page, dict) else None
    if following is None:
        return None
    if following == cursor:
        raise JudgmentError(
            "The service gave the cursor of the page it had just read, so the list would never end.",
            code="usage",
            status=200,
            details={"cursor": cursor},
        )
    return str(following)
