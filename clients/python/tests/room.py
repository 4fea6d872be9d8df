"""A scripted service and clients of it, whose waits pass at once and are written down."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx

from judgment import AsyncClient, Client, Runtime

Step = Callable[[httpx.Request], httpx.Response]
START = 1_795_392_000.0
"""23 November 2026, 00:00 UTC."""


def reply(status: int, body: object, headers: dict[str, str] | None = None) -> Step:
    return lambda _: httpx.Response(status, json=body, headers=headers)


def refuse(status: int, code: str, details: dict[str, Any] | None = None, headers: dict[str, str] | None = None) -> Step:
    return reply(status, {"error": {"code": code, "message": f"Mend {code}.", "details": details or {}}}, headers)


def cut(request: httpx.Request) -> httpx.Response:
    raise httpx.RemoteProtocolError("peer closed connection without sending complete message body", request=request)


class Room:
    """Answers by a script, one step a request; a request beyond the script is refused for good."""

    def __init__(self) -> None:
        self.heard: list[httpx.Request] = []
        self.waits: list[float] = []
        self.now = START
        self._steps: list[Step] = []
        self._runtime = Runtime(now=lambda: self.now, random=lambda: 0.5, sleep=self._slept)
        self._async_runtime = Runtime(now=lambda: self.now, random=lambda: 0.5, sleep=self._slept_async)

    def play(self, *steps: Step) -> None:
        self.heard.clear()
        self.waits.clear()
        self._steps = list(steps)

    def client(self, **more: Any) -> Client:
        http = httpx.Client(transport=httpx.MockTransport(self._answer))
        given = {"base_url": "https://judge.example.com/v1", "api_key": "jk_test", **more}
        return Client(http_client=http, runtime=self._runtime, **given)

    def async_client(self, **more: Any) -> AsyncClient:
        http = httpx.AsyncClient(transport=httpx.MockTransport(self._answer))
        given = {"base_url": "https://judge.example.com/v1", "api_key": "jk_test", **more}
        return AsyncClient(http_client=http, runtime=self._async_runtime, **given)

    def bodies(self) -> list[Any]:
        return [json.loads(request.content) for request in self.heard]

    def keys(self) -> list[str | None]:
        return [request.headers.get("idempotency-key") for request in self.heard]

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.heard.append(request)
        step = self._steps.pop(0) if self._steps else refuse(410, "beyond_the_script")
        return step(request)

    def _slept(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    async def _slept_async(self, seconds: float) -> None:
        self._slept(seconds)
