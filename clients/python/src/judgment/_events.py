"""Methods of events beside the operations."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any, Literal, Unpack

from ._core import AsyncResource, Resource
from ._follow import Follower
from ._options import CallOptions
from .types import EventView


class SpecialEvents(Resource):
    """What events do beside the operations."""

    def follow(
        self,
        *,
        types: Sequence[str] | None = None,
        namespace_prefix: str | None = None,
        start: str | None = None,
        on_gap: Literal["raise", "oldest"] = "raise",
        on_cursor: Callable[[str | None], Any] | None = None,
        wait: int = 25,
        **options: Unpack[CallOptions],
    ) -> Iterator[EventView]:
        """Every event from a cursor on, once and in order, without end.

        Args:
            types: patterns such as `subscription.*`; default: every type.
            start: a cursor, the id of the last event that was handled, or `latest`; default: the oldest kept event.
            on_gap: `oldest` goes on at the oldest kept event when events between are gone; `raise` raises GapError.
            on_cursor: called with each cursor after the events before it were taken: store it to go on from there.
            wait: seconds that the service waits for an event, 1 to 30.
        """
        follower = Follower(
            self._core.settings,
            types=types,
            namespace_prefix=namespace_prefix,
            start=start,
            on_gap=on_gap,
            wait=wait,
            options=options,
        )
        while True:
            yield from self._core.driver.run(follower.page())
            if on_cursor:
                on_cursor(follower.cursor)


class SpecialAsyncEvents(AsyncResource):
    """What events do beside the operations."""

    async def follow(
        self,
        *,
        types: Sequence[str] | None = None,
        namespace_prefix: str | None = None,
        start: str | None = None,
        on_gap: Literal["raise", "oldest"] = "raise",
        on_cursor: Callable[[str | None], Any] | None = None,
        wait: int = 25,
        **options: Unpack[CallOptions],
    ) -> AsyncIterator[EventView]:
        """Every event from a cursor on, once and in order, without end; as the method of Client does."""
        follower = Follower(
            self._core.settings,
            types=types,
            namespace_prefix=namespace_prefix,
            start=start,
            on_gap=on_gap,
            wait=wait,
            options=options,
        )
        while True:
            for event in await self._core.driver.run(follower.page()):
                yield event
            if on_cursor:
                on_cursor(follower.cursor)
