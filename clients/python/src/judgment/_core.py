"""Calls of operations by their ids. Resources are thin names for these calls."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any

from ._attempts import Request
from ._flow import AsyncDriver, Driver
from ._options import CallOptions, Settings
from ._pages import AsyncPages, Pages
from ._request import PageReader, data_of, request_of


class Core:
    """What the resources of a Client share."""

    def __init__(self, settings: Settings, driver: Driver) -> None:
        self.settings, self.driver = settings, driver

    def send(self, request: Request, options: CallOptions) -> Any:
        """The data of one call."""
        return self.driver.run(data_of(self.settings, request, options))


class AsyncCore:
    """What the resources of an AsyncClient share."""

    def __init__(self, settings: Settings, driver: AsyncDriver) -> None:
        self.settings, self.driver = settings, driver

    async def send(self, request: Request, options: CallOptions) -> Any:
        """The data of one call."""
        return await self.driver.run(data_of(self.settings, request, options))


class Resource:
    """Names for calls; `bound` are the first parts of their paths."""

    def __init__(self, core: Core, *bound: str) -> None:
        self._core, self._bound = core, bound

    def _call(
        self,
        operation: str,
        parts: builtins.list[str],
        query: Mapping[str, object],
        body: object,
        options: CallOptions,
    ) -> Any:
        return self._core.send(request_of(operation, [*self._bound, *parts], query, body), options)

    def _list(
        self,
        operation: str,
        parts: builtins.list[str],
        query: Mapping[str, object],
        body: object,
        options: CallOptions,
    ) -> Pages[Any, Any]:
        reader = PageReader(operation, [*self._bound, *parts], query, body)
        return Pages(lambda cursor: self._core.send(reader.at(cursor), options), reader.member)


class AsyncResource:
    """Names for calls; `bound` are the first parts of their paths."""

    def __init__(self, core: AsyncCore, *bound: str) -> None:
        self._core, self._bound = core, bound

    async def _call(
        self,
        operation: str,
        parts: builtins.list[str],
        query: Mapping[str, object],
        body: object,
        options: CallOptions,
    ) -> Any:
        return await self._core.send(request_of(operation, [*self._bound, *parts], query, body), options)

    def _list(
        self,
        operation: str,
        parts: builtins.list[str],
        query: Mapping[str, object],
        body: object,
        options: CallOptions,
    ) -> AsyncPages[Any, Any]:
        reader = PageReader(operation, [*self._bound, *parts], query, body)
        return AsyncPages(lambda cursor: self._core.send(reader.at(cursor), options), reader.member)
