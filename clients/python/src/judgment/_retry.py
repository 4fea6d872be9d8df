"""What follows an attempt that gave no success. Pure: time and chance are given."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

_BACKOFF_S = 0.5
_LONGEST_BACKOFF_S = 8.0
_REPEATED_FAULTS = 2
"""A fault of the service that stays after so many repetitions stays."""


@dataclass(frozen=True)
class Outcome:
    """What an attempt came to."""

    status: int | None
    """None for a connection that broke or took too long."""
    retry_after: str | None = None
    resets_at: str | None = None
    is_ours: bool = False
    """The service's own: its body is an error envelope. Anything else came from what stands before the service."""

    @property
    def is_fault(self) -> bool:
        """A fault of the service itself, which a repetition may meet again."""
        return self.status == 500 and self.is_ours

    @property
    def may_be_done(self) -> bool | None:
        """Whether the request may have been carried out all the same; None where this says nothing of earlier attempts."""
        if self.status is None:
            return True
        if self.status >= 500:
            return None if self.status == 503 and self.is_ours else True
        return None if self.status == 429 else False

    @property
    def is_passing(self) -> bool:
        """Another attempt may meet something else."""
        if self.status is None:
            return True
        return self.status in (429, 500, 502, 503, 504) or (self.status >= 500 and not self.is_ours)


@dataclass(frozen=True)
class Wait:
    """Send again after so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Stop:
    """Raise; `retry_after` in seconds is what the service named."""

    retry_after: float | None


def decide(outcome: Outcome, *, attempt: int, faults: int, left: float, retries: int, now: float, random: float) -> Wait | Stop:
    """What follows an attempt that gave no success.

    A named wait is never shortened, only lengthened a little, so that many clients do not come back at the same instant; one
    that is longer than what is left stops at once.

    Args:
        attempt: 1 for the first.
        faults: attempts that ended in a fault of the service, this one included.
        left: seconds that are left of the total time-out.
        now: Unix seconds.
        random: a random number in [0, 1).
    """
    named = _named_wait(outcome.retry_after, now)
    if not outcome.is_passing:
        return Stop(named)
    if outcome.status == 429 and outcome.resets_at is not None and named is None:
        return Stop(None)
    if (outcome.is_fault and faults > _REPEATED_FAULTS) or attempt > retries:
        return Stop(named)
    if named is None:
        seconds = min(_LONGEST_BACKOFF_S, _BACKOFF_S * 2.0 ** (attempt - 1)) * (0.75 + random / 2)
    else:
        seconds = named + min(0.25, named / 4) * random
    return Stop(named) if seconds > left else Wait(seconds)


def _named_wait(header: str | None, now: float) -> float | None:
    """`Retry-After` in seconds: a number or a date; None without one that can be read."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", header.strip()):
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - now)
    except (ValueError, OverflowError):
        return None
