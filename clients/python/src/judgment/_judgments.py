"""Methods of judgments beside the operations."""

from __future__ import annotations

from typing import Unpack, cast

from ._core import AsyncResource, Resource
from ._options import CallOptions
from ._request import confirmed
from .types import JudgmentChange


class SpecialJudgments(Resource):
    """What judgments do beside the operations."""

    def confirm(self, change: JudgmentChange, **options: Unpack[CallOptions]) -> JudgmentChange:
        """Sends the request of a reply that asks for a confirmation again, with its token and a key of its own.

        Raises:
            UsageError: when the reply did not come from this client, or asks for no confirmation.
        """
        return cast(JudgmentChange, self._core.send(confirmed(change), options))


class SpecialAsyncJudgments(AsyncResource):
    """What judgments do beside the operations."""

    async def confirm(self, change: JudgmentChange, **options: Unpack[CallOptions]) -> JudgmentChange:
        """Sends the request of a reply that asks for a confirmation again, with its token and a key of its own."""
        return cast(JudgmentChange, await self._core.send(confirmed(change), options))
