"""Requests of operations, of pages and of confirmations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from ._attempts import Answer, Request
from ._flow import Flow
from ._job import perform
from ._options import CallOptions, Settings
from .errors import UsageError
from .operations import OPERATIONS


class Confirmable(dict[str, Any]):
    """A reply that asks for a confirmation: it remembers the request, so that `confirm` can send it again."""

    request: Request


def request_of(operation: str, parts: Sequence[str], query: Mapping[str, object], body: object) -> Request:
    """The request of an operation; `parts` fill its path in their order.

    Raises:
        UsageError: for an empty part, `.` and `..`: addresses read these as folders even when they are escaped.
    """
    method, template, is_read, _ = OPERATIONS[operation]
    left = list(parts)
    path = re.sub(r"\{(\w+)\}", lambda found: _part(found[1], left.pop(0)), template)
    given = {name: _text_of(value) for name, value in query.items() if value is not None}
    try:
        return Request(method, f"{path}?{urlencode(given)}" if given else path, body, is_read)
    except UnicodeEncodeError:
        raise UsageError("A parameter holds half of a character, which no address can.") from None


def _part(name: str, value: str) -> str:
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise UsageError(f"{name} cannot be {value!r}: it is a part of the path, and a text other than '', '.' and '..'.")
    try:
        return quote(value, safe="")
    except UnicodeEncodeError:
        raise UsageError(f"{name} holds half of a character, which no address can.") from None


def _text_of(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def data_of(settings: Settings, request: Request, options: CallOptions) -> Flow[Any]:
    """The data of a call; one that asks for a confirmation remembers its request."""
    answer: Answer = yield from perform(settings, request, options)
    if isinstance(answer.data, dict) and isinstance(answer.data.get("confirm"), str):
        change = Confirmable(answer.data)
        change.request = request
        return change
    return answer.data


def confirmed(change: object) -> Request:
    """The request of a reply that asks for a confirmation, with its token."""
    if not isinstance(change, Confirmable):
        raise UsageError("Give the reply itself of a call that asks for a confirmation: its `confirm` is a text.")
    first = change.request
    body = first.body if isinstance(first.body, dict) else {}
    return Request(first.method, first.path, {**body, "confirm": change["confirm"]}, first.is_read)


class PageReader:
    """Requests of a list, page by page."""

    def __init__(self, operation: str, parts: Sequence[str], query: Mapping[str, object], body: object) -> None:
        self._operation, self._parts = operation, parts
        self._query, self._body = dict(query), body
        paging = OPERATIONS[operation].paging
        if paging is None:
            raise UsageError(f"{operation} is no list in pages.")
        self._place, self.member = paging
        if self._place == "body":
            self._body = dict(body) if isinstance(body, Mapping) else {}

    def at(self, cursor: str | None) -> Request:
        """The request of the page at a cursor; None is the first one, or where the caller begins."""
        query, body = self._query, self._body
        if cursor is not None and self._place == "query":
            query = {**query, "cursor": cursor}
        elif cursor is not None and isinstance(body, dict):
            body = {**body, "cursor": cursor}
        return request_of(self._operation, self._parts, query, body)
