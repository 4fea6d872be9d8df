"""What receives webhooks: the signature of a request is checked before its event is read."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol, TypeAlias, cast

from .types import WebhookEvent

_PREFIX = "whsec_"
_SCHEME = "v1,"
_LEAST_BYTES, _MOST_BYTES = 24, 64
_TOLERANCE_S = 300


class HasItems(Protocol):
    """Headers by name, such as a dict, or those of `http.server`."""

    def items(self) -> Iterable[tuple[str, Any]]:
        """Names with their values, one that occurs twice with both."""
        ...


WebhookHeaders: TypeAlias = HasItems | Iterable[tuple[str, str]]


class WebhookVerificationError(Exception):
    """The request cannot be shown to come from the service: answer it with 400.

    The message says what to correct and contains neither the secret nor the body.

    Attributes:
        reason: what failed: a header that is missing or invalid, the time, or the signature.
    """

    def __init__(self, reason: Literal["headers", "timestamp", "signature"], message: str) -> None:
        super().__init__(reason, message)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[1])


def verify_webhook(
    payload: bytes | str,
    headers: WebhookHeaders,
    secret: str | Sequence[str],
    *,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies a webhook request and returns its event.

    It accepts a request that was signed at most five minutes ago, or ahead, since clocks differ, when any `v1,` entry of its
    header fits. It compares every entry with every secret, each in constant time.

    Args:
        payload: the body exactly as received, before JSON parsing: bytes, or their UTF-8 text.
        headers: by name, in any case: a mapping, or pairs.
        secret: the endpoint's secret, or several during a rotation.
        now: the receiver's time in Unix seconds; default: the clock's.

    Returns:
        The event; members and types that this version does not know stay unchanged.

    Raises:
        WebhookVerificationError: answer it with 400.
        TypeError: the payload is already parsed.
        ValueError: a signed body that is no event, which the service never sends.
    """
    if not isinstance(payload, (bytes, bytearray, str)):
        raise TypeError("The payload must be the raw body, as text or bytes, before any JSON parsing.")
    body = payload.encode() if isinstance(payload, str) else bytes(payload)
    id_, timestamp, signatures = (_header_of(headers, f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    _demand_recent(timestamp, time.time() if now is None else now)
    given = [entry.encode() for entry in signatures.split(" ") if entry.startswith(_SCHEME)]
    matches = 0
    for key in [_key_of(one) for one in ([secret] if isinstance(secret, str) else secret)]:
        digest = hmac.new(key, f"{id_}.{timestamp}.".encode() + body, hashlib.sha256).digest()
        expected = _SCHEME.encode() + base64.b64encode(digest)
        matches += sum(hmac.compare_digest(entry, expected) for entry in given)
    if matches == 0:
        raise WebhookVerificationError(
            "signature",
            "No `v1,` entry of `webhook-signature` fits this body and secret; check that the body is raw and the secret current.",
        )
    event = json.loads(body)
    if not (isinstance(event, dict) and isinstance(event.get("id"), str) and isinstance(event.get("type"), str)):
        raise ValueError("The body is signed but is no event.")
    if not isinstance(event.get("data"), dict):
        raise ValueError("The body is signed but is no event.")
    return cast(WebhookEvent, event)


def _header_of(headers: WebhookHeaders, name: str) -> str:
    pairs = cast("HasItems", headers).items() if hasattr(headers, "items") else headers
    values = [value for key, value in pairs if key.lower() == name]
    if len(values) != 1 or not values[0]:
        raise WebhookVerificationError("headers", f"The header `{name}` must occur exactly once.")
    return values[0]


def _demand_recent(timestamp: str, now: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("headers", "The header `webhook-timestamp` must be whole Unix seconds.")
    if abs(now - int(timestamp)) > _TOLERANCE_S:
        raise WebhookVerificationError(
            "timestamp", "The header `webhook-timestamp` lies more than 5 minutes from this clock; is the clock right?"
        )


def _key_of(secret: str) -> bytes:
    """The key of a secret, with or without `whsec_`. No signature could match a mistaken one, so the mistake is named."""
    if not isinstance(secret, str) or not secret:
        raise _mistaken("is empty; set it to the text that begins with `whsec_`")
    if re.search(r"\s", secret):
        raise _mistaken("contains a blank or a line break; paste it without them")
    if re.match(r"v\d+[a-z]?,", secret):
        raise _mistaken("begins with `v1,` as signatures do; remove that, or paste the text that begins with `whsec_`")
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except (binascii.Error, ValueError):
        raise _mistaken("is not base64 after `whsec_`; paste it whole, with the `=` at its end") from None
    if not _LEAST_BYTES <= len(key) <= _MOST_BYTES:
        raise _mistaken(f"has {len(key)} bytes instead of {_LEAST_BYTES} to {_MOST_BYTES}; paste it whole")
    return key


def _mistaken(what: str) -> WebhookVerificationError:
    return WebhookVerificationError("signature", f"The secret {what}.")
