"""Events in the feed's order, each once, across restarts of the service."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Literal

from ._flow import Flow
from ._options import CallOptions, Settings, whole_within
from ._request import data_of, request_of
from .errors import GapError, JudgmentError
from .types import EventList, EventView

_REMEMBERED = 10_000
"""Ids of events that were given: a cursor may stand before the last of them."""


class Follower:
    """Reads the feed page by page. A page without events moves the cursor, too, so that a quiet filter never falls behind."""

    def __init__(
        self,
        settings: Settings,
        *,
        types: Sequence[str] | None,
        namespace_prefix: str | None,
        start: str | None,
        on_gap: Literal["raise", "oldest"],
        wait: int,
        options: CallOptions,
    ) -> None:
        self._settings, self._options, self._on_gap = settings, options, on_gap
        self._query = {
            "wait": whole_within("wait", wait, 1, 30),
            "types": None if types is None else ",".join(types),
            "namespace_prefix": namespace_prefix,
        }
        self.cursor = start
        self._given: OrderedDict[str, None] = OrderedDict()

    def page(self) -> Flow[list[EventView]]:
        """The next events, perhaps none. Raises GapError when events after the cursor are gone."""
        request = request_of("events_read", [], {**self._query, "cursor": self.cursor}, None)
        try:
            page: EventList = yield from data_of(self._settings, request, self._options)
        except JudgmentError as error:
            if error.reason != "cursor_expired":
                raise
            # Asked from the oldest event on, the feed has no gap: such a refusal would come again for ever.
            if self._on_gap == "oldest" and self.cursor is not None:
                self.cursor = None
                return []
            raise GapError(
                "Events after this cursor are older than 30 days and gone: read what they were about anew.",
                code="gap",
                status=error.status,
                details={"cursor": self.cursor},
            ) from error
        if page["next_cursor"] is not None:
            self.cursor = page["next_cursor"]
        elif self.cursor == "latest":
            # No event is kept: the first one is the next.
            self.cursor = None
        return [event for event in page["events"] if self._is_new(event["id"])]

    def _is_new(self, event: str) -> bool:
        if event in self._given:
            return False
        self._given[event] = None
        if len(self._given) > _REMEMBERED:
            self._given.popitem(last=False)
        return True
