"""One flow for both clients: a generator yields what it needs, and a small driver of each kind does it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import httpx

from ._options import Runtime
from .errors import UsageError

T = TypeVar("T")


@dataclass(frozen=True)
class Send:
    """Send a request once; the answer is a Reply, or a Broken."""

    method: str
    url: str
    headers: dict[str, str]
    content: bytes | None
    timeout: float
    """Seconds until the last byte: headers may come long before it does."""

    def kept(self, response: httpx.Response, content: bytes) -> Reply:
        """What is kept of a response."""
        return Reply(response.status_code, {name.lower(): value for name, value in response.headers.items()}, content)


@dataclass(frozen=True)
class Sleep:
    """Wait for so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Reply:
    """A reply that came whole. Names of headers are in lower case."""

    status: int
    headers: dict[str, str]
    content: bytes


@dataclass(frozen=True)
class Broken:
    """No reply, or one that broke off or took too long."""

    cause: Exception


Flow: TypeAlias = Generator[Send | Sleep, Any, T]


class Driver:
    """Runs flows with a client of httpx that blocks."""

    def __init__(self, http: httpx.Client, runtime: Runtime) -> None:
        self._http = http
        self._sleep = runtime.sleep or time.sleep

    def run(self, flow: Flow[T]) -> T:
        """What a flow returns."""
        given: Reply | Broken | None = None
        try:
            while True:
                effect = flow.send(given)
                given = self._sent(effect) if isinstance(effect, Send) else self._sleep(effect.seconds)
        except StopIteration as end:
            value: T = end.value
            return value

    def _sent(self, send: Send) -> Reply | Broken:
        ends = time.monotonic() + send.timeout
        times = httpx.Timeout(send.timeout, pool=None)
        parts: list[bytes] = []
        try:
            with self._http.stream(
                send.method, send.url, headers=send.headers, content=send.content, timeout=times, follow_redirects=False
            ) as response:
                for part in response.iter_bytes():
                    parts.append(part)
                    if time.monotonic() > ends:
                        raise httpx.ReadTimeout("The reply did not end in time.")
                return send.kept(response, b"".join(parts))
        except httpx.InvalidURL as cause:
            raise _no_address(cause) from None
        except httpx.HTTPError as cause:
            return Broken(cause)


class AsyncDriver:
    """Runs flows with a client of httpx for asyncio."""

    def __init__(self, http: httpx.AsyncClient, runtime: Runtime, most_at_once: int) -> None:
        self._http = http
        self._sleep = runtime.sleep or asyncio.sleep
        self._turns = asyncio.Semaphore(most_at_once)

    async def run(self, flow: Flow[T]) -> T:
        """What a flow returns."""
        given: Reply | Broken | None = None
        try:
            while True:
                effect = flow.send(given)
                given = await (self._sent(effect) if isinstance(effect, Send) else self._sleep(effect.seconds))
        except StopIteration as end:
            value: T = end.value
            return value

    async def _sent(self, send: Send) -> Reply | Broken:
        async with self._turns:
            try:
                async with asyncio.timeout(send.timeout):
                    response = await self._http.request(
                        send.method, send.url, headers=send.headers, content=send.content, timeout=None, follow_redirects=False
                    )
                    return send.kept(response, response.content)
            except httpx.InvalidURL as cause:
                raise _no_address(cause) from None
            except (httpx.HTTPError, TimeoutError) as cause:
                return Broken(cause)


def _no_address(cause: httpx.InvalidURL) -> UsageError:
    return UsageError(f"The path of this call makes no address: {cause}.")
