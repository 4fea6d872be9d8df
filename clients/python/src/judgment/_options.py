"""Options of a client and of one call, with their bounds."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict, cast
from urllib.parse import urlsplit

import httpx

from .errors import UsageError
from .types import JobView

_DAY_S = 86_400.0


@dataclass(frozen=True)
class Meta:
    """What a reply says beside its data."""

    status: int
    attempts: int
    """Attempts that the call took, the last one included."""
    request_id: str | None
    replayed: bool
    """The service had carried out this write before and repeats its first reply."""
    idempotency_key: str | None
    headers: Mapping[str, str]
    """By their names in lower case."""


class ClientOptions(TypedDict, total=False):
    """Options of every call of a client, and of one call, which then stands before them."""

    timeout: float
    """Seconds an attempt may take, to the last byte of the reply. Default 40: the service stops at 35."""
    total_timeout: float
    """Seconds of all attempts and the waits between them, at most a day. Default 180. The wait for a job is not part of it."""
    retries: int
    """Further attempts after the first, 0 to 100. Default 6; a fault of the service (500) is repeated twice at most."""


class CallOptions(ClientOptions, total=False):
    """Options of one call; the client's own stand where a call names none."""

    idempotency_key: str
    """Replaces the random key that all attempts of a write share. With the same key a later process gets the first reply."""
    accept: str
    """A form of the reply other than JSON, such as `text/csv` or `image/*`: the data is then its text, or its bytes."""
    wait_for_job: bool
    """False returns a job at once instead of waiting for its result."""
    job_timeout: float
    """Seconds to wait for a job. Default: without bound, since a run may take an hour."""
    on_progress: Callable[[JobView], object]
    """Called with the job at each poll."""
    on_reply: Callable[[Meta], object]
    """Called with what the reply says beside its data: attempts, request id, whether it is a repeated one."""


@dataclass(frozen=True)
class Runtime:
    """Time and chance, which tests replace."""

    now: Callable[[], float] = time.time
    """Unix seconds."""
    random: Callable[[], float] = random.random
    """A random number in [0, 1)."""
    sleep: Callable[[float], Any] | None = None
    """In place of the real sleep; awaited by AsyncClient."""


@dataclass
class Settings:
    """What all calls of a client share."""

    base_url: str
    api_key: str | Callable[[], str] = field(repr=False)
    defaults: ClientOptions
    runtime: Runtime = field(repr=False)
    held: str | None = field(default=None, repr=False)
    """The key that a function gave."""

    def authorization(self) -> str:
        """The header that says who asks."""
        if callable(self.api_key):
            self.held = self.held or self.api_key()
            return f"Bearer {self.held}"
        return f"Bearer {self.api_key}"

    def forget(self) -> bool:
        """Forgets a key that the service no longer knows; returns whether another one can be asked for."""
        self.held = None
        return callable(self.api_key)


def settings_of(
    base_url: str | None,
    api_key: str | Callable[[], str] | None,
    allow_insecure_http: bool | None,
    defaults: ClientOptions,
    runtime: Runtime,
) -> Settings:
    """Raises UsageError when an address or a key is missing, or the key would be sent in the clear."""
    # Only what was left out is read there: an empty key of one service must not send the key of another.
    address = os.environ.get("JUDGMENT_BASE_URL") if base_url is None else base_url
    key = os.environ.get("JUDGMENT_API_KEY") if api_key is None else api_key
    if not address:
        raise UsageError("Give base_url, or set JUDGMENT_BASE_URL.")
    if not key:
        raise UsageError("Give api_key, or set JUDGMENT_API_KEY.")
    if allow_insecure_http is None:
        allow_insecure_http = os.environ.get("JUDGMENT_ALLOW_HTTP") == "1"
    _demand_names(defaults, ClientOptions)
    limits_of(defaults, {})
    return Settings(_base_of(address, allow_insecure_http), key, defaults, runtime)


def _base_of(address: str, allow_insecure_http: bool) -> str:
    base = address.rstrip("/")
    try:
        httpx.URL(base)
        parts = urlsplit(base)
    except (httpx.InvalidURL, ValueError):
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or not parts.path.endswith("/v1"):
        raise UsageError("base_url must be an address that ends in /v1, such as https://judge.example.com/v1.")
    if parts.username or parts.query or parts.fragment:
        raise UsageError("base_url must be an address alone: give the key as api_key.")
    is_loopback = re.fullmatch(r"localhost|127(\.\d+){3}|::1", parts.hostname) is not None
    if parts.scheme == "http" and not (is_loopback or allow_insecure_http):
        raise UsageError(
            "base_url must begin with https: over http a key could be read on the way. Inside a network that you trust, "
            "give allow_insecure_http=True or set JUDGMENT_ALLOW_HTTP=1."
        )
    return base


@dataclass(frozen=True)
class Limits:
    """Times in seconds and counts of one call."""

    timeout: float
    total_timeout: float
    retries: int


def limits_of(client: ClientOptions, call: CallOptions) -> Limits:
    """The call's own limits, then the client's, then the defaults. Raises UsageError for one out of its bounds."""
    _demand_names(call, CallOptions)
    given = cast("dict[str, Any]", {"timeout": 40.0, "total_timeout": 180.0, "retries": 6, **client, **call})
    within("job_timeout", given.get("job_timeout", 0), 0, float("inf"))
    return Limits(
        within("timeout", given["timeout"], 0.001, _DAY_S),
        within("total_timeout", given["total_timeout"], 0.001, _DAY_S),
        whole_within("retries", given["retries"], 0, 100),
    )


def _demand_names(given: Mapping[str, object], known: type[ClientOptions]) -> None:
    for name in given:
        if name not in known.__annotations__:
            raise UsageError(f"There is no option {name!r} here: the options are {', '.join(known.__annotations__)}.")


def within(name: str, value: object, least: float, most: float) -> float:
    """Raises UsageError when the value is no number in [least, most]."""
    if isinstance(value, (int, float)) and least <= value <= most:
        return value
    raise UsageError(f"Give {name} a number from {least:,} to {most:,}.")


def whole_within(name: str, value: object, least: int, most: int) -> int:
    """Raises UsageError when the value is no whole number in [least, most]."""
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise UsageError(f"Give {name} a whole number from {least:,} to {most:,}.")
