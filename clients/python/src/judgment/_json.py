"""Bodies as JSON: what JSON cannot hold is refused with its path, and never changed on the way."""

from __future__ import annotations

import json
import math
from datetime import datetime
from typing import Any

from .errors import UsageError

_DEEPEST = 200
_LONGEST_PATH = 200
"""Characters of a path in a sentence; `path` of the error is whole."""


def json_of(body: object) -> bytes:
    """A body as JSON in UTF-8.

    Raises:
        UsageError: for NaN, infinities, keys that are no texts and everything that JSON has no form for; its `path` says where.
    """
    _check(body, "", 0)
    try:
        return json.dumps(body, allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode()
    except ValueError as error:
        # A whole number of thousands of digits, which Python writes no longer.
        raise UsageError(f"The body cannot be sent as it is: {error}.") from None


def _check(value: object, path: str, depth: int) -> None:
    if value is None or isinstance(value, (bool, int)):
        return
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _refused(path, f"{value} is no number of JSON. Give None for a value that is missing, or leave the member out")
    elif isinstance(value, str):
        _check_text(value, path)
    elif depth > _DEEPEST:
        raise _refused(path, f"it nests deeper than {_DEEPEST} levels, or holds itself")
    elif isinstance(value, dict):
        for key, member in value.items():
            if not isinstance(key, str):
                raise _refused(path, f"the key {key!r} is no text: JSON would make one of it")
            _check_text(key, path)
            _check(member, f"{path}/{key.replace('~', '~0').replace('/', '~1')}", depth + 1)
    elif isinstance(value, (list, tuple)):
        for n, member in enumerate(value):
            _check(member, f"{path}/{n}", depth + 1)
    else:
        raise _refused(path, _mend(value))


def _check_text(text: str, path: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _refused(path, "the text holds half of a character") from None


def _mend(value: object) -> str:
    kind = f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")
    return f"JSON has no form for {kind}. {_advice(value, kind)}"


def _advice(value: object, kind: str) -> str:
    if isinstance(value, datetime):  # pandas.Timestamp, too
        return "Give text in UTC: .astimezone(datetime.timezone.utc).isoformat()"
    if kind.startswith("pandas.") and type(value).__name__ in ("NAType", "NaTType"):
        return "Give None for a value that is missing, or leave the member out"
    if kind == "numpy.datetime64":
        return "Give text: str(...) and Z behind it where it is UTC"
    if kind.startswith(("numpy.", "pandas.")):
        return "Give .item() of one number, .tolist() of an array"
    return {
        "set": "Give a list",
        "frozenset": "Give a list",
        "bytes": "Give text",
        "datetime.date": "Give text: .isoformat()",
        "decimal.Decimal": "Give float(...) or text",
    }.get(kind, "Give a dict, list, text, number, bool or None")


def _refused(path: str, why: str) -> UsageError:
    place = f"{path[:_LONGEST_PATH]}..." if len(path) > _LONGEST_PATH else path or "the body"
    return UsageError(f"The body cannot be sent as it is. At {place}: {why}.", path=path or None)


def parsed(content: bytes) -> tuple[bool, Any]:
    """Whether a reply is JSON or empty, and what it holds: its text where it is no JSON, None without a body."""
    if not content:
        return True, None
    try:
        return True, json.loads(content)
    except ValueError:
        return False, content.decode("utf-8", "replace")
