"""Errors of the client. The message of each tells how to mend the request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class JudgmentError(Exception):
    """Every error of this client that is about a request.

    Attributes:
        code: code of the error envelope, such as `not_found`. The client's own are `connection`, `usage`, `redirect`,
            `not_json`, `gap` and `job_timeout`.
        status: HTTP status; None when no reply came.
        reason: the cause, where one code has several.
        path: where in the request the fault is, such as `/upsert/3/id`.
        request_id: names the request in the logs of the service.
        details: every fact that the service sent with the code.
        outcome_unknown: the write may or may not have been carried out: repeat it with `idempotency_key` to learn which.
        idempotency_key: the key of the write.
        retry_after: seconds after which the service would take the request again.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        reason: str | None = None,
        path: str | None = None,
        request_id: str | None = None,
        details: Mapping[str, Any] | None = None,
        outcome_unknown: bool = False,
        idempotency_key: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.reason = reason
        self.path = path
        self.request_id = request_id
        self.details: dict[str, Any] = dict(details or {})
        self.outcome_unknown = outcome_unknown
        self.idempotency_key = idempotency_key
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[Any, ...]:
        # Workers of `multiprocessing` send their errors home: an exception with named arguments needs this.
        return _rebuilt, (type(self), str(self), self.__dict__)


def _rebuilt(kind: type[JudgmentError], message: str, facts: dict[str, Any]) -> JudgmentError:
    error = kind.__new__(kind, message)
    error.__dict__.update(facts)
    return error


class UsageError(JudgmentError):
    """A call that cannot be sent; nothing was."""

    def __init__(self, message: str, *, path: str | None = None) -> None:
        super().__init__(message, code="usage", path=path)


class ConnectionError(JudgmentError):
    """No reply, or one that broke off, in every attempt."""


class DailyAllowanceError(JudgmentError):
    """The allowance of a day is used up; nothing is sent again before `resets_at`."""

    @property
    def resets_at(self) -> str:
        """The moment from which on the service takes the request again, ISO 8601 in UTC."""
        return str(self.details.get("resets_at"))


class GapError(JudgmentError):
    """Events between a cursor and the oldest kept one are gone."""


def error_of(
    status: int,
    body: object,
    *,
    request_id: str | None = None,
    outcome_unknown: bool = False,
    idempotency_key: str | None = None,
    retry_after: float | None = None,
) -> JudgmentError:
    """The error of a reply's envelope; an unknown body gives one by its status."""
    error = body.get("error") if isinstance(body, dict) else None
    envelope: dict[str, Any] = error if isinstance(error, dict) else {}
    given = envelope.get("details")
    details: dict[str, Any] = given if isinstance(given, dict) else {}

    def text(name: str) -> str | None:
        value = details.get(name)
        return value if isinstance(value, str) else None

    is_daily = status == 429 and text("resets_at") is not None and retry_after is None
    kind = DailyAllowanceError if is_daily else JudgmentError
    return kind(
        str(envelope.get("message", f"The service answered {status} without an error envelope.")),
        code=str(envelope.get("code", "unknown")),
        status=status,
        reason=text("reason"),
        path=text("path"),
        request_id=request_id or text("request_id"),
        details=details,
        outcome_unknown=outcome_unknown,
        idempotency_key=idempotency_key,
        retry_after=retry_after,
    )
