"""The two clients: one that blocks, and one for asyncio. Both have the same resources and names."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any, Unpack

import httpx

from ._attempts import Request
from ._core import AsyncCore, Core
from ._flow import AsyncDriver, Driver
from ._options import CallOptions, ClientOptions, Runtime, settings_of
from .async_resources import AsyncResources
from .errors import UsageError
from .resources import Resources

_MOST_AT_ONCE = 16
"""Requests of a client in flight; the service refuses the 33rd read of a namespace."""


def _request_of(method: str, path: str, body: object) -> Request:
    if not path.startswith("/"):
        raise UsageError("Give a path that begins with a slash, such as /organization.")
    return Request(method.upper(), path, body, method.upper() == "GET")


class Client(Resources):
    """Client of the Judgment Service.

    It waits where the service says to wait, repeats a write with one Idempotency-Key, and gives a job's result as if the
    service had answered at once. One client serves many threads.

        with Client() as client:  # JUDGMENT_BASE_URL, JUDGMENT_API_KEY
            desk = client.namespace("acme/desk")
            for document in desk.query({"filter": {"answers.late.thresholds.alarm": True}}):
                use(document)

    Args:
        base_url: ends in `/v1`. Default: JUDGMENT_BASE_URL.
        api_key: Default: JUDGMENT_API_KEY. A function is asked at the first request, and once more after a 401.
        allow_insecure_http: takes an `http:` address beyond this machine, where the key crosses the network in the clear.
            Default: whether JUDGMENT_ALLOW_HTTP is `1`.
        http_client: your own client of httpx, for a proxy or certificates; it is yours to close.
        runtime: time and chance, for tests.
        options: time-outs and retries of every call.

    Raises:
        UsageError: when an address or a key is missing, or the key would be sent in the clear.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | Callable[[], str] | None = None,
        *,
        allow_insecure_http: bool | None = None,
        http_client: httpx.Client | None = None,
        runtime: Runtime | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        run = runtime or Runtime()
        settings = settings_of(base_url, api_key, allow_insecure_http, options, run)
        self._is_own = http_client is None
        self._http = http_client or httpx.Client(limits=httpx.Limits(max_connections=_MOST_AT_ONCE))
        super().__init__(Core(settings, Driver(self._http, run)))

    def request(self, method: str, path: str, body: object = None, **options: Unpack[CallOptions]) -> Any:
        """Any path below the base address, with the same key, retries and waiting. `path` is escaped and begins with `/`."""
        return self._core.send(_request_of(method, path, body), options)

    def close(self) -> None:
        """Closes the connections of this client."""
        if self._is_own:
            self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Client(base_url={self._core.settings.base_url!r})"


class AsyncClient(AsyncResources):
    """Client of the Judgment Service for asyncio, with the resources and names of Client; its arguments are the same."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | Callable[[], str] | None = None,
        *,
        allow_insecure_http: bool | None = None,
        http_client: httpx.AsyncClient | None = None,
        runtime: Runtime | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        run = runtime or Runtime()
        settings = settings_of(base_url, api_key, allow_insecure_http, options, run)
        self._is_own = http_client is None
        self._http = http_client or httpx.AsyncClient()
        super().__init__(AsyncCore(settings, AsyncDriver(self._http, run, _MOST_AT_ONCE)))

    async def request(self, method: str, path: str, body: object = None, **options: Unpack[CallOptions]) -> Any:
        """Any path below the base address, with the same key, retries and waiting. `path` is escaped and begins with `/`."""
        return await self._core.send(_request_of(method, path, body), options)

    async def close(self) -> None:
        """Closes the connections of this client."""
        if self._is_own:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncClient(base_url={self._core.settings.base_url!r})"
